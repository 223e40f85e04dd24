import { findCandidates } from '../inventory/search/candidate-set.ts';
import { matchQuery } from '../inventory/search/match-query.ts';
import { countMatches, findPage } from '../inventory/search/search-resources.ts';
import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** A resource that a text names. */
export interface NamedResource {
  readonly id: string;
  /** The name, or the native id of a resource without a name. */
  readonly name: string;
  readonly resourceType: string;
  readonly awsAccountId: string;
  readonly region: string;
  readonly status: string;
}

/** Resources of the best rank by name, at most the limit, and how many the rank has. */
export interface NamedResources {
  readonly resources: readonly NamedResource[];
  readonly total: number;
}

/** The longest text that is searched in names, ids and ARNs. */
const maximumSearchText = 200;
/** Ranking more resources takes seconds. */
const rankedByDefault = 20_000;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds the resources that a text names, deleted or not. The first of these ranks with a resource decides: id; ARN; the same
 * name or native id; the same without regard to case; a part of the name or native id; a part of the ARN. Within a rank, a
 * deleted resource counts only if the rank has no other.
 *
 * @param maximumRanked if more resources contain the text, its parts have one rank, deleted resources included
 */
export async function findNamedResources(
  tenant: Tenant,
  text: string,
  limit: number,
  maximumRanked = rankedByDefault,
): Promise<NamedResources> {
  const own = sql`select r.id from resources r where r.organization_id = ${tenant.organizationId}`;
  if (uuidPattern.test(text))
    return findBest(tenant, text, limit, sql`${own} and (r.id = ${text}::uuid or ${isNamed(text)})`);
  if (text.length > maximumSearchText) return findBest(tenant, text, limit, sql`${own} and ${isNamed(text)}`);
  const filter = { q: text, includeDeleted: true };
  const candidates = await findCandidates(tenant, filter);
  const counts = await countMatches(tenant, filter, candidates);
  if (counts.total <= maximumRanked)
    return findBest(tenant, text, limit, matchQuery(tenant.organizationId, filter, candidates));
  const exact = await findBest(tenant, text, limit, sql`${own} and ${isNamed(text)}`);
  if (exact.total > 0) return exact;
  const sort = { column: 'name', descending: false } as const;
  const rows = await findPage(tenant, filter, candidates, counts, { sort, limit, after: undefined });
  return {
    resources: rows
      .slice(0, limit)
      .map(({ id, name, nativeId, resourceType, awsAccountId, region, status }) => {
        return {
          id,
          name: name === undefined || name === '' ? nativeId : name,
          resourceType,
          awsAccountId,
          region,
          status,
        };
      }),
    total: counts.total,
  };
}

/** The condition that the text is the ARN, or the name or native id without regard to case. */
function isNamed(text: string): Sql {
  return sql`(r.arn = ${text} or lower(r.name) = lower(${text}) or lower(r.native_id) = lower(${text}))`;
}

/** Returns the resources of the best rank among the ones with an id of a query. */
async function findBest(tenant: Tenant, text: string, limit: number, ids: Sql): Promise<NamedResources> {
  const rows = await rowsOf<NamedResource & { readonly total: number }>(
    tenant,
    sql`with matched as materialized (${ids}), ranked as (
        select r.id, coalesce(nullif(r.name, ''), r.native_id) as name, r.resource_type, r.aws_account_id, r.region,
          r.status, 2 * case
            when r.id::text = lower(${text}) then 0
            when r.arn = ${text} then 1
            when r.name = ${text} or r.native_id = ${text} then 2
            when lower(r.name) = lower(${text}) or lower(r.native_id) = lower(${text}) then 3
            when strpos(lower(concat_ws(chr(10), r.name, r.native_id)), lower(${text})) > 0 then 4
            else 5
          end + case when r.status = 'deleted' then 1 else 0 end as rank
        from matched join resources r on r.organization_id = ${tenant.organizationId} and r.id = matched.id
      ), best as (
        select * from ranked where rank = (select min(rank) from ranked)
      )
      select id, name, resource_type, aws_account_id, region, status, (select count(*) from best)::integer as total
      from best order by name, resource_type, id limit ${limit}`,
  );
  return { resources: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** Returns the names of resources by id, without ids that the organization does not have. */
export async function namesOfResources(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; name: string }>(
    tenant,
    sql`select r.id, coalesce(nullif(r.name, ''), r.native_id) as name from resources r
      where r.organization_id = ${tenant.organizationId} and r.id = any(${[...new Set(ids)]}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
