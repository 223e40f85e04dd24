import pg from 'pg';
import { eventually } from './eventually.ts';

/** Queries a test database as superuser, without row-level security. */
export async function queryAsOwner<T extends pg.QueryResultRow = pg.QueryResultRow>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Runs a locking statement in a transaction that `release` rolls back and `commit` commits. Later calls do nothing. */
queryAsOwner.hold = async (url: string, sql: string, values: readonly unknown[]): Promise<HeldLock> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query(sql, [...values]);
  let isHeld = true;
  const end = async (statement: 'rollback' | 'commit') => {
    if (!isHeld) return;
    isHeld = false;
    await client.query(statement);
    await client.end();
  };
  return {
    untilWaiting: async (count) => {
      await eventually(`${count} waiting for the lock`, async () => {
        const [row] = await queryAsOwner<{ waiting: number }>(
          url,
          "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return (row?.waiting ?? 0) >= count;
      });
    },
    release: () => end('rollback'),
    commit: () => end('commit'),
  };
};

export interface HeldLock {
  /** Resolves when this number of other connections wait for a lock. */
  untilWaiting(count: number): Promise<void>;
  release(): Promise<void>;
  commit(): Promise<void>;
}
