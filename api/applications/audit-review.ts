import type { ReviewedMembership } from '../../db/applications/review-membership.ts';
import type { AuditTarget } from '../http/operation.ts';

/** Returns the target and details of the audit entry of a review. */
export function auditReview({
  membership,
  resourceName,
  changed,
}: ReviewedMembership): AuditTarget & { readonly details: Readonly<Record<string, unknown>> } {
  return {
    type: 'membership',
    id: membership.id,
    name: resourceName,
    details: {
      application_id: membership.applicationId,
      resource_id: membership.resourceId,
      changed,
      ...(membership.ruleId === undefined ? {} : { rule_id: membership.ruleId }),
      ...(membership.reason === undefined ? {} : { reason: membership.reason }),
    },
  };
}
