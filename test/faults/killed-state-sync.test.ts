import test from 'ava';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { useScanFixture } from '../support/discovery/use-scan-fixture.ts';
import { connectStateAccount, untilSynced } from '../support/mapping/state-fixture.ts';
import { stateQueue, terraformState } from '../support/mapping/terraform-state.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { startWorkerProcess } from './support/worker-process.ts';

const fixture = useScanFixture({ worker: false });

test('a worker that is killed while it stores a state leaves no half state, and another one completes the sync', async (t) => {
  t.timeout(300_000);
  const account = await connectStateAccount(fixture);
  const queues = Array.from({ length: 300 }, (_, index) => stateQueue(`q${index}`, account.awsAccountNumber));
  await account.putState('a', terraformState(queues));
  let worker = startWorkerProcess(fixture.api.configuration);
  const lock = await queryAsOwner.hold(
    fixture.api.database.url,
    'lock table state_entries in share mode',
    [],
  );
  try {
    const { id } = await dataOf(
      fixture.client.POST('/api/v1/state-sources', { body: { bucket: account.bucket, key: 'a' } }),
    );
    await lock.untilWaiting(1);
    await worker.kill();
    await lock.release();
    const params = { path: { id } };
    t.is((await dataOf(fixture.client.GET('/api/v1/state-sources/{id}', { params }))).status, 'pending');
    const count = async () => {
      const [row] = await fixture.owner.query<{ count: number }>(
        'select count(*)::int as count from state_entries where state_source_id = $1',
        [id],
      );
      return row?.count;
    };
    t.is(await count(), 0);
    worker = startWorkerProcess(fixture.api.configuration);
    t.is((await untilSynced(fixture, id)).status, 'synced');
    t.is(await count(), 300);
    const runs = await fixture.owner.query('select status from runs where subject_id = $1', [id]);
    t.deepEqual(runs, [{ status: 'succeeded' }]);
  } finally {
    await worker.kill();
  }
});
