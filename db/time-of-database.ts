import { oneRowOf } from './query.ts';
import { sql } from './sql.ts';
import type { Database } from './tenant.ts';

/**
 * Returns the time of Postgres in milliseconds since 1970, to compare with times that it stored: the clock of a process can be
 * wrong, and processes differ.
 */
export async function timeOfDatabase(database: Database): Promise<number> {
  const { now } = await oneRowOf<{ now: Date }>(database.outside, sql`select clock_timestamp() as now`);
  return now.getTime();
}
