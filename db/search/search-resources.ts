import type { ResourceFilter, ResourceSort } from '../../domain/search/resource-filter.ts';
import type { Tenant } from '../tenant.ts';
import { countAt, pageAt } from './search-past.ts';
import { countsByStatus, managementStateNameOf } from './codes.ts';
import { countCells, countResources } from './count-resources.ts';
import type { ResourceCounts } from './count-resources.ts';
import { resourceConditions } from './conditions.ts';
import { narrow, narrowedTo } from './narrow.ts';
import type { Narrowed } from './narrow.ts';
import { presentRows } from './resource-row.ts';
import type { Positioned, ResourceRow } from './resource-row.ts';
import { allOf, fixed, rowsOf, sql } from './sql.ts';
import type { Sql } from './sql.ts';
import { keyOf } from './sort-keys.ts';

export interface PageWanted {
  readonly sort: ResourceSort;
  readonly limit: number;
  /** Sort key and id of the last row of the page before. */
  readonly after: readonly [key: string, id: string] | undefined;
}

export interface FoundResources extends ResourceCounts {
  /** One row more than the limit when there are more. */
  readonly rows: readonly (ResourceRow & Positioned)[];
}

/** A page of the inventory with total and facets, all of the caller's snapshot. */
export async function searchResources(
  tenant: Tenant,
  filter: ResourceFilter,
  wanted: PageWanted,
): Promise<FoundResources> {
  const narrowed = await narrow(tenant, filter);
  const counts = await countFound(tenant, filter, narrowed);
  const rows = await pageOfFound(tenant, filter, narrowed, counts, wanted);
  return { ...counts, rows };
}

/** Total and facets of a filter. */
export async function countFound(
  tenant: Tenant,
  filter: ResourceFilter,
  narrowed: Narrowed | undefined,
): Promise<ResourceCounts> {
  if (filter.asOf !== undefined) return countAt(tenant, filter, filter.asOf, narrowed);
  if (narrowed === undefined) return countResources(tenant, filter);
  return countCells(tenant, filter, foundCells(tenant.organizationId, narrowed));
}

/** The page itself; the counts are what {@link countFound} has answered, and choose the way. */
export async function pageOfFound(
  tenant: Tenant,
  filter: ResourceFilter,
  narrowed: Narrowed | undefined,
  { total, size }: Pick<ResourceCounts, 'total' | 'size'>,
  wanted: PageWanted,
): Promise<readonly (ResourceRow & Positioned)[]> {
  if (total === 0) return [];
  if (filter.asOf !== undefined) return pageAt(tenant, filter, filter.asOf, narrowed, wanted);
  const { organizationId } = tenant;
  const key = keyOf(wanted.sort, 'r');
  const conditions = allOf([
    sql`r.organization_id = ${organizationId}`,
    ...resourceConditions(filter, 'r'),
    ...key.after(wanted.after, 'r.id'),
    ...narrowedTo(narrowed, 'r.id'),
  ]);
  const found = sql`select r.id, ${key.column} as key from resources r where ${conditions}`;
  const collects = narrowed?.ids !== undefined || isFew(filter, { total, size }, wanted);
  const page = collects
    ? sql`select id, key from (${found} offset 0) found order by key ${key.direction}, id ${key.direction}
        limit ${wanted.limit + 1}`
    : sql`${found} order by ${key.column} ${key.direction}, r.id ${key.direction} limit ${wanted.limit + 1}`;
  return rowsOf<ResourceRow & Positioned>(tenant, presentRows(organizationId, page, key.direction));
}

/**
 * Whether finding all of the answer and sorting it is cheaper than walking in the order wanted until the page is full.
 * Walking reads about page × size ÷ total entries; type and account have an index in the default order, so that walking
 * them reads no more than they have. Account with region or type is found by the identity's index.
 */
function isFew(
  { accountIds, regions, resourceTypes }: ResourceFilter,
  { total, size }: Pick<ResourceCounts, 'total' | 'size'>,
  { sort, limit }: PageWanted,
): boolean {
  if (total <= limit) return true;
  const byIdentity = accountIds !== undefined && (regions !== undefined || resourceTypes !== undefined);
  const byOneIndex = accountIds !== undefined || resourceTypes !== undefined;
  const found = byIdentity || (byOneIndex && sort.column !== 'last_changed_at');
  return found && total * total <= (limit + 1) * size;
}

/** How many of the narrowed resources there are in each cell, as {@link countCells} wants them. */
function foundCells(organizationId: string, narrowed: Narrowed): Sql {
  const grouped =
    narrowed.text === undefined
      ? sql`select s.cell_id, s.status, s.management_state, count(*) as n from resource_search s
          where s.organization_id = ${organizationId} and ${allOf(narrowedTo(narrowed, 's.resource_id'))}
          group by 1, 2, 3`
      : sql`select cell_id, status, management_state, n
          from search_text_counts(${narrowed.text.q}, ${narrowed.text.byIndex})`;
  return sql`
    select c.resource_type, c.aws_account_id, c.region, ${fixed(managementStateNameOf('g.management_state'))} as management_state,
           ${fixed(countsByStatus('g'))}
    from (${grouped}) g join search_cells c on c.organization_id = ${organizationId} and c.id = g.cell_id
    group by 1, 2, 3, 4`;
}
