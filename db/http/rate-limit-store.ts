import { createHash } from 'node:crypto';
import { execute, oneRowOf, rowOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Database, Queryable } from '../tenant.ts';

export interface Hits {
  readonly hits: number;
  /** Milliseconds until the window ends, by the clock of Postgres. */
  readonly resetsInMs: number;
}

/**
 * Increments the hits of `key`, by 1 or by a number, in a fixed window that starts with its first hit. The count is exact across
 * processes, because one statement reads and writes it. Keys contain IP addresses and emails, so only their SHA-256 is stored.
 */
export async function incrementHits(
  queryable: Queryable,
  key: string,
  windowMilliseconds: number,
  by = 1,
): Promise<Hits> {
  return oneRowOf<Hits>(queryable, increment(key, windowMilliseconds, rawSql('true'), by));
}

/** As {@link incrementHits}, unless the window has `limit` hits. Returns `undefined` then. */
export async function incrementHitsBelow(
  database: Database,
  key: string,
  windowMilliseconds: number,
  limit: number,
): Promise<Hits | undefined> {
  const belowLimit = sql`stored.resets_at <= clock_timestamp() or stored.hits < ${limit}`;
  return rowOf<Hits>(database.outside, increment(key, windowMilliseconds, belowLimit));
}

const resetsInMs = rawSql(
  '(extract(epoch from resets_at - clock_timestamp()) * 1000)::float8 as resets_in_ms',
);

function increment(key: string, windowMilliseconds: number, condition: Sql, by = 1): Sql {
  return sql`insert into rate_limits as stored (key, hits, resets_at)
    values (${digest(key)}, ${by}, clock_timestamp() + ${windowMilliseconds} * interval '1 millisecond')
    on conflict (key) do update set
      hits = case when stored.resets_at <= clock_timestamp() then excluded.hits else stored.hits + excluded.hits end,
      resets_at = case when stored.resets_at <= clock_timestamp() then excluded.resets_at else stored.resets_at end
    where ${condition}
    returning hits, ${resetsInMs}`;
}

/** Returns the hits of `key` without counting; `undefined` if its window has ended. */
export async function findHits(queryable: Queryable, key: string): Promise<Hits | undefined> {
  return rowOf<Hits>(
    queryable,
    sql`select hits, ${resetsInMs} from rate_limits where key = ${digest(key)} and resets_at > clock_timestamp()`,
  );
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
