import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import pg from 'pg';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { freePort } from '../../dev/stack/ports.ts';
import { startPostgres } from '../../dev/stack/postgres.ts';
import { startScanFixture } from '../support/discovery/scan-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { insertAccount, insertResource } from '../support/mapping/stored-resource.ts';
import { storedOwnership } from '../support/ownership/stored-ownership.ts';

test('completes an inference run although Postgres crashes in it', async (t) => {
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
    const { organizationId, owner, api } = fixture;
    const { url } = api.database;
    const account = await insertAccount(url, organizationId, '111122223333');
    for (const nativeId of ['web', 'db']) await insertResource(url, organizationId, account, { nativeId });
    const store = storedOwnership(owner, organizationId);
    const shop = await store.application('shop');
    const rule = await store.rule({ name: { equals: 'web' } }, { application: { id: shop } });
    const lock = new pg.Client({ connectionString: url });
    lock.on('error', () => undefined);
    await lock.connect();
    await lock.query('begin; lock table memberships in share mode');
    await api.services.database.withTenant(organizationId, (tenant) =>
      requestInference(tenant, api.services, 'rule', [rule]),
    );
    await eventually('the run to wait for the lock', async () => {
      const waiting = await owner.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return waiting.length > 0;
    });
    // Immediate shutdown: crash recovery truncates the unlogged table inference_scope.
    const [pid = ''] = (await readFile(path.join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    await postgres.process.exited;
    await lock.end().catch(() => undefined);
    postgres = await start();
    const statuses = async () =>
      (
        await owner.query<{ status: string }>(
          "select status from runs where organization_id = $1 and kind = 'infer_memberships'",
          [organizationId],
        )
      ).map(({ status }) => status);
    await eventually(
      'the run to end',
      async () => (await statuses()).every((status) => status === 'succeeded'),
      120,
    );
    const memberships = await owner.query(
      'select status, source from memberships where organization_id = $1',
      [organizationId],
    );
    t.deepEqual(memberships, [{ status: 'inferred', source: 'rule' }]);
    const left = await owner.query(
      `select resource_id as id from inference_scope where organization_id = $1
       union all select subject_id from inference_queue where organization_id = $1`,
      [organizationId],
    );
    t.deepEqual(left, []);
  } finally {
    await fixture.close();
    await postgres.process.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
