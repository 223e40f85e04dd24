import type { ResourceSort, SortColumn } from '../../../domain/inventory/resource-filter.ts';
import { fixed, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

export interface SortKey {
  readonly column: Sql;
  readonly direction: Sql;
  /** The condition that a row lies behind a page's end. */
  after(position: readonly [key: string, id: string] | undefined, idColumn: string): readonly Sql[];
}

/** The expressions of the columns in the sort indexes of `resources` and `resource_history`. */
const columns: Readonly<Record<SortColumn, (alias: string) => string>> = {
  name: (alias) => `coalesce(${alias}.name, '') collate "C"`,
  resource_type: (alias) => `${alias}.resource_type`,
  first_discovered_at: (alias) => `${alias}.first_discovered_at`,
  last_changed_at: (alias) => `${alias}.last_changed_at`,
};

/** The sort key of a row of `resources`. Resources without a name come first. */
export function keyOf(sort: ResourceSort, alias: string): SortKey {
  return sortKey(columns[sort.column](alias), sort);
}

/** The sort key of a version of `resource_history` beside its resource. */
export function keyAt(sort: ResourceSort, version: string, resource: string): SortKey {
  if (sort.column === 'name') return sortKey(`${version}.name`, sort);
  return sortKey(columns[sort.column](sort.column === 'last_changed_at' ? version : resource), sort);
}

function sortKey(column: string, sort: ResourceSort): SortKey {
  const type = sort.column.endsWith('_at') ? 'timestamptz' : 'text';
  return {
    column: fixed(column),
    direction: fixed(sort.descending ? 'desc' : 'asc'),
    after(position, idColumn) {
      if (position === undefined) return [];
      const [key, id] = position;
      return [
        sql`(${fixed(column)}, ${fixed(idColumn)}) ${fixed(sort.descending ? '<' : '>')}
          (${key}::${fixed(type)}, ${id}::uuid)`,
      ];
    },
  };
}
