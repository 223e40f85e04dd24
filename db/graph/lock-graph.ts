import { takeLock } from '../lock-organization.ts';
import { execute, oneRowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/**
 * Takes the organization's lock of the graph until the transaction ends, and sets the planner to index lookups: every
 * statement below it joins a list of keys with an indexed table, and the tables of a new organization have no statistics.
 * Without the lock, a reference and its target that two transactions insert would not be resolved to each other.
 *
 * Returns the time, with microseconds. It is later than that of each earlier holder of the lock.
 */
export async function lockGraph(tenant: Tenant): Promise<string> {
  await execute(
    tenant,
    sql`select ${takeLock(tenant, 'graph')},
      set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
      set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true)`,
  );
  const { now } = await oneRowOf<{ now: string }>(tenant, sql`select clock_timestamp()::text as now`);
  return now;
}
