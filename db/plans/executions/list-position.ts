import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/** The creation time, with microseconds, and the id of the last row of the previous page; undefined for the first page. */
export type ListPosition = readonly [createdAt: string, id: string] | undefined;

/** Returns the condition for the rows of the following pages, newest first; none for the first page. */
export function afterPosition(alias: 'e' | 'p', position: ListPosition): readonly Sql[] {
  if (position === undefined) return [];
  const [createdAt, id] = position;
  const table = rawSql(alias);
  return [sql`(${table}.created_at, ${table}.id) < (${createdAt}::timestamptz, ${id}::uuid)`];
}
