import pg from 'pg';
import { applicationRole } from './roles.ts';

// int8 counts fit a double here: no table reaches 2^53 rows.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface ConnectionPool {
  /** A connection, and whether a COMMIT must precede the next BEGIN on it. */
  takeForTransaction(): Promise<{ readonly connection: pg.PoolClient; readonly isUncommitted: boolean }>;
  /** A connection without an open transaction. */
  take(): Promise<pg.PoolClient>;
  /** Gives back a connection whose transaction only read. */
  commitAndRelease(connection: pg.PoolClient): void;
  close(): Promise<void>;
}

const waitMilliseconds = 10_000;
const idleMilliseconds = 30_000;
/** How long a transaction that only read may stay open after its answer. */
const lingerMilliseconds = 5;

/** Connections of the application's role. */
export function openConnectionPool({
  url,
  appUrl,
  poolSize,
}: {
  readonly url: string;
  readonly appUrl?: string | undefined;
  readonly poolSize: number;
}): ConnectionPool {
  const pool = new pg.Pool({
    ...(appUrl === undefined
      ? { connectionString: url, options: `-c role=${applicationRole}` }
      : { connectionString: appUrl }),
    application_name: 'inventory',
    keepAlive: true,
    max: poolSize,
    connectionTimeoutMillis: waitMilliseconds,
    idleTimeoutMillis: idleMilliseconds,
  });
  // A connection that breaks fails its queries and leaves the pool; as an event it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  // What only read is committed after its answer: in one message with the BEGIN of whoever takes the connection next,
  // or a few milliseconds later when nobody does.
  const uncommitted = new Set<pg.PoolClient>();
  let sweeping = false;
  const settle = (connection: pg.PoolClient) => {
    // A connection that broke meanwhile has nothing left to commit.
    if (uncommitted.delete(connection)) void connection.query('commit').catch(() => undefined);
  };
  const sweep = () => {
    sweeping = false;
    for (const connection of uncommitted) settle(connection);
  };
  return {
    async takeForTransaction() {
      const connection = await pool.connect();
      return { connection, isUncommitted: uncommitted.delete(connection) };
    },
    async take() {
      const connection = await pool.connect();
      settle(connection);
      return connection;
    },
    commitAndRelease(connection) {
      uncommitted.add(connection);
      connection.release();
      if (sweeping) return;
      sweeping = true;
      setTimeout(sweep, lingerMilliseconds);
    },
    close: () => pool.end(),
  };
}
