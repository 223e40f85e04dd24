import { z } from 'zod';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { reviewMembership } from '../../db/applications/review-membership.ts';
import { operation } from '../http/operation.ts';
import { longText } from '../http/schemas.ts';
import { auditReview } from './audit-review.ts';
import { Membership, membershipTag as tag, presentMembership } from './membership-schemas.ts';

export const rejectMembership = operation({
  id: 'rejectMembership',
  method: 'POST',
  path: '/memberships/{id}/reject',
  tag,
  summary: 'Reject a membership',
  description:
    'Inference never changes a rejected membership. Rejecting it again changes nothing. Fails if the application is ' +
    'archived.',
  access: 'memberships:review',
  audit: 'membership.rejected',
  body: z.strictObject({ reason: longText.optional() }),
  success: [200, Membership],
  errors: ['conflict'],
  async handle({ body, params, principal, tenant, services, audit }) {
    const review = await reviewMembership(tenant, params.id, {
      action: 'reject',
      reviewerId: principal.id,
      reason: body.reason,
    });
    audit(auditReview(review));
    if (review.changed) await requestInference(tenant, services, 'resource', [review.membership.resourceId]);
    return presentMembership(review.membership);
  },
});
