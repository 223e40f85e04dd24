import { membershipTransitions } from '../../domain/applications/membership-transitions.ts';
import { errors } from '../../domain/errors.ts';
import type { CatalogueError } from '../../domain/errors.ts';
import type { MembershipStatus } from '../../domain/values.ts';
import { recordOwnershipEvent } from '../ownership/issues/event-store.ts';
import { refreshApplicationIssues } from '../ownership/issues/issue-store.ts';
import { judgeRule, lockRules } from '../ownership/rules/rule-store.ts';
import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { lockApplications } from './application-store.ts';
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
  /** Whether the status changed. */
  readonly changed: boolean;
}

/** Why a membership was not reviewed: `not_found`; `conflict` if its application is archived, or it is confirmed after a rejection. */
export interface RefusedReview {
  readonly refusal: CatalogueError;
}

/**
 * Confirms or rejects a membership.
 * @throws CatalogueError `not_found`, and `conflict` when the application is archived or a rejected membership is confirmed.
 */
export async function reviewMembership(
  tenant: Tenant,
  id: string,
  review: Review,
): Promise<ReviewedMembership> {
  const [reviewed] = await reviewEachMembership(tenant, [id], review);
  if (reviewed === undefined) throw errors.notFound();
  if ('refusal' in reviewed) throw reviewed.refusal;
  return reviewed;
}

/**
 * Confirms or rejects memberships, and returns an outcome for each id. A change also writes an ownership event, judges the
 * rule of the membership and updates the issues of the application. Locks the memberships, then their rules, then their
 * applications, each by id: concurrent reviews follow each other, and an inference run, which locks in this order, causes no
 * deadlock.
 * @param ids distinct, in lower case
 */
export async function reviewEachMembership(
  tenant: Tenant,
  ids: readonly string[],
  review: Review,
): Promise<readonly (ReviewedMembership | RefusedReview)[]> {
  const { action, reviewerId } = review;
  const found = new Map(
    (await lockMemberships(tenant, ids)).map((membership) => [membership.id, membership]),
  );
  const ruleIds = [...found.values()].flatMap(({ ruleId }) => ruleId ?? []);
  await lockRules(tenant, ruleIds);
  const applications = await lockApplications(
    tenant,
    [...found.values()].map(({ applicationId }) => applicationId),
  );
  const open = new Set(applications.flatMap(({ id, archivedAt }) => (archivedAt === undefined ? [id] : [])));
  const plans = ids.map((id) => planReview(found.get(id), open, action));
  const changing = plans.flatMap((plan) =>
    'refusal' in plan || plan.status === plan.membership.status ? [] : [plan],
  );
  const changed = new Map(
    (await updateMemberships(tenant, changing, review)).map((membership) => [membership.id, membership]),
  );
  for (const membership of changed.values())
    await recordOwnershipEvent(tenant, {
      kind: action === 'confirm' ? 'confirmed' : 'rejected',
      target: { type: 'resource', id: membership.resourceId, name: membership.resourceName },
      actorId: reviewerId,
      source: membership.source,
      evidence: [
        {
          kind: 'declared',
          reference: {
            entity_type: 'application',
            id: membership.applicationId,
            name: membership.applicationName,
          },
        },
        ...membership.evidence.filter(({ kind }) => kind !== 'declared'),
      ],
    });
  const rulesOfChanged = new Set([...changed.values()].flatMap(({ ruleId }) => ruleId ?? []));
  for (const ruleId of [...rulesOfChanged].toSorted()) await judgeRule(tenant, ruleId);
  await refreshApplicationIssues(tenant, [
    ...new Set([...changed.values()].map(({ applicationId }) => applicationId)),
  ]);
  return plans.map((plan) => {
    if ('refusal' in plan) return plan;
    const updated = changed.get(plan.membership.id);
    return { membership: updated ?? plan.membership, changed: updated !== undefined };
  });
}

interface PlannedReview {
  readonly membership: Membership;
  /** The status after the review. */
  readonly status: MembershipStatus;
}

/** @param open ids of the applications that are not archived */
function planReview(
  membership: Membership | undefined,
  open: ReadonlySet<string>,
  action: Review['action'],
): PlannedReview | RefusedReview {
  if (membership === undefined) return { refusal: errors.notFound() };
  if (!open.has(membership.applicationId))
    return { refusal: errors.conflict('The application is archived.') };
  const status = membershipTransitions[membership.status][action];
  if (status === 'conflict' || status === null)
    return { refusal: errors.conflict('The membership is rejected. To add the resource, declare it.') };
  return { membership, status };
}

async function lockMemberships(tenant: Tenant, ids: readonly string[]): Promise<readonly Membership[]> {
  return rowsOf<Membership>(
    tenant,
    sql`select ${membershipColumns} from memberships m
      where m.organization_id = ${tenant.organizationId} and m.id = any(${ids}::uuid[])
      order by m.id for update of m`,
  );
}

async function updateMemberships(
  tenant: Tenant,
  changes: readonly PlannedReview[],
  { reviewerId, reason }: Review,
): Promise<readonly Membership[]> {
  if (changes.length === 0) return [];
  return rowsOf<Membership>(
    tenant,
    sql`update memberships m set status = c.status, reviewed_by = ${reviewerId}, reviewed_at = now(),
        confidence = case when c.status = 'confirmed' then 'high' else m.confidence end,
        reason = ${reason}, updated_at = now()
      from unnest(${changes.map(({ membership }) => membership.id)}::uuid[],
        ${changes.map(({ status }) => status)}::text[]) c(id, status)
      where m.organization_id = ${tenant.organizationId} and m.id = c.id returning ${membershipColumns}`,
  );
}
