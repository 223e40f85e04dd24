import test from 'ava';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { useScanFixture } from '../support/discovery/use-scan-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { insertAccount, insertResource } from '../support/mapping/stored-resource.ts';
import { storedOwnership } from '../support/ownership/stored-ownership.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { startWorkerProcess } from './support/worker-process.ts';

const fixture = useScanFixture({ worker: false });

test('a worker that is killed during an inference run leaves memberships and queue, and another one completes the run', async (t) => {
  t.timeout(300_000);
  const { organizationId, owner, api } = fixture;
  const { url } = api.database;
  const account = await insertAccount(url, organizationId, '111122223333');
  for (let index = 0; index < 20; index += 1)
    await insertResource(url, organizationId, account, { nativeId: `web-${index}` });
  const store = storedOwnership(owner, organizationId);
  const [shop, billing] = [await store.application('shop'), await store.application('billing')];
  const rule = await store.rule({ name: { matches: 'web-*' } }, { application: { id: shop } });
  const request = () =>
    api.services.database.withTenant(organizationId, (tenant) =>
      requestInference(tenant, api.services, 'rule', [rule]),
    );
  const memberships = () =>
    owner.query<{ name: string; status: string; count: number }>(
      `select a.name, m.status, count(*)::int as count from memberships m
       join applications a on a.id = m.application_id where m.organization_id = $1 group by 1, 2 order by 1, 2`,
      [organizationId],
    );
  const queued = async () =>
    (await owner.query('select from inference_queue where organization_id = $1', [organizationId])).length;
  let worker = startWorkerProcess(api.configuration);
  try {
    await request();
    await eventually('the first run', async () => (await memberships()).length > 0 && (await queued()) === 0);
    const before = await memberships();
    t.deepEqual(before, [{ name: 'shop', status: 'inferred', count: 20 }]);
    await owner.query('update inference_rules set outcome = $2, application_id = $3 where id = $1', [
      rule,
      JSON.stringify({ application: { id: billing } }),
      billing,
    ]);
    // The run waits at its first write to the memberships.
    const lock = await queryAsOwner.hold(url, 'lock table memberships in share mode', []);
    await request();
    await lock.untilWaiting(1);
    await worker.kill();
    await lock.release();
    t.deepEqual(await memberships(), before);
    t.true((await queued()) > 0);
    worker = startWorkerProcess(api.configuration);
    await eventually('the queue to be empty', async () => (await queued()) === 0, 120);
    t.deepEqual(await memberships(), [
      { name: 'billing', status: 'inferred', count: 20 },
      { name: 'shop', status: 'stale', count: 20 },
    ]);
    await eventually('the runs to end', async () => {
      const runs = await owner.query<{ status: string }>(
        "select status from runs where organization_id = $1 and kind = 'infer_memberships'",
        [organizationId],
      );
      return runs.every(({ status }) => status === 'succeeded');
    });
  } finally {
    await worker.kill();
  }
});
