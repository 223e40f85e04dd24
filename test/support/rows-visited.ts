import { oneRowOf } from '../../db/query.ts';
import { sql } from '../../db/sql.ts';
import type { Tenant } from '../../db/tenant.ts';

/** Returns the rows that the statements of `work` read. */
export async function rowsVisited(tenant: Tenant, work: () => Promise<unknown>): Promise<number> {
  const before = await rowsSoFar(tenant);
  await work();
  return (await rowsSoFar(tenant)) - before;
}

/** Earlier transactions of the connection count as well, until Postgres has sent their statistics. */
async function rowsSoFar(tenant: Tenant): Promise<number> {
  const { rows } = await oneRowOf<{ readonly rows: number }>(
    tenant,
    sql`select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::integer as rows
      from pg_stat_xact_user_tables`,
  );
  return rows;
}
