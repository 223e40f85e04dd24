import type { DiffEntry } from '../../domain/json/diff.ts';
import type { ResourceFilter } from '../../domain/inventory/resource-filter.ts';
import type {
  ChangeAttribution,
  ChangeKind,
  ChangeSource,
  Confidence,
  ExplanationKind,
} from '../../domain/values.ts';
import { dimensionCondition } from '../inventory/search/conditions.ts';
import { findCandidates, lookedUpInCandidateSet } from '../inventory/search/candidate-set.ts';
import { oneRowOf, rowOf, rowsOf } from '../query.ts';
import { allOf, anyOf, rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { StoredCandidate, StoredOwner } from './attribution-store.ts';

export interface ChangeRow {
  readonly id: string;
  readonly resourceId: string;
  /** The resource as it is now. */
  readonly resourceName: string | undefined;
  readonly resourceNativeId: string;
  readonly resourceArn: string | undefined;
  readonly awsAccountId: string;
  readonly accountNumber: string;
  readonly accountName: string | undefined;
  readonly region: string;
  readonly resourceType: string;
  readonly kind: ChangeKind;
  readonly occurredAt: Date;
  readonly detectedAt: Date;
  readonly source: ChangeSource;
  readonly attribution: ChangeAttribution;
  readonly actorType: string | undefined;
  readonly actorArn: string | undefined;
  readonly actorName: string | undefined;
  /** The service that called for the actor. */
  readonly actorVia: string | undefined;
  /** The resource that the event names in place of the changed one. */
  readonly owner: StoredOwner | undefined;
  /** Events of other actors that can have caused the change. */
  readonly candidates: readonly StoredCandidate[];
  readonly eventName: string | undefined;
  readonly paths: readonly string[];
  readonly diff: readonly DiffEntry[];
  /** The execution, plan or pull request that explains the change. Kind, id and confidence are all set or all null. */
  readonly explainedByKind: ExplanationKind | undefined;
  readonly explainedById: string | undefined;
  readonly explainedByConfidence: Confidence | undefined;
  /** The resource's address in that plan. */
  readonly explainedByAddress: string | undefined;
  /** `occurred_at` with its microseconds. */
  readonly position: string;
}

export interface ChangeFilter {
  readonly resourceId?: string | undefined;
  readonly kinds?: readonly ChangeKind[] | undefined;
  readonly sources?: readonly ChangeSource[] | undefined;
  /** ARNs or names. */
  readonly actors?: readonly string[] | undefined;
  readonly explained?: boolean | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Limits the changes to resources that match; deleted ones match by default. */
  readonly resources?: ResourceFilter | undefined;
}

/** Lists changes, newest first, one more than the limit. */
export async function listChanges(
  tenant: Tenant,
  filter: ChangeFilter,
  limit: number,
  after: readonly [occurredAt: string, id: string] | undefined,
): Promise<readonly ChangeRow[]> {
  const { organizationId } = tenant;
  const conditions = [
    ...(await conditionsOf(tenant, filter)),
    ...(after === undefined
      ? []
      : [sql`(c.occurred_at, c.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`]),
  ];
  return rowsOf<ChangeRow>(
    tenant,
    withResource(
      organizationId,
      sql`select * from changes c where ${allOf(conditions)}
        order by c.occurred_at desc, c.id desc limit ${limit + 1}`,
    ),
  );
}

/** Columns and expressions by which {@link countChanges} groups. The day is that in UTC. */
const groupings = {
  kind: 'c.kind',
  source: 'c.source',
  attribution: 'c.attribution',
  resource_type: 'c.resource_type',
  region: 'c.region',
  account: 'c.aws_account_id::text',
  resource: 'c.resource_id::text',
  actor: 'coalesce(c.actor_name, c.actor_arn)',
  explained: '(c.explained_by_kind is not null)::text',
  day: "to_char(c.occurred_at at time zone 'UTC', 'YYYY-MM-DD')",
} as const;
export type ChangeGrouping = keyof typeof groupings;
export const changeGroupings = Object.keys(groupings) as readonly ChangeGrouping[];

/** Counts the changes that match. */
export async function countChanges(tenant: Tenant, filter: ChangeFilter): Promise<number> {
  const { total } = await oneRowOf<{ total: number }>(
    tenant,
    sql`select count(*) as total from changes c where ${allOf(await conditionsOf(tenant, filter))}`,
  );
  return total;
}

/**
 * Counts the changes that match by a property, largest count first, and the groups. The key is null for changes without a
 * value.
 * @param limit maximum number of groups
 */
export async function groupChanges(
  tenant: Tenant,
  filter: ChangeFilter,
  by: ChangeGrouping,
  limit: number,
): Promise<{
  readonly groups: readonly { readonly key: string | undefined; readonly count: number }[];
  readonly groupCount: number;
}> {
  const rows = await rowsOf<{ key: string | undefined; count: number; groups: number }>(
    tenant,
    sql`select ${rawSql(groupings[by])} as key, count(*)::integer as count, (count(*) over ())::integer as groups
      from changes c where ${allOf(await conditionsOf(tenant, filter))} group by 1 order by 2 desc, 1 limit ${limit}`,
  );
  return { groups: rows.map(({ key, count }) => ({ key, count })), groupCount: rows[0]?.groups ?? 0 };
}

async function conditionsOf(tenant: Tenant, filter: ChangeFilter): Promise<readonly Sql[]> {
  const { organizationId } = tenant;
  const resources = filter.resources ?? {};
  const candidates = await findCandidates(tenant, resources);
  return [
    sql`c.organization_id = ${organizationId}`,
    ...(filter.resourceId === undefined ? [] : [sql`c.resource_id = ${filter.resourceId}`]),
    ...anyOf('c.kind', filter.kinds),
    ...anyOf('c.source', filter.sources),
    ...(filter.actors === undefined
      ? []
      : [sql`(c.actor_arn = any(${filter.actors}::text[]) or c.actor_name = any(${filter.actors}::text[]))`]),
    ...(filter.explained === undefined
      ? []
      : [rawSql(`c.explained_by_kind is ${filter.explained ? 'not null' : 'null'}`)]),
    ...(filter.since === undefined ? [] : [sql`c.occurred_at >= ${filter.since}`]),
    ...(filter.until === undefined ? [] : [sql`c.occurred_at < ${filter.until}`]),
    ...resourceConditions(organizationId, resources),
    ...lookedUpInCandidateSet(candidates, 'c.resource_id'),
  ];
}

/** Finds a change of the organization. */
export async function findChange(tenant: Tenant, id: string): Promise<ChangeRow | undefined> {
  return rowOf<ChangeRow>(
    tenant,
    withResource(
      tenant.organizationId,
      sql`select * from changes c where c.organization_id = ${tenant.organizationId} and c.id = ${id}`,
    ),
  );
}

/** Adds the resources and accounts to changes, newest first. Materialized, so that only the resources of the page are read. */
function withResource(organizationId: string, changes: Sql): Sql {
  return sql`with page as materialized (${changes})
    select ${columns}, r.name as resource_name, r.native_id as resource_native_id, r.arn as resource_arn,
      a.account_id as account_number, a.name as account_name
    from page c join resources r on r.organization_id = ${organizationId} and r.id = c.resource_id
    join aws_accounts a on a.organization_id = ${organizationId} and a.id = c.aws_account_id
    order by c.occurred_at desc, c.id desc`;
}

const columns = rawSql(
  `c.id, c.resource_id, c.aws_account_id, c.region, c.resource_type, c.kind, c.occurred_at, c.detected_at, c.source,
   c.attribution, c.actor_type, c.actor_arn, c.actor_name, c.actor_via, c.owner, c.candidates, c.event_name, c.paths, c.diff,
   c.explained_by_kind, c.explained_by_id, c.explained_by_confidence, c.explained_by_address,
   c.occurred_at::text as position`,
);

/** Filters type, account and region by columns of the change, and status and management state by the resource's. */
function resourceConditions(organizationId: string, filter: ResourceFilter): readonly Sql[] {
  const own = (['resource_type', 'aws_account_id', 'region'] as const).flatMap((dimension) =>
    dimensionCondition(filter, dimension, `c.${dimension}`),
  );
  const current = [
    ...dimensionCondition(filter, 'management_state', 'r.management_state'),
    ...anyOf('r.status', filter.statuses),
  ];
  if (current.length === 0) return own;
  return [
    ...own,
    sql`exists (select from resources r where r.organization_id = ${organizationId} and r.id = c.resource_id
      and ${allOf(current)})`,
  ];
}
