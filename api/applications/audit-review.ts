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
      application_id: membership.application_id,
      resource_id: membership.resource_id,
      changed,
      ...(membership.rule_id === null ? {} : { rule_id: membership.rule_id }),
      ...(membership.reason === null ? {} : { reason: membership.reason }),
    },
  };
}
