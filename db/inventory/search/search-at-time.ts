import type { HistoryTime } from '../../../domain/inventory/history-time.ts';
import { dimensions, statusesOf, valuesOf } from '../../../domain/inventory/resource-filter.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import { resourceStatuses } from '../../../domain/values.ts';
import type { Tenant } from '../../tenant.ts';
import { countsByStatus, statusCodes } from './value-codes.ts';
import { dimensionCondition } from './conditions.ts';
import { countCells, countResources } from './count-resources.ts';
import type { ResourceCounts } from './count-resources.ts';
import { inCandidateSet } from './candidate-set.ts';
import type { CandidateSet } from './candidate-set.ts';
import { selectResourceRowsAt } from './resource-row.ts';
import type { Positioned, ResourceRow } from './resource-row.ts';
import type { PageRequest } from './sort-keys.ts';
import { countInventory } from './count-inventory.ts';
import { keyAt } from './sort-keys.ts';
import { rowsOf } from '../../query.ts';
import { allOf, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/** Counts total and facets of the inventory as it was at `asOf`. */
export async function countResourcesAt(
  tenant: Tenant,
  filter: ResourceFilter,
  asOf: HistoryTime,
  candidates: CandidateSet | undefined,
): Promise<ResourceCounts> {
  const { organizationId } = tenant;
  return countCells(
    tenant,
    filter,
    sql`
      select c.resource_type, c.aws_account_id, c.region, 'unknown' as management_state, ${rawSql(resourceStatuses.join(', '))}
      from (
        select h.cell_id, ${rawSql(countsByStatus('h.status'))} from resource_history h
        where h.organization_id = ${organizationId} and ${validAt(asOf)}
          and ${allOf(inCandidateSet(candidates, 'h.resource_id'))}
        group by 1
      ) g join search_cells c on c.organization_id = ${organizationId} and c.id = g.cell_id`,
  );
}

/** Returns a page of the inventory as it was at `asOf`. */
export async function findPageAt(
  tenant: Tenant,
  filter: ResourceFilter,
  asOf: HistoryTime,
  candidates: CandidateSet | undefined,
  request: PageRequest,
): Promise<readonly (ResourceRow & Positioned)[]> {
  const { organizationId } = tenant;
  const key = keyAt(request.sort, 'h', 'r');
  const rowLimit = request.limit + 1;
  const own = sql`h.organization_id = ${organizationId} and ${validAt(asOf)}`;
  const ofVersion = [
    ...statusConditionAt(filter),
    ...key.after(request.after, 'h.resource_id'),
    ...inCandidateSet(candidates, 'h.resource_id'),
  ];
  const ofResource = dimensions.flatMap((dimension) =>
    dimensionCondition(filter, dimension, `r.${dimension}`),
  );
  const order = sql`order by ${key.column} ${key.direction}, h.resource_id ${key.direction} limit ${rowLimit}`;
  const sorts = candidates?.ids !== undefined || (await isSmall(tenant, filter, request));
  const isVersionSort = request.sort.column === 'last_changed_at' || request.sort.column === 'name';
  let page: Sql;
  // `offset 0` prevents the planner from reading the index of the sort order: sorting the few matches is cheaper.
  if (sorts)
    page = sql`select id, key from (
        select h.resource_id as id, ${key.column} as key from resources r
        join resource_history h on h.resource_id = r.id and ${own}
        where r.organization_id = ${organizationId} and ${allOf([...ofResource, ...ofVersion])} offset 0) found
      order by key ${key.direction}, id ${key.direction} limit ${rowLimit}`;
  else if (isVersionSort)
    page = sql`select h.resource_id as id, ${key.column} as key from resource_history h
      where ${own} and h.last_changed_at <= ${asOf} and ${allOf([...cellCondition(organizationId, filter), ...ofVersion])}
      ${order}`;
  else
    page = sql`select h.resource_id as id, ${key.column} as key from resources r
      cross join lateral (select * from resource_history h where h.resource_id = r.id and ${own} limit 1) h
      where r.organization_id = ${organizationId} and r.first_discovered_at <= ${asOf}
        and ${allOf([...ofResource, ...ofVersion])} ${order}`;
  return rowsOf<ResourceRow & Positioned>(
    tenant,
    selectResourceRowsAt(organizationId, page, key.direction, asOf),
  );
}

/** Returns the condition that the row `h` of `resource_history` is the version at `asOf`. */
export function validAt(asOf: HistoryTime): Sql {
  return sql`h.valid_from <= ${asOf} and h.valid_to > ${asOf}`;
}

/** Returns the condition of the filter on the status of the version `h`. */
export function statusConditionAt(filter: ResourceFilter): readonly Sql[] {
  const statuses = statusesOf(filter);
  return statuses.length === resourceStatuses.length
    ? []
    : [sql`h.status = any(${statuses.map((status) => statusCodes[status])}::smallint[])`];
}

/** Returns the filters on account, region and type as a list of cell ids, which the sort order's index includes. */
function cellCondition(organizationId: string, filter: ResourceFilter): readonly Sql[] {
  const conditions = dimensions.flatMap((dimension) =>
    dimensionCondition(filter, dimension, `c.${dimension}`),
  );
  if (conditions.length === 0) return [];
  return [
    sql`h.cell_id = any(array(select c.id from search_cells c
      where c.organization_id = ${organizationId} and ${allOf(conditions)}))`,
  ];
}

/** Returns whether few resources, of any time, match account, region and type, so that sorting them is cheap. */
async function isSmall(tenant: Tenant, filter: ResourceFilter, request: PageRequest): Promise<boolean> {
  if (dimensions.every((dimension) => valuesOf(filter, dimension) === undefined)) return false;
  const { resourceTypes, accountIds, regions } = filter;
  const { total } = await countResources(tenant, {
    resourceTypes,
    accountIds,
    regions,
    includeDeleted: true,
  });
  return total * total <= (request.limit + 1) * (await countInventory(tenant));
}
