import { dimensions, facetNames, statusesOf, valuesOf } from '../../domain/search/resource-filter.ts';
import type {
  Dimension,
  FacetEntry,
  FacetName,
  Facets,
  ResourceFilter,
} from '../../domain/search/resource-filter.ts';
import { resourceStatuses } from '../../domain/values/index.ts';
import type { Tenant } from '../tenant.ts';
import { dimensionCondition } from './conditions.ts';
import { allOf, fixed, joinSql, rowsOf, sql } from './sql.ts';
import type { Sql } from './sql.ts';

export interface ResourceCounts {
  /** How many there are when only `q`, `tag` and `asOf` narrow, deleted ones too. */
  readonly size: number;
  readonly total: number;
  /** Each counted as if its own filter were not set; the largest first. */
  readonly facets: Facets;
}

/**
 * Total and facets of a filter without `q`, `tag` and `asOf`, from the counts that the triggers keep: one other
 * filter is answered by the pair table, more by the full one; what is not folded yet is added.
 */
export async function countResources(tenant: Tenant, filter: ResourceFilter): Promise<ResourceCounts> {
  return readCounts(tenant, filter, unfolded(tenant.organizationId), (name, value, others) =>
    folded(tenant.organizationId, name, value, others, filter),
  );
}

/**
 * The same from any source of counted cells: `source` is a query with the columns of `dimensions` and one count per
 * status. For text, tags and the past.
 */
export async function countCells(
  tenant: Tenant,
  filter: ResourceFilter,
  source: Sql,
): Promise<ResourceCounts> {
  return readCounts(tenant, filter, source, () => undefined);
}

const statusSums = resourceStatuses.map((status) => `sum(${status}) as ${status}`).join(', ');
const statusColumns = resourceStatuses.join(', ');

/** The deltas of the organization by cell; mostly a handful. */
function unfolded(organizationId: string): Sql {
  return sql`
    select c.resource_type, c.aws_account_id, c.region, d.management_state, ${fixed(statusSums)}
    from resource_count_deltas d join search_cells c on c.organization_id = ${organizationId} and c.id = d.cell_id
    where d.organization_id = ${organizationId} group by 1, 2, 3, 4`;
}

type Counted = FacetName | 'total' | 'size';
type Ahead = (name: Counted, value: Sql, others: readonly Dimension[]) => Sql | undefined;

async function readCounts(
  tenant: Tenant,
  filter: ResourceFilter,
  source: Sql,
  ahead: Ahead,
): Promise<ResourceCounts> {
  const filtered = dimensions.filter((dimension) => valuesOf(filter, dimension) !== undefined);
  const names = ['total', ...facetNames, 'size'] as const;
  const branches = names.map((name) => {
    const others = name === 'size' ? [] : filtered.filter((dimension) => dimension !== name);
    const counted = ahead(name, valueColumn(name), others);
    const rest = sql`select ${valueColumn(name)} as value, ${fixed(statusColumns)} from cells
      where ${allOf(others.flatMap((dimension) => dimensionCondition(filter, dimension, dimension)))}`;
    const both = counted === undefined ? rest : sql`${counted} union all ${rest}`;
    return sql`select ${name}::text as name, ${measure(name, filter)} from (${both}) counted group by 2`;
  });
  const shaped = branches.map((branch, index) => (names[index] === 'status' ? byStatus(branch) : branch));
  const rows = await rowsOf<CountRow>(
    tenant,
    sql`with cells as materialized (${source})
      select name, value, count::bigint as count from (${joinSql(shaped, ' union all ')}) answers
      where count > 0`,
  );
  return toCounts(rows);
}

function valueColumn(name: Counted): Sql {
  if (name === 'total' || name === 'size' || name === 'status') return fixed("''::text");
  return fixed(name === 'aws_account_id' ? `${name}::text` : name);
}

/** The value and its count; for the facet of statuses all the counts, which {@link byStatus} turns into rows. */
function measure(name: Counted, filter: ResourceFilter): Sql {
  if (name === 'status') return fixed(`value, ${statusSums}`);
  const chosen = name === 'size' ? resourceStatuses : statusesOf(filter);
  return fixed(`value, ${chosen.length === 0 ? '0' : `sum(${chosen.join(' + ')})`} as count`);
}

function byStatus(branch: Sql): Sql {
  const values = resourceStatuses.map((status) => `('${status}', ${status})`).join(', ');
  return sql`select name, status.value, status.count from (${branch}) sums
    cross join lateral (values ${fixed(values)}) status (value, count)`;
}

/** Where the folded counts of a facet are, under the filters of the other dimensions. */
function folded(
  organizationId: string,
  name: Counted,
  value: Sql,
  others: readonly Dimension[],
  filter: ResourceFilter,
): Sql {
  const facet = dimensions.indexOf(name as Dimension) + 1;
  const [first, second] = others;
  const own = sql`organization_id = ${organizationId}`;
  if (facet > 0 && first === undefined) return pair(sql`${own} and facet = ${facet} and other = 0`, 'value');
  if (facet > 0 && first !== undefined && second === undefined)
    return pair(
      sql`${own} and facet = ${facet} and other = ${code(first)}
        and ${among('other_value', filter, first)}`,
      'value',
    );
  if (facet === 0 && first === undefined) return pair(sql`${own} and facet = 0 and other = 0`, "''::text");
  if (facet === 0 && first !== undefined && second === undefined)
    return pair(
      sql`${own} and facet = ${code(first)} and other = 0 and ${among('value', filter, first)}`,
      "''::text",
    );
  if (facet === 0 && first !== undefined && second !== undefined && others.length === 2)
    return pair(
      sql`${own} and facet = ${code(first)} and other = ${code(second)}
        and ${among('value', filter, first)} and ${among('other_value', filter, second)}`,
      "''::text",
    );
  return sql`select ${value} as value, ${fixed(statusColumns)} from resource_counts
    where ${own} and ${allOf(others.flatMap((dimension) => dimensionCondition(filter, dimension, dimension)))}`;
}

function code(dimension: Dimension): number {
  return dimensions.indexOf(dimension) + 1;
}

function pair(where: Sql, value: string): Sql {
  return sql`select ${fixed(value)} as value, ${fixed(statusColumns)} from resource_pair_counts where ${where}`;
}

function among(column: string, filter: ResourceFilter, dimension: Dimension): Sql {
  return sql`${fixed(column)} = any(${valuesOf(filter, dimension) ?? []}::text[])`;
}

interface CountRow {
  readonly name: Counted;
  readonly value: string;
  readonly count: number;
}

function toCounts(rows: readonly CountRow[]): ResourceCounts {
  const entries = (name: Counted): readonly FacetEntry[] =>
    rows
      .filter((row) => row.name === name)
      .map(({ value, count }) => ({ value, count }))
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const single = (name: Counted) => rows.find((row) => row.name === name)?.count ?? 0;
  return {
    total: single('total'),
    size: single('size'),
    facets: Object.fromEntries(facetNames.map((name) => [name, entries(name)])) as unknown as Facets,
  };
}
