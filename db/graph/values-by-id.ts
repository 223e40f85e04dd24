import { toJsonText } from '../../domain/json/text.ts';
import { sql } from '../sql.ts';
import type { Sql } from '../sql.ts';

/**
 * Returns a row source `v` whose column `by_id` is a jsonb object with the values of rows by their id, for the FROM clause
 * of an UPDATE that finds its rows by `id = any(…)`. A join with `unnest` of the values has plans that compare each row of
 * the table with each element; the planner chooses one of them when it underestimates the rows of an organization.
 */
export function valuesById<Row extends { readonly id: string | number }>(
  rows: readonly Row[],
  valueOf: (row: Row) => object,
): Sql {
  const byId = Object.fromEntries(rows.map((row) => [row.id, valueOf(row)]));
  return sql`(select ${toJsonText(byId)}::jsonb as by_id) v`;
}
