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
import { queryOf } from '../../tenant.ts';
import type { Tenant } from '../../tenant.ts';
import { dimensionCodes, dimensionNameOf } from './codes.ts';
import { dimensionCondition } from './conditions.ts';
import { allOf, fixed, joinSql, preparedRowsOf, rowsOf, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

export interface ResourceCounts {
  readonly total: number;
  readonly reach: Reach;
  /** Each counted as if its own filter were not set; the largest first. */
  readonly facets: Facets;
}

/** How many resources, deleted ones too, each way to a page of the filter goes through at most. */
export interface Reach {
  /** Those that `q`, `tag` and `asOf` leave. */
  readonly all: number;
  /** Those of the accounts asked for or, without these, of the types. */
  readonly listed: number;
  /** Those that the accounts, regions and types asked for leave. */
  readonly found: number;
}

/**
 * Total and facets of a filter without `q`, `tag` and `asOf`, from the counts that the triggers keep: one other
 * filter is answered by the pair table, more by the full one; what is not folded yet is added.
 */
export async function countResources(tenant: Tenant, filter: ResourceFilter): Promise<ResourceCounts> {
  const { organizationId } = tenant;
  const folded = (part: Part) => foldedRows(organizationId, part, filter);
  return toCounts(filter, await preparedRowsOf(tenant, countQuery(filter, unfolded(organizationId), folded)));
}

/**
 * The same from any source of counted cells: a query with the columns of `dimensions` and one count per status. For
 * text, tags and the past.
 */
export async function countCells(
  tenant: Tenant,
  filter: ResourceFilter,
  cells: Sql,
): Promise<ResourceCounts> {
  await groupInMemory(tenant);
  return toCounts(filter, await rowsOf(tenant, countQuery(filter, cells)));
}

/** Everything but the counted cells. */
export async function countAllBut(
  tenant: Tenant,
  filter: ResourceFilter,
  cells: Sql,
): Promise<ResourceCounts> {
  await groupInMemory(tenant);
  const { organizationId } = tenant;
  const negated = resourceStatuses.map((status) => `-${status}`).join(', ');
  const source = sql`${unfolded(organizationId)} union all
    select ${fixed(dimensions.join(', '))}, ${fixed(negated)} from (${cells}) others`;
  const folded = (part: Part) => foldedRows(organizationId, part, filter);
  return toCounts(filter, await rowsOf(tenant, countQuery(filter, source, folded)));
}

/** A hundred thousand cells must not be sorted through a file. For the rest of the transaction. */
async function groupInMemory(tenant: Tenant): Promise<void> {
  await queryOf(tenant).raw("select set_config('work_mem', '64MB', true)");
}

const statusSums = resourceStatuses
  .map((status) => `coalesce(sum(${status}), 0)::bigint as ${status}`)
  .join(', ');

/** The deltas of the organization by cell; mostly a handful. */
function unfolded(organizationId: string): Sql {
  return sql`
    select c.resource_type, c.aws_account_id, c.region, d.management_state, ${fixed(statusSums)}
    from resource_count_deltas d join search_cells c on c.organization_id = ${organizationId} and c.id = d.cell_id
    where d.organization_id = ${organizationId} group by 1, 2, 3, 4`;
}

type FacetDimension = Dimension & FacetName;
const facetDimensions = dimensions.filter((dimension): dimension is FacetDimension =>
  facetNames.some((name) => name === dimension),
);

/** What is counted under the same filters, so that one pass over the rows counts it all. */
interface Part {
  readonly under: readonly Dimension[];
  readonly facets: readonly FacetDimension[];
  /** Whether the sums of all are wanted. */
  readonly sums: boolean;
}

/** Each facet without its own filter, and sums under all filters and under those that {@link Reach} names. */
function partsOf(filter: ResourceFilter): readonly Part[] {
  const filtered = dimensions.filter((dimension) => valuesOf(filter, dimension) !== undefined);
  const facets = facetDimensions.map((facet) => ({
    under: filtered.filter((dimension) => dimension !== facet),
    facets: [facet],
    sums: false,
  }));
  const sums = [filtered, ...Object.values(reachUnder(filter))].map((under) => {
    return { under, facets: [], sums: true };
  });
  const parts = new Map<string, Part>();
  for (const { under, ...wanted } of [...facets, ...sums]) {
    const known = parts.get(under.join());
    parts.set(under.join(), {
      under,
      facets: [...(known?.facets ?? []), ...wanted.facets],
      sums: known?.sums === true || wanted.sums,
    });
  }
  return [...parts.values()];
}

/** The filters under which each number of {@link Reach} is counted. */
function reachUnder(filter: ResourceFilter): Readonly<Record<keyof Reach, readonly Dimension[]>> {
  const filtered = identity.filter((dimension) => valuesOf(filter, dimension) !== undefined);
  const listed = (['aws_account_id', 'resource_type'] as const).find((dimension) =>
    filtered.includes(dimension),
  );
  return { all: [], listed: listed === undefined ? [] : [listed], found: filtered };
}

/** The dimensions that the index of a resource's identity begins with; in the order of `dimensions`. */
const identity = dimensions.filter((dimension) => dimension !== 'management_state');

/** Counts cells for every part, beside what was counted ahead. */
function countQuery(
  filter: ResourceFilter,
  cells: Sql,
  ahead: (part: Part) => readonly Sql[] = () => [],
): Sql {
  const counted = partsOf(filter).flatMap((part) => [...ahead(part), grouped(part, 'cells', filter)]);
  return sql`with cells as (${cells}) ${joinSql(counted, ' union all ')}`;
}

/** Counts the rows of a table that has the columns of `dimensions` and one count per status, in one pass. */
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
    select ${fixed(`'${under.join()}'::text`)} as part, ${fixed(first((facet) => `'${facet}'`))} as name,
           ${fixed(first((facet) => `${facet}::text`))} as value, ${fixed(statusSums)}
    from ${fixed(table)} where ${allOf([...own, ...under.flatMap((dimension) => dimensionCondition(filter, dimension, dimension))])}
    group by grouping sets (${fixed(sets.join(', '))})`;
}

/** The folded counts of a part: rows of the pair table as long as it has them. */
function foldedRows(organizationId: string, part: Part, filter: ResourceFilter): readonly Sql[] {
  const { under, facets, sums } = part;
  const own = sql`organization_id = ${organizationId}`;
  if (under.length > 2 || (under.length > 1 && facets.length > 0))
    return [grouped(part, 'resource_counts', filter, [own])];
  const [first, second] = under;
  const paired = (name: string, value: string, isSummed: boolean, where: readonly Sql[]) => sql`
    select ${fixed(`'${under.join()}'::text as part, ${name} as name, ${value} as value`)},
           ${fixed(isSummed ? statusSums : resourceStatuses.join(', '))}
    from resource_pair_counts where ${allOf([own, ...where])} ${fixed(isSummed ? 'group by 2, 3' : '')}`;
  const facetName = dimensionNameOf('facet');
  const counted = [];
  if (facets.length > 0)
    counted.push(
      paired(facetName, 'value', first !== undefined && !isSingle(first, filter), [
        fixed(`facet in (${facets.map(code).join(', ')})`),
        ...pairedWith(first, filter),
      ]),
    );
  if (sums) {
    const isSummed = under.some((dimension) => !isSingle(dimension, filter));
    counted.push(
      paired("''", "''", isSummed, [
        fixed(`facet = ${first === undefined ? 0 : code(first)}`),
        ...pairedWith(second, filter),
        ...(first === undefined ? [] : [isOneOf('value', first, filter)]),
      ]),
    );
  }
  return counted;
}

/** Written out, and a single value compared with `=`, so that a plan for any values is as good as one for these. */
function pairedWith(dimension: Dimension | undefined, filter: ResourceFilter): readonly Sql[] {
  return dimension === undefined
    ? [fixed("other = 0 and other_value = ''")]
    : [fixed(`other = ${code(dimension)}`), isOneOf('other_value', dimension, filter)];
}

function isOneOf(column: 'value' | 'other_value', dimension: Dimension, filter: ResourceFilter): Sql {
  const values = valuesOf(filter, dimension) ?? [];
  return isSingle(dimension, filter)
    ? sql`${fixed(column)} = ${values[0] ?? ''}`
    : sql`${fixed(column)} = any(${values}::text[])`;
}

function isSingle(dimension: Dimension, filter: ResourceFilter): boolean {
  return valuesOf(filter, dimension)?.length === 1;
}

function code(dimension: Dimension): number {
  return dimensionCodes[dimension];
}

type StatusCounts = Readonly<Record<ResourceStatus, number>>;

type CountRow = StatusCounts & {
  /** The dimensions whose filters it is counted under. */
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
  const within = filter.withinAccounts && new Set(filter.withinAccounts);
  const isReachable = ({ name, value }: CountRow) =>
    name !== 'aws_account_id' || within === undefined || within.has(value);
  const entriesOf = (facet: FacetDimension): readonly FacetEntry[] => {
    const counts = new Map<string, number>();
    for (const row of rows)
      if (row.name === facet && isReachable(row))
        counts.set(row.value, (counts.get(row.value) ?? 0) + countOf(row, chosen));
    return [...counts].map(([value, count]) => ({ value, count }));
  };
  const facets = facetNames.map((name) => {
    const entries =
      name === 'status'
        ? resourceStatuses.map((status) => ({ value: status, count: sumOf(filtered, [status]) }))
        : entriesOf(name);
    const sorted = entries
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    return [name, sorted] as const;
  });
  const under = reachUnder(filter);
  const reached = (way: keyof Reach) => sumOf(under[way], resourceStatuses);
  return {
    total: sumOf(filtered, chosen),
    reach: { all: reached('all'), listed: reached('listed'), found: reached('found') },
    facets: Object.fromEntries(facets) as unknown as Facets,
  };
}

function countOf(row: StatusCounts, statuses: readonly ResourceStatus[]): number {
  return statuses.reduce((sum, status) => sum + row[status], 0);
}
