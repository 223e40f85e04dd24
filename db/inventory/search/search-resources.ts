import { dimensions, valuesOf } from '../../../domain/inventory/resource-filter.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import { resourceStatuses } from '../../../domain/values.ts';
import type { Tenant } from '../../tenant.ts';
import { countResourcesAt, findPageAt } from './search-at-time.ts';
import { countsByStatus, managementStateNameOf } from './value-codes.ts';
import { countAllExcept, countCells, countResources } from './count-resources.ts';
import type { ResourceCounts } from './count-resources.ts';
import { resourceConditions } from './conditions.ts';
import { findCandidates, inCandidateSet, lookedUpInCandidateSet } from './candidate-set.ts';
import type { CandidateSet } from './candidate-set.ts';
import { selectResourceRows } from './resource-row.ts';
import type { Positioned, ResourceRow } from './resource-row.ts';
import { countInventory } from './count-inventory.ts';
import { namedRowsOf, rowsOf } from '../../query.ts';
import { allOf, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { keyOf } from './sort-keys.ts';
import type { PageRequest } from './sort-keys.ts';

export interface FoundResources extends ResourceCounts {
  /** One row more than the limit when there are more. */
  readonly rows: readonly (ResourceRow & Positioned)[];
}

/** Returns a page of the inventory with total and facets. The caller opens a snapshot transaction. */
export async function searchResources(
  tenant: Tenant,
  filter: ResourceFilter,
  request: PageRequest,
): Promise<FoundResources> {
  const candidates = await findCandidates(tenant, filter);
  const counts = await countMatches(tenant, filter, candidates);
  const rows = await findPage(tenant, filter, candidates, counts, request);
  return { ...counts, rows };
}

/** Counts total and facets of a filter. */
export async function countMatches(
  tenant: Tenant,
  filter: ResourceFilter,
  candidates: CandidateSet | undefined,
): Promise<ResourceCounts> {
  if (filter.asOf !== undefined) return countResourcesAt(tenant, filter, filter.asOf, candidates);
  if (candidates === undefined) return countResources(tenant, filter);
  const cells = candidates.cells ?? countCandidatesByCell(tenant.organizationId, candidates, filter);
  return candidates.text?.inMost === true
    ? countAllExcept(tenant, filter, cells)
    : countCells(tenant, filter, cells);
}

/** Returns a page. Chooses one of three plans by the counts that {@link countMatches} returned. */
export async function findPage(
  tenant: Tenant,
  filter: ResourceFilter,
  candidates: CandidateSet | undefined,
  { total, rowBounds }: Pick<ResourceCounts, 'total' | 'rowBounds'>,
  request: PageRequest,
): Promise<readonly (ResourceRow & Positioned)[]> {
  if (total === 0) return [];
  if (filter.asOf !== undefined) return findPageAt(tenant, filter, filter.asOf, candidates, request);
  const { organizationId } = tenant;
  const key = keyOf(request.sort, 'r');
  const afterCursor = [sql`r.organization_id = ${organizationId}`, ...key.after(request.after, 'r.id')];
  const ofResource = resourceConditions(filter, 'r');
  const order = (column: Sql) => sql`order by ${column} ${key.direction}, r.id ${key.direction}`;
  const isUnfiltered =
    candidates === undefined && dimensions.every((dimension) => valuesOf(filter, dimension) === undefined);
  const runQuery = isUnfiltered ? namedRowsOf : rowsOf;
  const readPage = (page: Sql) =>
    runQuery<ResourceRow & Positioned>(tenant, selectResourceRows(organizationId, page, key.direction));

  // Plan 1: read a limited number of entries of the sort order's index and test each against the candidates.
  const steps = candidates === undefined ? undefined : await walkLimit(tenant, candidates, total, request);
  if (steps !== undefined) {
    const walked = sql`select r.id, ${key.column} as key, ${rawSql(filterColumns)} from resources r
      where ${allOf(afterCursor)} ${order(key.column)} limit ${steps}`;
    const rows = await readPage(sql`select r.id, r.key from (${walked}) r
      where ${allOf([...ofResource, ...inCandidateSet(candidates, 'r.id')])} ${order(rawSql('r.key'))}
      limit ${request.limit + 1}`);
    if (rows.length > request.limit) return rows;
  }
  // Plan 2: read all matches and sort them. `offset 0` prevents the planner from choosing plan 3.
  // Plan 3: read the index of the sort order until the page is full.
  const hasSet = candidates !== undefined && candidates.text === undefined;
  const sorts = hasSet || isCheapToSort(filter, { total, rowBounds }, request);
  const ofCandidates = (sorts ? lookedUpInCandidateSet : inCandidateSet)(candidates, 'r.id');
  const found = sql`select r.id, ${key.column} as key from resources r
    where ${allOf([...afterCursor, ...ofResource, ...ofCandidates])}`;
  return readPage(
    sorts
      ? sql`select id, key from (${found} offset 0) found order by key ${key.direction}, id ${key.direction}
          limit ${request.limit + 1}`
      : sql`${found} ${order(key.column)} limit ${request.limit + 1}`,
  );
}

/**
 * Returns how many entries of the sort order's index to read for a page of many candidates, or `undefined` when reading
 * and sorting all of them is cheaper. The number is limited, because the positions of the candidates in the sort order
 * are unknown.
 */
async function walkLimit(
  tenant: Tenant,
  { ids, text }: CandidateSet,
  total: number,
  { limit }: PageRequest,
): Promise<number | undefined> {
  const sorted = ids?.count ?? total;
  if (text !== undefined || sorted < minIdsToWalk) return undefined;
  const expected = ((limit + 1) * (await countInventory(tenant))) / total;
  const isCheaper = expected * (ids === undefined ? entriesPerTest : 1) < sorted * entriesPerListedRow;
  return isCheaper ? Math.ceil(expected * walkMargin) : undefined;
}

/** The filtered columns. Every index of a sort order includes them. */
const filterColumns = [...dimensions, 'status'].map((column) => `r.${column}`).join(', ');

/** Reading and sorting fewer ids takes a few milliseconds. */
const minIdsToWalk = 500;
/** The cost of reading the row of a listed id, in index entries walked. */
const entriesPerListedRow = 14;
/** The cost of testing a resource without a list of ids, in index entries walked. */
const entriesPerTest = 20;
/** The limit of a walk, as a multiple of its expected length. */
const walkMargin = 1.5;

/**
 * Returns whether reading and sorting all matches is cheaper than reading the index of the sort order until the page is
 * full. The default order has indexes by account and by type; in other orders the index contains all resources.
 */
function isCheapToSort(
  filter: ResourceFilter,
  { total, rowBounds }: Pick<ResourceCounts, 'total' | 'rowBounds'>,
  { sort, limit }: PageRequest,
): boolean {
  if (total <= limit) return true;
  const { regions, resourceTypes } = filter;
  const accountIds = valuesOf(filter, 'aws_account_id');
  const listed = accountIds ?? resourceTypes;
  if (listed === undefined) return false;
  const hasListIndex = sort.column === 'last_changed_at' && listed.length === 1;
  const walked = ((limit + 1) * (hasListIndex ? rowBounds.listed : rowBounds.all)) / total;
  const byIdentity = accountIds !== undefined && (regions !== undefined || resourceTypes !== undefined);
  return (byIdentity ? rowBounds.found : rowBounds.listed) * entriesPerRow <= walked;
}

/** The cost of reading a row through an index, in entries of a covering index. */
const entriesPerRow = 8;

/**
 * Returns a query for the number of candidates by cell and status, as {@link countCells} expects it; by management state
 * only when the filter has one.
 */
function countCandidatesByCell(
  organizationId: string,
  candidates: CandidateSet,
  filter: ResourceFilter,
): Sql {
  const { text } = candidates;
  const byManagement = filter.managementStates !== undefined;
  const statuses = rawSql(resourceStatuses.join(', '));
  const counted = candidates.ids?.counted;
  const grouped =
    text === undefined
      ? sql`select s.cell_id, ${rawSql(byManagement ? 's.management_state' : 'null')} as management_state,
            ${rawSql(countsByStatus('s.status'))}
          from ${
            counted === undefined
              ? sql`resource_search s
                where s.organization_id = ${organizationId} and ${allOf(lookedUpInCandidateSet(candidates, 's.resource_id'))}`
              : sql`unnest(${counted.cells}::integer[], ${counted.statuses}::smallint[],
                ${counted.managementStates}::smallint[]) s (cell_id, status, management_state)`
          }
          group by 1, 2`
      : sql`select cell_id, management_state, ${statuses}
          from search_text_counts(${text.q}, ${text.byIndex}, ${text.inMost}, ${byManagement})`;
  const managementState = byManagement ? managementStateNameOf('g.management_state') : 'null::text';
  return sql`
    select c.resource_type, c.aws_account_id, c.region, ${rawSql(managementState)} as management_state, ${statuses}
    from (${grouped}) g join search_cells c on c.organization_id = ${organizationId} and c.id = g.cell_id`;
}
