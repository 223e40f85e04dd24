import { byCodeUnit } from '../../../domain/json/canonical.ts';
import { dimensions, facetNames, statusesOf, valuesOf } from '../../../domain/inventory/resource-filter.ts';
import type {
  Dimension,
  FacetEntry,
  FacetName,
  Facets,
  ResourceFilter,
} from '../../../domain/inventory/resource-filter.ts';
import { resourceStatuses } from '../../../domain/values.ts';
import type { ResourceStatus } from '../../../domain/values.ts';
import type { Tenant } from '../../tenant.ts';
import { dimensionCondition } from './conditions.ts';
import { execute, namedRowsOf, rowsOf } from '../../query.ts';
import { allOf, joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { dimensionCodes, dimensionNameOf } from './value-codes.ts';

export interface ResourceCounts {
  readonly total: number;
  readonly rowBounds: RowBounds;
  /** Each facet is counted without its own filter; largest count first. */
  readonly facets: Facets;
}

/** Upper bounds of the number of resources, including deleted ones, that each plan for a page reads. */
export interface RowBounds {
  /** Resources that match `q`, the membership filters and `asOf`. */
  readonly all: number;
  /** Of `all`, the resources in the accounts of the filter or, if it has none, of its types. */
  readonly listed: number;
  /** Of `all`, the resources in the accounts, regions and types of the filter. */
  readonly found: number;
}

/**
 * Counts total and facets of a filter without `q`, membership filters and `asOf` from the counts that triggers
 * maintain: `resource_pair_counts` for a facet under at most one other filter, `resource_counts` under more, and the
 * deltas that are not folded into them yet.
 */
export async function countResources(tenant: Tenant, filter: ResourceFilter): Promise<ResourceCounts> {
  const { organizationId } = tenant;
  const folded = (part: Part) => foldedRows(organizationId, part, filter);
  return toCounts(filter, await namedRowsOf(tenant, countQuery(filter, unfolded(organizationId), folded)));
}

/**
 * Counts total and facets from `cells`, a query with the columns of `dimensions` and one count per status. Used for `q`,
 * membership filters and `asOf`.
 */
export async function countCells(
  tenant: Tenant,
  filter: ResourceFilter,
  cells: Sql,
): Promise<ResourceCounts> {
  await raiseWorkMemory(tenant);
  return toCounts(filter, await rowsOf(tenant, countQuery(filter, cells)));
}

/** Counts total and facets of all resources except the ones counted in `cells`, a query as for {@link countCells}. */
export async function countAllExcept(
  tenant: Tenant,
  filter: ResourceFilter,
  cells: Sql,
): Promise<ResourceCounts> {
  await raiseWorkMemory(tenant);
  const { organizationId } = tenant;
  const negated = resourceStatuses.map((status) => `-${status}`).join(', ');
  const source = sql`${unfolded(organizationId)} union all
    select ${rawSql(dimensions.join(', '))}, ${rawSql(negated)} from (${cells}) others`;
  const folded = (part: Part) => foldedRows(organizationId, part, filter);
  return toCounts(filter, await rowsOf(tenant, countQuery(filter, source, folded)));
}

/**
 * Raises work_mem until the transaction ends, so that 100,000 cells are sorted in memory and not in a file, and sets of
 * up to six million ids are hashed: Postgres does not hash the set of an `in` that it estimates to exceed twice work_mem.
 */
export async function raiseWorkMemory(tenant: Tenant): Promise<void> {
  await execute(tenant, sql`select set_config('work_mem', '128MB', true)`);
}

const statusSums = resourceStatuses
  .map((status) => `coalesce(sum(${status}), 0)::bigint as ${status}`)
  .join(', ');

/** Returns a query for the current counts by cell `c` and management state. A cell can have several rows. */
export function currentCounts(organizationId: string, condition: Sql): Sql {
  return sql`
    select ${rawSql([...dimensions, ...resourceStatuses].map((column) => `c.${column}`).join(', '))}
    from resource_counts c where c.organization_id = ${organizationId} and ${condition}
    union all ${unfolded(organizationId, condition)}`;
}

/** Returns a query that sums the unfolded deltas, usually few, by cell `c` and management state. */
function unfolded(organizationId: string, condition = rawSql('true')): Sql {
  return sql`
    select c.resource_type, c.aws_account_id, c.region, d.management_state, ${rawSql(statusSums)}
    from resource_count_deltas d join search_cells c on c.organization_id = ${organizationId} and c.id = d.cell_id
    where d.organization_id = ${organizationId} and ${condition} group by 1, 2, 3, 4`;
}

type FacetDimension = Dimension & FacetName;
const facetDimensions = dimensions.filter((dimension): dimension is FacetDimension =>
  facetNames.some((name) => name === dimension),
);

/** Facets and sums that are counted under the same filters, in one pass over the rows. */
interface Part {
  readonly under: readonly Dimension[];
  readonly facets: readonly FacetDimension[];
  /** Whether to count the sums over all rows. */
  readonly sums: boolean;
}

/** Returns a part per facet, without the facet's own filter, and parts for the total and the {@link RowBounds}. */
function partsOf(filter: ResourceFilter): readonly Part[] {
  const filtered = dimensions.filter((dimension) => valuesOf(filter, dimension) !== undefined);
  const facets = facetDimensions.map((facet) => ({
    under: filtered.filter((dimension) => dimension !== facet),
    facets: [facet],
    sums: false,
  }));
  const sums = [filtered, ...Object.values(rowBoundFilters(filter))].map((under) => {
    return { under, facets: [], sums: true };
  });
  const parts = new Map<string, Part>();
  for (const { under, ...needed } of [...facets, ...sums]) {
    const known = parts.get(under.join());
    parts.set(under.join(), {
      under,
      facets: [...(known?.facets ?? []), ...needed.facets],
      sums: known?.sums === true || needed.sums,
    });
  }
  return [...parts.values()];
}

/** Returns the filters under which each number of {@link RowBounds} is counted. */
function rowBoundFilters(filter: ResourceFilter): Readonly<Record<keyof RowBounds, readonly Dimension[]>> {
  const filtered = identity.filter((dimension) => valuesOf(filter, dimension) !== undefined);
  const listed = (['aws_account_id', 'resource_type'] as const).find((dimension) =>
    filtered.includes(dimension),
  );
  return { all: [], listed: listed === undefined ? [] : [listed], found: filtered };
}

/** The dimensions that are the leading columns of the unique index on a resource's identity. */
const identity = dimensions.filter((dimension) => dimension !== 'management_state');

/** Returns a query that counts `cells` for every part, together with stored counts. */
function countQuery(
  filter: ResourceFilter,
  cells: Sql,
  stored: (part: Part) => readonly Sql[] = () => [],
): Sql {
  const counted = partsOf(filter).flatMap((part) => [...stored(part), grouped(part, 'cells', filter)]);
  return sql`with cells as (${cells}) ${joinSql(counted, ' union all ')}`;
}

/** Returns a query that sums a table with the columns of `dimensions` and one count per status, in one pass. */
function grouped(
  { under, facets, sums }: Part,
  table: 'cells' | 'resource_counts',
  filter: ResourceFilter,
  own: readonly Sql[] = [],
): Sql {
  const sets = [...facets.map((facet) => `(${facet})`), ...(sums ? ['()'] : [])];
  const first = (text: (facet: FacetDimension) => string) =>
    facets.length === 0
      ? "''::text"
      : `case ${facets.map((facet) => `when grouping(${facet}) = 0 then ${text(facet)}`).join(' ')} else '' end`;
  return sql`
    select ${rawSql(`'${under.join()}'::text`)} as part, ${rawSql(first((facet) => `'${facet}'`))} as name,
           ${rawSql(first((facet) => `${facet}::text`))} as value, ${rawSql(statusSums)}
    from ${rawSql(table)} where ${allOf([...own, ...under.flatMap((dimension) => dimensionCondition(filter, dimension, dimension))])}
    group by grouping sets (${rawSql(sets.join(', '))})`;
}

/** Returns queries for the folded counts of a part: from `resource_pair_counts` under at most two filters. */
function foldedRows(organizationId: string, part: Part, filter: ResourceFilter): readonly Sql[] {
  const { under, facets, sums } = part;
  const own = sql`organization_id = ${organizationId}`;
  if (under.length > 2 || (under.length > 1 && facets.length > 0))
    return [grouped(part, 'resource_counts', filter, [own])];
  const [first, second] = under;
  const paired = (name: string, value: string, isSummed: boolean, where: readonly Sql[]) => sql`
    select ${rawSql(`'${under.join()}'::text as part, ${name} as name, ${value} as value`)},
           ${rawSql(isSummed ? statusSums : resourceStatuses.join(', '))}
    from resource_pair_counts where ${allOf([own, ...where])} ${rawSql(isSummed ? 'group by 2, 3' : '')}`;
  const facetName = dimensionNameOf('facet');
  const counted = [];
  if (facets.length > 0)
    counted.push(
      paired(facetName, 'value', first !== undefined && !isSingle(first, filter), [
        rawSql(`facet in (${facets.map((facet) => dimensionCodes[facet]).join(', ')})`),
        ...pairedWith(first, filter),
      ]),
    );
  if (sums) {
    const isSummed = under.some((dimension) => !isSingle(dimension, filter));
    counted.push(
      paired("''", "''", isSummed, [
        rawSql(`facet = ${first === undefined ? 0 : dimensionCodes[first]}`),
        ...pairedWith(second, filter),
        ...(first === undefined ? [] : [isOneOf('value', first, filter)]),
      ]),
    );
  }
  return counted;
}

/** Codes are literals and a single value is compared with `=`, so that a generic plan is as fast as a custom one. */
function pairedWith(dimension: Dimension | undefined, filter: ResourceFilter): readonly Sql[] {
  return dimension === undefined
    ? [rawSql("other = 0 and other_value = ''")]
    : [rawSql(`other = ${dimensionCodes[dimension]}`), isOneOf('other_value', dimension, filter)];
}

function isOneOf(column: 'value' | 'other_value', dimension: Dimension, filter: ResourceFilter): Sql {
  const values = valuesOf(filter, dimension) ?? [];
  return isSingle(dimension, filter)
    ? sql`${rawSql(column)} = ${values[0] ?? ''}`
    : sql`${rawSql(column)} = any(${values}::text[])`;
}

function isSingle(dimension: Dimension, filter: ResourceFilter): boolean {
  return valuesOf(filter, dimension)?.length === 1;
}

type StatusCounts = Readonly<Record<ResourceStatus, number>>;

type CountRow = StatusCounts & {
  /** The dimensions whose filters apply to the count, joined by commas. */
  readonly part: string;
  readonly name: FacetDimension | '';
  readonly value: string;
};

function toCounts(filter: ResourceFilter, rows: readonly CountRow[]): ResourceCounts {
  const chosen = statusesOf(filter);
  const filtered = dimensions.filter((dimension) => valuesOf(filter, dimension) !== undefined);
  const sumOf = (under: readonly Dimension[], statuses: readonly ResourceStatus[]) =>
    rows
      .filter((row) => row.part === under.join() && row.name === '')
      .reduce((total, row) => total + countOf(row, statuses), 0);
  const entriesOf = (facet: FacetDimension): readonly FacetEntry[] => {
    const counts = new Map<string, number>();
    for (const row of rows)
      if (row.name === facet) counts.set(row.value, (counts.get(row.value) ?? 0) + countOf(row, chosen));
    return [...counts].map(([value, count]) => ({ value, count }));
  };
  const facets = facetNames.map((name) => {
    const entries =
      name === 'status'
        ? resourceStatuses.map((status) => ({ value: status, count: sumOf(filtered, [status]) }))
        : entriesOf(name);
    const sorted = entries
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count || byCodeUnit(a.value, b.value));
    return [name, sorted] as const;
  });
  const under = rowBoundFilters(filter);
  const rowBound = (name: keyof RowBounds) => sumOf(under[name], resourceStatuses);
  return {
    total: sumOf(filtered, chosen),
    rowBounds: { all: rowBound('all'), listed: rowBound('listed'), found: rowBound('found') },
    facets: Object.fromEntries(facets) as unknown as Facets,
  };
}

function countOf(row: StatusCounts, statuses: readonly ResourceStatus[]): number {
  return statuses.reduce((sum, status) => sum + row[status], 0);
}
