import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/**
 * Returns a subquery for the rows of a table that have a value in an indexed column. Postgres does not flatten a subquery with an
 * offset, so it reads these rows for each value, and never all rows of the organization for a join.
 */
export function lookUpRows(organizationId: string, table: string, column: string, value: Sql): Sql {
  return sql`(select * from ${rawSql(table)} where organization_id = ${organizationId} and ${rawSql(column)} = ${value} offset 0)`;
}
