import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';

/** Returns the condition that the text expression contains `text`, without regard to case. */
export function containsText(expression: string, text: string): Sql {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return sql`${rawSql(expression)} ilike ${pattern}`;
}
