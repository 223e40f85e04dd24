import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import pg from 'pg';
import { freePort } from '../../dev/stack/ports.ts';
import { startPostgres } from '../../dev/stack/postgres.ts';
import { startScanFixture } from '../support/discovery/scan-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { putQueueChain } from '../support/graph/queue-chain.ts';

test('completes extractions although Postgres crashes in them', async (t) => {
  t.timeout(300_000);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'inventory-postgres-'));
  await chmod(folder, 0o755);
  const dataFolder = path.join(folder, 'postgres');
  const port = await freePort();
  const start = () => startPostgres({ port, dataFolder, logFile: path.join(folder, 'postgres.log') });
  let postgres = await start();
  process.env['TEST_DATABASE_URL'] = postgres.databaseUrl;
  const fixture = await startScanFixture();
  try {
    const { owner, api } = fixture;
    for (const table of ['graph_references', 'relationships']) {
      const chain = await putQueueChain(fixture);
      const lock = new pg.Client({ connectionString: api.database.url });
      lock.on('error', () => undefined);
      await lock.connect();
      // The run waits at its first write to the table.
      await lock.query(`begin; lock table ${table} in share mode`);
      const run = await chain.extract();
      await eventually('the run to wait for the lock', async () => {
        const waiting = await owner.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return waiting.length > 0;
      });
      // Immediate shutdown, as a crash.
      const [pid = ''] = (await readFile(path.join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGQUIT');
      await postgres.process.exited;
      await lock.end().catch(() => undefined);
      postgres = await start();
      t.is(await chain.untilEnded(run), 'succeeded', table);
      t.deepEqual(await chain.storedEdges(), chain.expected, table);
    }
  } finally {
    await fixture.close();
    await postgres.process.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
