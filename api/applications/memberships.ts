import { z } from 'zod';
import { inclusion, repeatable } from '../../commands/inventory/parameter-values.ts';
import type { Tenant } from '../../db/tenant.ts';
import { authorTypeOf } from '../../domain/identity/author.ts';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { listMemberships } from '../../db/applications/membership-read-model.ts';
import { getMembership } from '../../db/applications/membership-store.ts';
import type { Membership as MembershipRow } from '../../db/applications/membership.ts';
import { reviewMembership, reviewEachMembership } from '../../db/applications/review-membership.ts';
import type { ReviewedMembership } from '../../db/applications/review-membership.ts';
import { findInferencePause } from '../../db/ownership/inference/inference-pause.ts';
import { learnRule } from '../../db/ownership/reviews/learn-rule.ts';
import { errors } from '../../domain/errors.ts';
import { membershipSources, membershipStatuses } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import type { AuditTarget } from '../http/operation.ts';
import { authorType, confidence, id, iso, longText, timestamp } from '../http/schemas.ts';
import { Evidence } from '../ownership/evidence.ts';
import { InferenceRule, presentRule } from '../ownership/rule-schemas.ts';

const membershipTag = 'Memberships';

export const Membership = z
  .object({
    id,
    application_id: id,
    application_name: z.string(),
    resource_id: id,
    resource_name: z.string().describe('Name of the resource; the native id if it has none'),
    resource_type: z.string(),
    status: z.enum(membershipStatuses),
    source: z.enum(membershipSources),
    rule_id: id.optional(),
    confidence: confidence,
    evidence: z.array(Evidence),
    reviewed_by: id.optional(),
    reviewed_by_type: authorType.optional(),
    reviewed_at: timestamp.optional(),
    reason: z.string().optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Membership' });

const maximumReviews = 200;
/** Learning a rule can take seconds. */
const maximumLearningApplications = 10;

const ReviewOutcome = z
  .object({
    id,
    status: z.enum(membershipStatuses).optional().describe('The status after the review; absent with `code`'),
    code: z
      .enum(['not_found', 'conflict'])
      .optional()
      .describe('Why the membership was not reviewed: the error code of the operation for one membership'),
    learned_rule_id: id.optional().describe('The rule that was created from this membership'),
  })
  .meta({ id: 'ReviewOutcome' });

export const membershipOperations = [
  operation({
    id: 'listMemberships',
    method: 'GET',
    path: '/memberships',
    tag: membershipTag,
    summary: 'List memberships of resources in applications',
    description:
      'Returns all statuses, oldest first. A membership of a deleted resource is returned with `include_deleted`, or if it ' +
      'is stale.',
    access: 'applications:read',
    query: z.strictObject({
      status: repeatable(z.enum(membershipStatuses)),
      application_id: repeatable(id),
      resource_id: repeatable(id),
      rule_id: repeatable(id).describe('The rule that inferred the membership'),
      include_deleted: inclusion.optional().describe('Also returns memberships of deleted resources'),
      ...pagingParameters,
    }),
    success: [200, listOf(Membership)],
    async handle(context) {
      const { query, tenant } = context;
      const { request, envelope } = pager(context, 'memberships', query);
      const rows = await listMemberships(
        tenant,
        {
          statuses: query.status,
          applicationIds: query.application_id,
          resourceIds: query.resource_id,
          ruleIds: query.rule_id,
          includeDeleted: query.include_deleted,
        },
        request.limit,
        request.after?.[0]?.toString(),
      );
      return envelope(
        cutPage(rows, request.limit, (membership) => [membership.id]),
        presentMembership,
      );
    },
  }),
  operation({
    id: 'getMembership',
    method: 'GET',
    path: '/memberships/{id}',
    tag: membershipTag,
    summary: 'Get a membership',
    description: 'Returns the membership with the evidence of its inference.',
    access: 'applications:read',
    success: [200, Membership],
    async handle({ params, tenant }) {
      return presentMembership(await getMembership(tenant, params.id));
    },
  }),
  operation({
    id: 'confirmMembership',
    method: 'POST',
    path: '/memberships/{id}/confirm',
    tag: membershipTag,
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
    success: [200, Membership.extend({ rule: InferenceRule.optional() }).meta({ id: 'ConfirmedMembership' })],
    errors: ['conflict'],
    async handle({ body, params, principal, tenant, services, audit }) {
      const review = await reviewMembership(tenant, params.id, {
        action: 'confirm',
        reviewerId: principal.id,
      });
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
  }),
  operation({
    id: 'rejectMembership',
    method: 'POST',
    path: '/memberships/{id}/reject',
    tag: membershipTag,
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
      if (review.changed)
        await requestInference(tenant, services, 'resource', [review.membership.resourceId]);
      return presentMembership(review.membership);
    },
  }),
  operation({
    id: 'reviewMemberships',
    method: 'POST',
    path: '/memberships/review',
    tag: membershipTag,
    summary: 'Confirm or reject several memberships',
    description:
      'Reviews each membership as `/memberships/{id}/confirm` and `/memberships/{id}/reject` do, and returns an outcome for ' +
      'each distinct id, in the order of `ids`. A membership that cannot be reviewed does not keep the others from it. With ' +
      '`learn_rule`, also creates a rule for each application from its first confirmed membership, if no rule matches that ' +
      `already; the confirmed memberships may then be of at most ${maximumLearningApplications} applications. When a rule ` +
      'would be created and the organization has 1,000 rules, returns `409 conflict` and reviews nothing.',
    access: 'memberships:review',
    audit: 'membership.reviewed',
    work: 'bulk',
    body: z.strictObject({
      ids: z.array(id).min(1).max(maximumReviews).describe('Ids of memberships'),
      action: z.enum(['confirm', 'reject']).describe('The decision about the memberships'),
      reason: longText.optional().describe('Of a rejection'),
      learn_rule: z.boolean().optional().describe('Creates rules from the confirmed memberships'),
    }),
    success: [
      200,
      z
        .object({ items: z.array(ReviewOutcome).describe('An outcome for each distinct id') })
        .meta({ id: 'ReviewedMemberships' }),
    ],
    errors: ['conflict'],
    async handle({ body, principal, tenant, services, audit }) {
      const { action, reason, learn_rule: learns = false } = body;
      if (reason !== undefined && action !== 'reject')
        throw errors.validationFailed('reason', 'requires the action reject');
      if (learns && action !== 'confirm')
        throw errors.validationFailed('learn_rule', 'requires the action confirm');
      const ids = [...new Set(body.ids.map((one) => one.toLowerCase()))];
      const outcomes = await reviewEachMembership(tenant, ids, { action, reason, reviewerId: principal.id });
      const reviewed = outcomes.flatMap((outcome) => ('membership' in outcome ? [outcome] : []));
      const changed = reviewed.filter((review) => review.changed).map(({ membership }) => membership);
      const learned = learns
        ? await learnRules(
            tenant,
            reviewed.map(({ membership }) => membership),
            principal.id,
          )
        : new Map<string, string>();
      audit({
        type: 'membership',
        id: null,
        name: `${changed.length} memberships`,
        details: {
          action,
          changed: changed.map((membership) => membership.id),
          unchanged: reviewed.length - changed.length,
          refused: outcomes.length - reviewed.length,
          ...(reason === undefined ? {} : { reason }),
          ...(learned.size === 0 ? {} : { learned_rule_ids: [...learned.values()] }),
        },
      });
      if (learned.size > 0) await requestInference(tenant, services, 'rule', [...learned.values()]);
      if (changed.length > 0)
        await requestInference(tenant, services, 'resource', [
          ...new Set(changed.map(({ resourceId }) => resourceId)),
        ]);
      return {
        items: ids.map((one, index) => {
          const outcome = outcomes[index];
          if (outcome === undefined || 'refusal' in outcome)
            return { id: one, code: outcome?.refusal.code ?? 'not_found' };
          return { id: one, status: outcome.membership.status, learned_rule_id: learned.get(one) };
        }),
      };
    },
  }),
];

/**
 * Learns a rule for each application from the first of its memberships. Returns the ids of the created rules by membership.
 * @throws CatalogueError `validation_failed` for memberships of too many applications
 */
async function learnRules(
  tenant: Tenant,
  memberships: readonly MembershipRow[],
  createdBy: string,
): Promise<ReadonlyMap<string, string>> {
  const first = [...Map.groupBy(memberships, ({ applicationId }) => applicationId).values()].flatMap(
    ([membership]) => membership ?? [],
  );
  if (first.length > maximumLearningApplications)
    throw errors.validationFailed(
      'learn_rule',
      `the memberships are of more than ${maximumLearningApplications} applications`,
    );
  const learned = new Map<string, string>();
  for (const membership of first) {
    const rule = await learnRule(tenant, membership, createdBy);
    if (rule !== undefined) learned.set(membership.id, rule.id);
  }
  return learned;
}

export function presentMembership(row: MembershipRow) {
  return {
    id: row.id,
    application_id: row.applicationId,
    application_name: row.applicationName,
    resource_id: row.resourceId,
    resource_name: row.resourceName,
    resource_type: row.resourceType,
    status: row.status,
    source: row.source,
    rule_id: row.ruleId,
    confidence: row.confidence,
    evidence: row.evidence,
    reviewed_by: row.reviewedBy,
    reviewed_by_type: authorTypeOf(row.reviewedBy),
    reviewed_at: iso(row.reviewedAt),
    reason: row.reason,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  };
}

/** Returns the target and details of the audit entry of a review. */
function auditReview({
  membership,
  changed,
}: ReviewedMembership): AuditTarget & { readonly details: Readonly<Record<string, unknown>> } {
  return {
    type: 'membership',
    id: membership.id,
    name: membership.resourceName,
    details: {
      application_id: membership.applicationId,
      resource_id: membership.resourceId,
      changed,
      ...(membership.ruleId === undefined ? {} : { rule_id: membership.ruleId }),
      ...(membership.reason === undefined ? {} : { reason: membership.reason }),
    },
  };
}
