import { membershipTransitions } from '../../domain/applications/membership-transitions.ts';
import { errors } from '../../domain/errors.ts';
import { recordOwnershipEvent } from '../ownership/issues/event-store.ts';
import { refreshApplicationIssues } from '../ownership/issues/issue-store.ts';
import { judgeRule } from '../ownership/rules/rule-store.ts';
import { oneRowOf, rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { getOpenApplication, lockOpenApplication } from './application-store.ts';
import { membershipColumns } from './membership.ts';
import type { Membership } from './membership.ts';

export interface Review {
  readonly action: 'confirm' | 'reject';
  readonly reviewerId: string;
  /** Of a rejection. */
  readonly reason?: string | undefined;
}

export interface ReviewedMembership {
  readonly membership: Membership;
  /** Name or native id of the resource. */
  readonly resourceName: string;
  /** Whether the status changed. */
  readonly changed: boolean;
}

/**
 * Confirms or rejects a membership. A change also writes an ownership event, judges the rule of the membership and updates
 * the issues of the application. Locks the membership, then its rule, then the application: concurrent reviews of a
 * membership follow each other, and an inference run, which locks in this order, causes no deadlock.
 * @throws CatalogueError `not_found`, and `conflict` when the application is archived or a rejected membership is confirmed.
 */
export async function reviewMembership(
  tenant: Tenant,
  id: string,
  review: Review,
): Promise<ReviewedMembership> {
  const { action, reviewerId } = review;
  const before = await lockMembership(tenant, id);
  const application = await getOpenApplication(tenant, before.applicationId);
  const status = membershipTransitions[before.status][action];
  if (status === 'conflict' || status === null)
    throw errors.conflict('The membership is rejected. To add the resource, declare it.');
  const { resourceName, ...old } = before;
  if (status === before.status) return { membership: old, resourceName, changed: false };
  const membership = await oneRowOf<Membership>(
    tenant,
    sql`update memberships m set status = ${status}, reviewed_by = ${reviewerId}, reviewed_at = now(),
        confidence = case when ${status} = 'confirmed' then 'high' else m.confidence end,
        reason = ${review.reason}, updated_at = now()
      where m.organization_id = ${tenant.organizationId} and m.id = ${id} returning ${membershipColumns}`,
  );
  await recordOwnershipEvent(tenant, {
    kind: action === 'confirm' ? 'confirmed' : 'rejected',
    target: { type: 'resource', id: membership.resourceId, name: resourceName },
    actorId: reviewerId,
    source: membership.source,
    evidence: [
      {
        kind: 'declared',
        reference: { entity_type: 'application', id: application.id, name: application.name },
      },
      ...membership.evidence.filter(({ kind }) => kind !== 'declared'),
    ],
  });
  if (membership.ruleId !== undefined) await judgeRule(tenant, membership.ruleId);
  await lockOpenApplication(tenant, application.id);
  await refreshApplicationIssues(tenant, [application.id]);
  return { membership, resourceName, changed: true };
}

/** @throws CatalogueError `not_found`. */
async function lockMembership(
  tenant: Tenant,
  id: string,
): Promise<Membership & { readonly resourceName: string }> {
  const membership = await rowOf<Membership & { readonly resourceName: string }>(
    tenant,
    sql`select ${membershipColumns}, coalesce(r.name, r.native_id) as resource_name
      from memberships m
      join resources r on r.organization_id = m.organization_id and r.id = m.resource_id
      where m.organization_id = ${tenant.organizationId} and m.id = ${id} for update of m`,
  );
  if (membership === undefined) throw errors.notFound();
  return membership;
}
