import test from 'ava';
import { activitySlots } from '../../../domain/runs/activity-slots.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { putQueueChain } from '../../support/graph/queue-chain.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';

const fixture = useScanFixture();

test('an organization with more extractions than the worker has slots does not delay another one', async (t) => {
  t.timeout(300_000);
  const { api, owner } = fixture;
  const large = await fixture.signUpOther();
  // The activity that has the organization's turn waits with its first transaction.
  const lock = await queryAsOwner.hold(
    api.database.url,
    'select pg_advisory_xact_lock(9, hashtext($1::text))',
    [large.organizationId],
  );
  try {
    const chains = [];
    for (let account = 0; account < activitySlots + 10; account += 1)
      chains.push(await putQueueChain(large, 2));
    const runs: string[] = [];
    for (const chain of chains) runs.push(await chain.extract());
    await lock.untilWaiting(1);
    const statuses = async () =>
      (
        await owner.query<{ status: string }>('select distinct status from runs where id = any($1::uuid[])', [
          runs,
        ])
      ).map(({ status }) => status);
    await eventually('all runs to have started', async () => (await statuses()).join() === 'running');

    const chain = await putQueueChain(fixture);
    t.is(await chain.untilEnded(await chain.extract()), 'succeeded');
    t.deepEqual(await chain.storedEdges(), chain.expected);
    t.deepEqual(await statuses(), ['running']);

    // One activity has the turn. The others of the organization gave their slots back, and wait for their next attempt.
    const { workflow } = api.services.temporal.client;
    const messages = [];
    for (const run of runs) {
      const { raw } = await workflow.getHandle(`extract_graph:${run}`).describe();
      messages.push(raw.pendingActivities?.[0]?.lastFailure?.message ?? 'has the turn');
    }
    const busy = 'The organization uses its share of the worker.';
    t.deepEqual(messages.toSorted(), [...runs.slice(1).map(() => busy), 'has the turn'].toSorted());

    await lock.release();
    const ended = await eventually('a run of the large organization to end', async () =>
      (await statuses()).includes('succeeded'),
    );
    t.true(ended);
  } finally {
    await lock.release();
  }
});
