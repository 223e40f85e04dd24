import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../../dev/stack/ports.ts';
import { startPostgres } from '../../../dev/stack/postgres.ts';
import { eventually } from '../../support/eventually.ts';

export interface CrashingPostgres {
  /** Shuts the server down without a checkpoint and starts it again. Crash recovery truncates all unlogged tables. */
  crash(): Promise<void>;
  /** Stops the server and deletes its data. */
  close(): Promise<void>;
}

/** Starts a durable Postgres of its own for the calling test file and sets `TEST_DATABASE_URL` to it. */
export async function startCrashingPostgres(): Promise<CrashingPostgres> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'inventory-postgres-'));
  // Postgres refuses to run as root, and its user must reach the folder.
  await chmod(folder, 0o755);
  const dataFolder = path.join(folder, 'postgres');
  const port = await freePort();
  const start = () => startPostgres({ port, dataFolder, logFile: path.join(folder, 'postgres.log') });
  let postgres = await start();
  process.env['TEST_DATABASE_URL'] = postgres.databaseUrl;
  return {
    async crash() {
      const [pid = ''] = (await readFile(path.join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGQUIT');
      await postgres.process.exited;
      postgres = await start();
    },
    async close() {
      await postgres.process.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Locks a table against writes until Postgres crashes. */
export async function lockTable(url: string, table: string): Promise<TableLock> {
  const client = new pg.Client({ connectionString: url });
  // The crash ends the connection.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`begin; lock table ${table} in share mode`);
  const {
    rows: [backend],
  } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    async untilBlocking() {
      const observer = new pg.Client({ connectionString: url });
      await observer.connect();
      try {
        await eventually(`a statement to wait for the lock of ${table}`, async () => {
          const { rowCount } = await observer.query(
            'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
            [backend?.pid],
          );
          return rowCount !== 0;
        });
      } finally {
        await observer.end();
      }
    },
  };
}

export interface TableLock {
  /** Waits until a statement of another connection waits for the lock. */
  untilBlocking(): Promise<void>;
}
