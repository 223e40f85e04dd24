import type { ResourceSort, SortColumn } from '../../../domain/inventory/resource-filter.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/** The page of a list that is read. */
export interface PageRequest {
  readonly sort: ResourceSort;
  readonly limit: number;
  /** Sort key and id of the last row of the previous page. */
  readonly after: readonly [key: string, id: string] | undefined;
}

export interface SortKey {
  readonly column: Sql;
  readonly direction: Sql;
  /** Returns the condition for rows after the last row of the previous page. */
  after(position: readonly [key: string, id: string] | undefined, idColumn: string): readonly Sql[];
}

/** The expressions of the columns in the sort indexes of `resources` and `resource_history`. */
const columns: Readonly<Record<SortColumn, (alias: string) => string>> = {
  name: (alias) => `coalesce(${alias}.name, '') collate "C"`,
  resource_type: (alias) => `${alias}.resource_type`,
  first_discovered_at: (alias) => `${alias}.first_discovered_at`,
  last_changed_at: (alias) => `${alias}.last_changed_at`,
};

/** Returns the sort key of a row of `resources`. In ascending order, resources without a name come first. */
export function keyOf(sort: ResourceSort, alias: string): SortKey {
  return sortKey(columns[sort.column](alias), sort);
}

/** Returns the sort key of a row of `resource_history` (`version`) joined to its row of `resources`. */
export function keyAt(sort: ResourceSort, version: string, resource: string): SortKey {
  if (sort.column === 'name') return sortKey(`${version}.name`, sort);
  return sortKey(columns[sort.column](sort.column === 'last_changed_at' ? version : resource), sort);
}

function sortKey(column: string, sort: ResourceSort): SortKey {
  const type = sort.column.endsWith('_at') ? 'timestamptz' : 'text';
  return {
    column: rawSql(column),
    direction: rawSql(sort.descending ? 'desc' : 'asc'),
    after(position, idColumn) {
      if (position === undefined) return [];
      const [key, id] = position;
      return [
        sql`(${rawSql(column)}, ${rawSql(idColumn)}) ${rawSql(sort.descending ? '<' : '>')}
          (${key}::${rawSql(type)}, ${id}::uuid)`,
      ];
    },
  };
}
