import type { ResourceFilter } from '../../domain/inventory/resource-filter.ts';
import { findCandidates, lookedUpInCandidateSet } from '../inventory/search/candidate-set.ts';
import { resourceConditions } from '../inventory/search/conditions.ts';
import { countMatches } from '../inventory/search/search-resources.ts';
import { execute, oneRowOf, rowOf } from '../query.ts';
import { allOf, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { SavedQuery } from './saved-query-store.ts';

/**
 * Counts the resources that match a filter and stores their number, unless the query was changed or deleted since it was read.
 * If they are at most `maximumMembers`, also remembers them. Returns how they differ from those of the last count, if they do.
 */
export async function countQuery(
  tenant: Tenant,
  query: Pick<SavedQuery, 'id' | 'version'>,
  filter: ResourceFilter,
  maximumMembers: number,
): Promise<MemberChange | undefined> {
  const candidates = await findCandidates(tenant, filter);
  const { total } = await countMatches(tenant, filter, candidates);
  if (!(await storeCount(tenant, query, total))) return undefined;
  if (total > maximumMembers || maximumMembers === 0) {
    await forgetMembers(tenant, query.id);
    return undefined;
  }
  const members = sql`select r.id from resources r where ${allOf([
    sql`r.organization_id = ${tenant.organizationId}`,
    ...resourceConditions(filter, 'r'),
    ...lookedUpInCandidateSet(candidates, 'r.id'),
  ])}`;
  return replaceMembers(tenant, query.id, members, total);
}

/** Stores a count, unless the query was changed or deleted since. Returns whether it was stored. */
async function storeCount(
  tenant: Tenant,
  { id, version }: Pick<SavedQuery, 'id' | 'version'>,
  count: number,
): Promise<boolean> {
  const row = await rowOf(
    tenant,
    sql`update saved_queries set count = ${count}, counted_at = now(), count_error = null
      where organization_id = ${tenant.organizationId} and id = ${id} and version = ${version} returning id`,
  );
  return row !== undefined;
}

/** Stores why a count failed. The last number stays. */
export async function storeCountError(
  tenant: Tenant,
  { id, version }: Pick<SavedQuery, 'id' | 'version'>,
  error: string,
): Promise<void> {
  await execute(
    tenant,
    sql`update saved_queries set counted_at = now(), count_error = ${error}
      where organization_id = ${tenant.organizationId} and id = ${id} and version = ${version}`,
  );
}

export interface MemberChange {
  /** At most 20 ids of resources. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly count: number;
  readonly previousCount: number;
}

const maximumIds = 20;

/**
 * Replaces the remembered members of a query. Returns how they differ from those before; `undefined` if they are the same, and
 * for the first members.
 */
async function replaceMembers(
  tenant: Tenant,
  queryId: string,
  members: Sql,
  count: number,
): Promise<MemberChange | undefined> {
  const { organizationId } = tenant;
  const own = sql`organization_id = ${organizationId} and saved_query_id = ${queryId}`;
  const row = await oneRowOf<
    Omit<MemberChange, 'count'> & { readonly isFirst: boolean; readonly changes: number }
  >(
    tenant,
    sql`with present as materialized (${members}), former as materialized (
        select resource_id from saved_query_members where ${own}
      ), added as (
        insert into saved_query_members (organization_id, saved_query_id, resource_id)
        select ${organizationId}, ${queryId}, id from present where id not in (select resource_id from former)
        returning resource_id
      ), removed as (
        delete from saved_query_members where ${own} and resource_id not in (select id from present) returning resource_id
      )
      select (select members_at is null from saved_queries where organization_id = ${organizationId} and id = ${queryId}) as is_first,
        (select count(*) from former)::integer as previous_count,
        ((select count(*) from added) + (select count(*) from removed))::integer as changes,
        array(select resource_id from added order by resource_id limit ${maximumIds})::uuid[] as added,
        array(select resource_id from removed order by resource_id limit ${maximumIds})::uuid[] as removed`,
  );
  await execute(
    tenant,
    sql`update saved_queries set members_at = now() where organization_id = ${organizationId} and id = ${queryId}`,
  );
  const { isFirst, changes, added, removed, previousCount } = row;
  return isFirst || changes === 0 ? undefined : { added, removed, count, previousCount };
}

/** Deletes the members of a query that nobody watches, or that matches too many resources. */
async function forgetMembers(tenant: Tenant, queryId: string): Promise<void> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`with forgotten as (
        update saved_queries set members_at = null
        where organization_id = ${organizationId} and id = ${queryId} and members_at is not null returning id
      )
      delete from saved_query_members where organization_id = ${organizationId} and saved_query_id in (select id from forgotten)`,
  );
}
