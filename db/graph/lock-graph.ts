import { takeLock } from '../lock-organization.ts';
import { execute, oneRowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/**
 * Takes the organization's lock of the graph until the transaction ends. Without the lock, a reference and its target that
 * two transactions insert would not be resolved to each other. Also turns sequential scans off, which read the rows of all
 * organizations.
 *
 * The statements below it must not join a table with a list of keys: the planner can put the table outside and compare
 * each of its rows with the list. They use `column = any(array)`, which is an index lookup or a hashed filter.
 *
 * Returns the time, with microseconds. It is later than that of each earlier holder of the lock.
 */
export async function lockGraph(tenant: Tenant): Promise<string> {
  await execute(
    tenant,
    sql`select ${takeLock(tenant, 'graph')},
      set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
      set_config('enable_seqscan', 'off', true)`,
  );
  const { now } = await oneRowOf<{ now: string }>(tenant, sql`select clock_timestamp()::text as now`);
  return now;
}
