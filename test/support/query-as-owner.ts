import pg from 'pg';
import { eventually } from './eventually.ts';

/** Pools by URL. A connection costs client and server 8 ms of CPU time, and tests poll with this function. */
const pools = new Map<string, pg.Pool>();
/** More than the statements of a test that wait for locks. */
const poolSize = 30;

/** Queries a test database as superuser, without row-level security. */
export async function queryAsOwner<T extends pg.QueryResultRow = pg.QueryResultRow>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = await poolOf(url).connect();
  let isReusable = false;
  try {
    const { rows } = await client.query<T>(sql, [...values]);
    isReusable = !changesSession.test(sql);
    return rows;
  } finally {
    client.release(!isReusable);
  }
}

/** Statements whose effect lasts until the connection ends. */
const changesSession =
  /(?:^|;)\s*(?:set|listen|prepare|load|begin)\b|\btemp(?:orary)?\b|set_config|pg_advisory_lock/i;

function poolOf(url: string): pg.Pool {
  const known = pools.get(url);
  if (known !== undefined) return known;
  const pool = new pg.Pool({ connectionString: url, max: poolSize, allowExitOnIdle: true });
  // Tests end connections: they drop databases, and restart Postgres.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  pools.set(url, pool);
  return pool;
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
