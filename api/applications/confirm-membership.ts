import { z } from 'zod';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { reviewMembership } from '../../db/applications/review-membership.ts';
import { findInferencePause } from '../../db/ownership/inference/inference-pause.ts';
import { learnRule } from '../../db/ownership/reviews/learn-rule.ts';
import { operation } from '../http/operation.ts';
import { InferenceRule, presentRule } from '../ownership/rule-schemas.ts';
import { auditReview } from './audit-review.ts';
import { Membership, membershipTag as tag, presentMembership } from './membership-schemas.ts';

export const confirmMembership = operation({
  id: 'confirmMembership',
  method: 'POST',
  path: '/memberships/{id}/confirm',
  tag,
  summary: 'Confirm a membership',
  description:
    'Inference never changes a confirmed membership. Confirming it again changes nothing. With `learn_rule`, also creates ' +
    'the most general rule for the application that matches this resource and contradicts no review, and returns it as ' +
    '`rule`; without `rule`, no such rule exists, or a rule already matches. Fails if the membership is rejected or the ' +
    'application archived. When a rule would be created and the organization has 1,000 rules, `learn_rule` returns ' +
    '`409 conflict` and the membership is not confirmed.',
  access: 'memberships:review',
  audit: 'membership.confirmed',
  body: z.strictObject({
    learn_rule: z.boolean().optional().describe('Creates a rule from this resource and the reviews so far'),
  }),
  success: [200, Membership.extend({ rule: InferenceRule.optional() })],
  errors: ['conflict'],
  async handle({ body, params, principal, tenant, services, audit }) {
    const review = await reviewMembership(tenant, params.id, { action: 'confirm', reviewerId: principal.id });
    const { membership, changed } = review;
    const rule = body.learn_rule === true ? await learnRule(tenant, membership, principal.id) : undefined;
    const target = auditReview(review);
    audit({
      ...target,
      details: { ...target.details, ...(rule === undefined ? {} : { learned_rule_id: rule.id }) },
    });
    if (rule !== undefined) await requestInference(tenant, services, 'rule', [rule.id]);
    if (changed) await requestInference(tenant, services, 'resource', [membership.resourceId]);
    return {
      ...presentMembership(membership),
      ...(rule === undefined ? {} : { rule: presentRule(rule, await findInferencePause(tenant)) }),
    };
  },
});
