import { dimensions, valuesOf } from '../../../domain/inventory/resource-filter.ts';
import type { ResourceFilter, ResourceSort } from '../../../domain/inventory/resource-filter.ts';
import { resourceStatuses } from '../../../domain/values.ts';
import type { Tenant } from '../../tenant.ts';
import { countAt, pageAt } from './search-past.ts';
import { countsByStatus, managementStateNameOf } from './codes.ts';
import { countAllBut, countCells, countResources } from './count-resources.ts';
import type { ResourceCounts } from './count-resources.ts';
import { resourceConditions } from './conditions.ts';
import { findCandidates, inCandidateSet } from './candidate-set.ts';
import type { FoundIds, CandidateSet } from './candidate-set.ts';
import { presentRows } from './resource-row.ts';
import type { Positioned, ResourceRow } from './resource-row.ts';
import { sizeOfInventory } from './size-of-inventory.ts';
import { allOf, fixed, preparedRowsOf, rowsOf, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { keyOf } from './sort-keys.ts';
import { withinEnvironments } from './within-environments.ts';

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
  asked: ResourceFilter,
  wanted: PageWanted,
): Promise<FoundResources> {
  const filter = await withinEnvironments(tenant, asked);
  const candidates = await findCandidates(tenant, filter);
  const counts = await countFound(tenant, filter, candidates);
  const rows = await pageOfFound(tenant, filter, candidates, counts, wanted);
  return { ...counts, rows };
}

/** Total and facets of a filter. */
export async function countFound(
  tenant: Tenant,
  filter: ResourceFilter,
  candidates: CandidateSet | undefined,
): Promise<ResourceCounts> {
  if (filter.asOf !== undefined) return countAt(tenant, filter, filter.asOf, candidates);
  if (candidates === undefined) return countResources(tenant, filter);
  const cells = foundCells(tenant.organizationId, candidates, filter);
  return candidates.text?.inMost === true
    ? countAllBut(tenant, filter, cells)
    : countCells(tenant, filter, cells);
}

/** The page itself; the counts are what {@link countFound} has answered, and choose the way. */
export async function pageOfFound(
  tenant: Tenant,
  filter: ResourceFilter,
  candidates: CandidateSet | undefined,
  { total, reach }: Pick<ResourceCounts, 'total' | 'reach'>,
  wanted: PageWanted,
): Promise<readonly (ResourceRow & Positioned)[]> {
  if (total === 0) return [];
  if (filter.asOf !== undefined) return pageAt(tenant, filter, filter.asOf, candidates, wanted);
  const { organizationId } = tenant;
  const key = keyOf(wanted.sort, 'r');
  const behind = [sql`r.organization_id = ${organizationId}`, ...key.after(wanted.after, 'r.id')];
  const asked = [...resourceConditions(filter, 'r'), ...inCandidateSet(candidates, 'r.id')];
  const order = (column: Sql) => sql`order by ${column} ${key.direction}, r.id ${key.direction}`;
  const isOpen =
    candidates === undefined && dimensions.every((dimension) => valuesOf(filter, dimension) === undefined);
  const ask = isOpen ? preparedRowsOf : rowsOf;
  const present = (page: Sql) =>
    ask<ResourceRow & Positioned>(tenant, presentRows(organizationId, page, key.direction));

  const steps = await stepsWorthWalking(tenant, candidates?.ids, total, wanted);
  if (steps !== undefined) {
    const walked = sql`select r.id, ${key.column} as key, ${fixed(filterColumns)} from resources r
      where ${allOf(behind)} ${order(key.column)} limit ${steps}`;
    const rows = await present(sql`select r.id, r.key from (${walked}) r
      where ${allOf(asked)} ${order(fixed('r.key'))} limit ${wanted.limit + 1}`);
    if (rows.length > wanted.limit) return rows;
  }
  const found = sql`select r.id, ${key.column} as key from resources r where ${allOf([...behind, ...asked])}`;
  const collects = candidates?.ids !== undefined || isFew(filter, { total, reach }, wanted);
  return present(
    collects
      ? sql`select id, key from (${found} offset 0) found order by key ${key.direction}, id ${key.direction}
          limit ${wanted.limit + 1}`
      : sql`${found} ${order(key.column)} limit ${wanted.limit + 1}`,
  );
}

