import { createHash } from 'node:crypto';
import { execute, oneRowOf, rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Database, Queryable } from '../tenant.ts';

export interface Hits {
  readonly hits: number;
  readonly resetsAt: Date;
}

/**
 * Increments the hits of `key` in a fixed window that starts with its first hit. The count is exact across processes,
 * because one statement reads and writes it. Keys contain IP addresses and emails, so only their SHA-256 is stored.
 */
export async function incrementHits(
  database: Database,
  key: string,
  windowMilliseconds: number,
): Promise<Hits> {
  const row = await oneRowOf<{ hits: number; resets_at: Date }>(
    database.outside,
    sql`insert into rate_limits as stored (key, hits, resets_at)
     values (${digest(key)}, 1, clock_timestamp() + ${windowMilliseconds} * interval '1 millisecond')
     on conflict (key) do update set
       hits = case when stored.resets_at <= clock_timestamp() then 1 else stored.hits + 1 end,
       resets_at = case when stored.resets_at <= clock_timestamp() then excluded.resets_at else stored.resets_at end
     returning hits, resets_at`,
  );
  return { hits: row.hits, resetsAt: row.resets_at };
}

/** Returns the hits of `key` without counting; `undefined` if its window has ended. */
export async function findHits(queryable: Queryable, key: string): Promise<Hits | undefined> {
  const row = await rowOf<{ hits: number; resets_at: Date }>(
    queryable,
    sql`select hits, resets_at from rate_limits where key = ${digest(key)} and resets_at > clock_timestamp()`,
  );
  return row === undefined ? undefined : { hits: row.hits, resetsAt: row.resets_at };
}

/** Decrements the hits of `key`, for a request that the limit does not count. */
export async function decrementHits(database: Database, key: string): Promise<void> {
  await execute(
    database.outside,
    sql`update rate_limits set hits = greatest(hits - 1, 0)
      where key = ${digest(key)} and resets_at > clock_timestamp()`,
  );
}

/** Deletes the window of `key`, so that its next hit starts a new one. */
export async function resetHits(database: Database, key: string): Promise<void> {
  await execute(database.outside, sql`delete from rate_limits where key = ${digest(key)}`);
}

const windowsPerBatch = 1000;

/** Deletes up to 1,000 windows that ended more than a minute ago. Returns whether there may be more. */
export async function deleteEndedWindows(database: Database): Promise<boolean> {
  const deleted = await execute(
    database.outside,
    sql`delete from rate_limits where key = any(array(
      select key from rate_limits where resets_at < now() - interval '1 minute'
        limit ${windowsPerBatch} for update skip locked))`,
  );
  return deleted === windowsPerBatch;
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
