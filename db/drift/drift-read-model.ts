import type { ResourceFilter } from '../../domain/inventory/resource-filter.ts';
import type { DriftOutcome } from '../../domain/values.ts';
import { findCandidates } from '../inventory/search/candidate-set.ts';
import { isMatch, matchQuery } from '../inventory/search/match-query.ts';
import { namedRowsOf, oneRowOf, rowOf, rowsOf } from '../query.ts';
import { allOf, rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { attributeOfDifference } from './compare-resources.ts';

/** Filters of drifted resources. Values within a list are combined with OR, fields with AND. */
export interface DriftFilter {
  readonly resources: ResourceFilter;
  readonly attributes?: readonly string[] | undefined;
  /** true: resources with a muted difference; false: with one that counts. Absent: as false. */
  readonly muted?: boolean | undefined;
  readonly resourceId?: string | undefined;
}

/** A resource with differences. */
export interface DriftedResource {
  readonly resourceId: string;
  readonly name: string;
  readonly resourceType: string;
  readonly awsAccountId: string;
  readonly accountId: string;
  readonly accountName: string | undefined;
  readonly iacProjectId: string | undefined;
  readonly stateSourceId: string;
  readonly address: string;
  readonly since: Date;
  readonly checkedAt: Date;
  /** `since` with its microseconds. */
  readonly position: string;
}

/** Lists the resources with differences, newest `since` first, one more than the limit. */
export async function listDrift(
  tenant: Tenant,
  filter: DriftFilter,
  limit: number,
  after: readonly [since: string, id: string] | undefined,
): Promise<readonly DriftedResource[]> {
  const { organizationId } = tenant;
  return rowsOf<DriftedResource>(
    tenant,
    sql`${await matchingDifferences(tenant, filter)}, grouped as (
        select resource_id, min(since) as since, (array_agg(state_source_id order by since, state_source_id))[1] as
          state_source_id, (array_agg(address order by since, state_source_id, address))[1] as address
        from matching group by resource_id
      )
      select g.resource_id, coalesce(r.name, r.native_id) as name, r.resource_type, r.aws_account_id, a.account_id, a.name as account_name,
        p.id as iac_project_id, g.state_source_id, g.address, g.since, t.checked_at, g.since::text as position
      from grouped g
      join resources r on r.organization_id = ${organizationId} and r.id = g.resource_id
      join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id
      join resource_drift t on t.organization_id = ${organizationId} and t.resource_id = g.resource_id
      join state_sources s on s.organization_id = ${organizationId} and s.id = g.state_source_id
      left join lateral (select coalesce(s.iac_project_id, (select l.iac_project_id from iac_project_states l
        where l.organization_id = ${organizationId} and l.state_source_id = s.id order by l.iac_project_id limit 1)) as id) p
        on true
      ${after === undefined ? rawSql('') : sql`where (g.since, g.resource_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`}
      order by g.since desc, g.resource_id desc limit ${limit + 1}`,
  );
}

/** A difference of a resource as the API shows it. */
export interface DriftedAttribute {
  readonly resourceId: string;
  readonly stateSourceId: string;
  readonly key: string;
  readonly terraformType: string;
  readonly attribute: string;
  readonly address: string;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
  readonly since: Date;
  readonly mutedBy: string | undefined;
}

/** Lists the differences of resources, muted or not. Those of an unknown resource are of an earlier comparison and left out. */
export async function listDifferences(
  tenant: Tenant,
  resourceIds: readonly string[],
): Promise<readonly DriftedAttribute[]> {
  const { organizationId } = tenant;
  return namedRowsOf<DriftedAttribute>(
    tenant,
    sql`select d.resource_id, d.state_source_id, d.key, d.terraform_type, ${attributeOfDifference('d')} as attribute, d.address,
        d.expected, d.actual, d.since, d.muted_by
      from drift_differences d
      join resource_drift o on o.organization_id = ${organizationId} and o.resource_id = d.resource_id
        and o.outcome <> 'unknown'
      where d.organization_id = ${organizationId} and d.resource_id = any(${resourceIds}::uuid[])
      order by d.resource_id, d.key, d.state_source_id, d.address`,
  );
}

/** Facets of `GET /drift`. */
export const driftFacetNames = ['resource_type', 'aws_account_id', 'region', 'attribute'] as const;
export type DriftFacet = (typeof driftFacetNames)[number];

/** Counts the resources with differences, in total and by each facet, largest count first. */
export async function countDrift(
  tenant: Tenant,
  filter: DriftFilter,
): Promise<{
  readonly total: number;
  readonly facets: Readonly<
    Record<DriftFacet, readonly { readonly value: string; readonly count: number }[]>
  >;
}> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{ facet: DriftFacet | 'total'; value: string; count: number }>(
    tenant,
    sql`${await matchingDifferences(tenant, filter)}, valued as (
        select distinct m.resource_id, v.facet, v.value from matching m
        join resources r on r.organization_id = ${organizationId} and r.id = m.resource_id
        cross join lateral (values ('total', ''), ('resource_type', r.resource_type),
          ('aws_account_id', r.aws_account_id::text), ('region', r.region), ('attribute', m.attribute)) v(facet, value)
      )
      select facet, value, count(*)::integer as count from valued group by facet, value order by count desc, value limit 5000`,
  );
  const of = (facet: DriftFacet) =>
    rows
      .filter((row) => row.facet === facet)
      .map(({ value, count }) => ({ value, count }))
      .slice(0, maximumFacetValues);
  return {
    total: rows.find(({ facet }) => facet === 'total')?.count ?? 0,
    facets: {
      resource_type: of('resource_type'),
      aws_account_id: of('aws_account_id'),
      region: of('region'),
      attribute: of('attribute'),
    },
  };
}

const maximumFacetValues = 200;

async function matchingDifferences(tenant: Tenant, filter: DriftFilter): Promise<Sql> {
  const { organizationId } = tenant;
  const candidates = await findCandidates(tenant, filter.resources);
  const conditions = [
    sql`d.organization_id = ${organizationId}`,
    rawSql(`d.muted_by is ${filter.muted === true ? 'not null' : 'null'}`),
    ...(filter.attributes === undefined
      ? []
      : [sql`${attributeOfDifference('d')} = any(${filter.attributes}::text[])`]),
    ...(filter.resourceId === undefined ? [] : [sql`d.resource_id = ${filter.resourceId}`]),
    isMatch(matchQuery(organizationId, filter.resources, candidates), 'd.resource_id'),
  ];
  return sql`with matching as materialized (
    select d.*, ${attributeOfDifference('d')} as attribute from drift_differences d
    join resource_drift o on o.organization_id = ${organizationId} and o.resource_id = d.resource_id
      and o.outcome <> 'unknown'
    where ${allOf(conditions)})`;
}

/** Resources by outcome. `unknown` are managed resources without one. */
export interface DriftCounts {
  readonly drifted: number;
  readonly inSync: number;
  readonly unknown: number;
  readonly muted: number;
}

/** Counts the managed resources by the outcome of their last comparison, and those with a muted difference. */
export async function countOutcomes(tenant: Tenant): Promise<DriftCounts> {
  const { organizationId } = tenant;
  return oneRowOf<DriftCounts>(
    tenant,
    sql`select count(*) filter (where t.outcome = 'drifted')::integer as drifted,
        count(*) filter (where t.outcome = 'in_sync')::integer as in_sync,
        count(*) filter (where coalesce(t.outcome, 'unknown') = 'unknown' and r.management_state = 'managed')::integer as
          unknown,
        count(*) filter (where t.has_muted and t.outcome <> 'unknown')::integer as muted
      from resources r
      left join resource_drift t on t.organization_id = ${organizationId} and t.resource_id = r.id
      where r.organization_id = ${organizationId} and r.status = 'active'
        and (r.management_state = 'managed' or t.resource_id is not null)`,
  );
}

/** Counts the drifted resources whose differences are in the states of a project. */
export async function countDriftOfProject(tenant: Tenant, iacProjectId: string): Promise<number> {
  const { organizationId } = tenant;
  const { count } = await oneRowOf<{ count: number }>(
    tenant,
    sql`select count(distinct d.resource_id)::integer as count from drift_differences d
      join resource_drift t on t.organization_id = ${organizationId} and t.resource_id = d.resource_id
        and t.outcome = 'drifted'
      where d.organization_id = ${organizationId} and d.muted_by is null and d.state_source_id in (
        select s.id from state_sources s where s.organization_id = ${organizationId} and s.iac_project_id = ${iacProjectId}
        union all
        select l.state_source_id from iac_project_states l
        where l.organization_id = ${organizationId} and l.iac_project_id = ${iacProjectId})`,
  );
  return count;
}

/** Finds the outcome of a resource. */
export async function findOutcome(
  tenant: Tenant,
  resourceId: string,
): Promise<{ readonly outcome: DriftOutcome; readonly checkedAt: Date } | undefined> {
  return rowOf<{ outcome: DriftOutcome; checkedAt: Date }>(
    tenant,
    sql`select outcome, checked_at from resource_drift
      where organization_id = ${tenant.organizationId} and resource_id = ${resourceId}`,
  );
}
