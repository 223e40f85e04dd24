import { createHash } from 'node:crypto';
import type { Database } from '../tenant.ts';

export interface Hits {
  readonly hits: number;
  readonly resetsAt: Date;
}

/**
 * Counts one hit of `key` in a fixed window that begins with its first hit; exact across processes, because one
 * statement reads and writes. Keys hold addresses and emails, so only their hash is stored.
 */
export async function hit(database: Database, key: string, windowMilliseconds: number): Promise<Hits> {
  const { rows } = await database.outside.raw<{ rows: { hits: number; resets_at: Date }[] }>(
    `insert into rate_limits as stored (key, hits, resets_at)
     values (?, 1, clock_timestamp() + ? * interval '1 millisecond')
     on conflict (key) do update set
       hits = case when stored.resets_at <= clock_timestamp() then 1 else stored.hits + 1 end,
       resets_at = case when stored.resets_at <= clock_timestamp() then excluded.resets_at else stored.resets_at end
     returning hits, resets_at`,
    [digest(key), windowMilliseconds],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('upsert returned no row');
  return { hits: row.hits, resetsAt: row.resets_at };
}

/** Takes a hit back: the attempt was not of the kind that counts. */
export async function unhit(database: Database, key: string): Promise<void> {
  await database.outside.raw(
    'update rate_limits set hits = greatest(hits - 1, 0) where key = ? and resets_at > clock_timestamp()',
    [digest(key)],
  );
}

export async function resetHits(database: Database, key: string): Promise<void> {
  await database.outside.raw('delete from rate_limits where key = ?', [digest(key)]);
}

/** Windows that are over. */
export async function forgetOldHits(database: Database): Promise<void> {
  await database.outside.raw("delete from rate_limits where resets_at < now() - interval '1 minute'");
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
