import { dimensions, statusesOf, valuesOf } from '../../../domain/inventory/resource-filter.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import { resourceStatuses } from '../../../domain/values.ts';
import type { Tenant } from '../../tenant.ts';
import { countsByStatus, statusCode } from './codes.ts';
import { dimensionCondition } from './conditions.ts';
import { countCells, countResources } from './count-resources.ts';
import type { ResourceCounts } from './count-resources.ts';
import { inCandidateSet } from './candidate-set.ts';
import type { CandidateSet } from './candidate-set.ts';
import { presentRowsAt } from './resource-row.ts';
import type { Positioned, ResourceRow } from './resource-row.ts';
import type { PageWanted } from './search-resources.ts';
import { sizeOfInventory } from './size-of-inventory.ts';
import { keyAt } from './sort-keys.ts';
import { allOf, fixed, rowsOf, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/** Total and facets of the inventory as it was. */
export async function countAt(
  tenant: Tenant,
  filter: ResourceFilter,
  asOf: Date,
  candidates: CandidateSet | undefined,
): Promise<ResourceCounts> {
  const { organizationId } = tenant;
  return countCells(
    tenant,
    filter,
    sql`
      select c.resource_type, c.aws_account_id, c.region, 'unknown' as management_state, ${fixed(resourceStatuses.join(', '))}
      from (
        select h.cell_id, ${fixed(countsByStatus('h.status'))} from resource_history h
        where h.organization_id = ${organizationId} and ${validAt(asOf)}
          and ${allOf(inCandidateSet(candidates, 'h.resource_id'))}
        group by 1
      ) g join search_cells c on c.organization_id = ${organizationId} and c.id = g.cell_id`,
  );
}

/** A page of the inventory as it was. */
export async function pageAt(
  tenant: Tenant,
  filter: ResourceFilter,
  asOf: Date,
  candidates: CandidateSet | undefined,
  wanted: PageWanted,
): Promise<readonly (ResourceRow & Positioned)[]> {
  const { organizationId } = tenant;
  const key = keyAt(wanted.sort, 'h', 'r');
  const atMost = wanted.limit + 1;
  const own = sql`h.organization_id = ${organizationId} and ${validAt(asOf)}`;
  const asked = [
    ...statusCondition(filter),
    ...key.after(wanted.after, 'h.resource_id'),
    ...inCandidateSet(candidates, 'h.resource_id'),
  ];
  const ofResource = dimensions.flatMap((dimension) =>
    dimensionCondition(filter, dimension, `r.${dimension}`),
  );
  const order = sql`order by ${key.column} ${key.direction}, h.resource_id ${key.direction} limit ${atMost}`;
  const collects = candidates?.ids !== undefined || (await isSmall(tenant, filter, wanted));
  const byVersion = wanted.sort.column === 'last_changed_at' || wanted.sort.column === 'name';
  let page: Sql;
  if (collects)
    page = sql`select id, key from (
        select h.resource_id as id, ${key.column} as key from resources r
        join resource_history h on h.resource_id = r.id and ${own}
        where r.organization_id = ${organizationId} and ${allOf([...ofResource, ...asked])} offset 0) found
      order by key ${key.direction}, id ${key.direction} limit ${atMost}`;
  else if (byVersion)
    page = sql`select h.resource_id as id, ${key.column} as key from resource_history h
      where ${own} and h.last_changed_at <= ${asOf} and ${allOf([...cellCondition(organizationId, filter), ...asked])}
      ${order}`;
  else
    page = sql`select h.resource_id as id, ${key.column} as key from resources r
      cross join lateral (select * from resource_history h where h.resource_id = r.id and ${own} limit 1) h
      where r.organization_id = ${organizationId} and r.first_discovered_at <= ${asOf}
        and ${allOf([...ofResource, ...asked])} ${order}`;
  return rowsOf<ResourceRow & Positioned>(tenant, presentRowsAt(organizationId, page, key.direction, asOf));
}

function validAt(asOf: Date): Sql {
  return sql`h.valid_from <= ${asOf} and h.valid_to > ${asOf}`;
}

function statusCondition(filter: ResourceFilter): readonly Sql[] {
  const statuses = statusesOf(filter);
  return statuses.length === resourceStatuses.length
    ? []
    : [sql`h.status = any(${statuses.map(statusCode)}::smallint[])`];
}

/** The filters on account, region and type as a list of cells, which the walked index carries. */
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

/** Whether the resources that account, region and type leave over, of any time, are few enough to sort. */
async function isSmall(tenant: Tenant, filter: ResourceFilter, wanted: PageWanted): Promise<boolean> {
  if (dimensions.every((dimension) => valuesOf(filter, dimension) === undefined)) return false;
  const { resourceTypes, accountIds, withinAccounts, regions } = filter;
  const { total } = await countResources(tenant, {
    resourceTypes,
    accountIds,
    withinAccounts,
    regions,
    includeDeleted: true,
  });
  return total * total <= (wanted.limit + 1) * (await sizeOfInventory(tenant));
}
