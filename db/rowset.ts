import { toJsonText } from '../domain/json/text.ts';
import { columnOf } from './rows.ts';
import { rawSql, sql } from './sql.ts';
import type { Sql } from './sql.ts';

/** The Postgres type of a column of a {@link rowset}. */
export type ColumnType =
  'boolean' | 'float8' | 'integer' | 'jsonb' | 'text' | 'text[]' | 'timestamptz' | 'uuid';

/**
 * Returns the item of a FROM clause that reads rows from one JSON parameter: `rowset('o', { resourceType: 'text' }, rows)` has
 * the column `o.resource_type`. `undefined` and `null` are NULL. Properties without a column are not sent.
 */
export function rowset<Row extends object, Property extends string & keyof Row>(
  alias: string,
  columns: Readonly<Record<Property, ColumnType>>,
  rows: readonly Row[],
): Sql {
  const properties = Object.keys(columns) as Property[];
  const records = rows.map((row) =>
    Object.fromEntries(properties.map((property) => [columnOf(property), row[property]])),
  );
  const types = properties.map((property) => `${columnOf(property)} ${columns[property]}`).join(', ');
  return sql`jsonb_to_recordset(${toJsonText(records)}::jsonb) as ${rawSql(`${alias}(${types})`)}`;
}