/**
 * How far to walk through all resources for a page of many listed ones before collecting and sorting these; `undefined`
 * when collecting is cheaper. Where the listed ones lie in the order is not known, so that the walk must end.
 */
async function stepsWorthWalking(
  tenant: Tenant,
  ids: FoundIds | undefined,
  total: number,
  { limit }: PageWanted,
): Promise<number | undefined> {
  if (ids === undefined || ids.count < leastToWalkFor) return undefined;
  const expected = ((limit + 1) * (await sizeOfInventory(tenant))) / total;
  return expected < ids.count * collectedByEntry ? Math.ceil(expected * walkMargin) : undefined;
}

/** What filters ask of, as every index of a sort order has it. */
const filterColumns = [...dimensions, 'status'].map((column) => `r.${column}`).join(', ');

/** Fewer are collected in a few milliseconds. */
const leastToWalkFor = 500;
/** What finding and reading a listed row costs, in entries of the walked index. */
const collectedByEntry = 14;
/** So much longer than on average a walk may take to fill the page. */
const walkMargin = 1.5;

/**
 * Whether finding all of the answer and sorting it is cheaper than walking an index in the order wanted until the page
 * is full. In the default order the walk is through the resources of one account or type, otherwise through all.
 */
function isFew(
  filter: ResourceFilter,
  { total, reach }: Pick<ResourceCounts, 'total' | 'reach'>,
  { sort, limit }: PageWanted,
): boolean {
  if (total <= limit) return true;
  const { regions, resourceTypes } = filter;
  const accountIds = valuesOf(filter, 'aws_account_id');
  const listed = accountIds ?? resourceTypes;
  if (listed === undefined) return false;
  const isListed = sort.column === 'last_changed_at' && listed.length === 1;
  const walked = ((limit + 1) * (isListed ? reach.listed : reach.all)) / total;
  const byIdentity = accountIds !== undefined && (regions !== undefined || resourceTypes !== undefined);
  return (byIdentity ? reach.found : reach.listed) * rowByEntry <= walked;
}

/** What reading a row that an index has found costs, in entries of an index that has all that is asked for. */
const rowByEntry = 8;

/**
 * How many of the candidates resources there are in each cell, as {@link countCells} wants them; by management state only
 * when that is asked for.
 */
function foundCells(organizationId: string, candidates: CandidateSet, filter: ResourceFilter): Sql {
  const { text } = candidates;
  const byManagement = filter.managementStates !== undefined;
  const statuses = fixed(resourceStatuses.join(', '));
  const counted = candidates.ids?.counted;
  const grouped =
    text === undefined
      ? sql`select s.cell_id, ${fixed(byManagement ? 's.management_state' : 'null')} as management_state,
            ${fixed(countsByStatus('s.status'))}
          from ${
            counted === undefined
              ? sql`resource_search s
                where s.organization_id = ${organizationId} and ${allOf(inCandidateSet(candidates, 's.resource_id'))}`
              : sql`unnest(${counted.cells}::integer[], ${counted.statuses}::smallint[],
                ${counted.managementStates}::smallint[]) s (cell_id, status, management_state)`
          }
          group by 1, 2`
      : sql`select cell_id, management_state, ${statuses}
          from search_text_counts(${text.q}, ${text.byIndex}, ${text.inMost}, ${byManagement})`;
  const managementState = byManagement ? managementStateNameOf('g.management_state') : 'null::text';
  return sql`
    select c.resource_type, c.aws_account_id, c.region, ${fixed(managementState)} as management_state, ${statuses}
    from (${grouped}) g join search_cells c on c.organization_id = ${organizationId} and c.id = g.cell_id`;
}
