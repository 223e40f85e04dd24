import test from 'ava';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { startScanFixture } from '../support/discovery/scan-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { insertAccount, insertResource } from '../support/mapping/stored-resource.ts';
import { storedOwnership } from '../support/ownership/stored-ownership.ts';
import { lockTable, startCrashingPostgres } from './support/crashing-postgres.ts';

test('completes an inference run although Postgres crashes in it', async (t) => {
  t.timeout(300_000);
  const postgres = await startCrashingPostgres();
  const fixture = await startScanFixture();
  try {
    const { organizationId, owner, api } = fixture;
    const { url } = api.database;
    const account = await insertAccount(url, organizationId, '111122223333');
    for (const nativeId of ['web', 'db']) await insertResource(url, organizationId, account, { nativeId });
    const store = storedOwnership(owner, organizationId);
    const shop = await store.application('shop');
    const rule = await store.rule({ name: { equals: 'web' } }, { application: { id: shop } });
    const lock = await lockTable(url, 'memberships');
    await api.services.database.withTenant(organizationId, (tenant) =>
      requestInference(tenant, api.services, 'rule', [rule]),
    );
    await lock.untilBlocking();
    // Crash recovery truncates the unlogged table inference_scope.
    await postgres.crash();
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
    await postgres.close();
  }
});
