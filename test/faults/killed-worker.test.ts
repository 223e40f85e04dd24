import test from 'ava';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { eventually } from '../support/eventually.ts';
import { clearFaults, injectFault } from '../support/aws-emulator-proxy.ts';
import { startScan, startScanFixture } from '../support/discovery/scan-fixture.ts';
import { estateScan, assertMatchesAws, historyOf, makeEstate } from './support/estate.ts';
import { startWorkerProcess } from './support/worker-process.ts';

const kills = 5;

test('completes a scan whose worker is killed five times at random moments', async (t) => {
  t.timeout(300_000);
  const fixture = await startScanFixture({ worker: false });
  let worker = startWorkerProcess(fixture.api.configuration);
  try {
    const account = await fixture.connectAccount(['eu-west-1', 'us-east-1']);
    // A scan of the role, whose creation CloudTrail lists, would add to the history in the minutes of the test.
    const params = { path: { id: account.id } };
    await dataOf(fixture.client.PATCH('/api/v1/aws/accounts/{id}', { params, body: { event_scans: false } }));
    await makeEstate(account, { size: 25, logGroups: 60 });
    await injectFault({
      id: `slow-${account.awsAccountNumber}`,
      account: account.awsAccountNumber,
      kind: 'delay',
      milliseconds: 250,
    });
    const { id } = await startScan(fixture.client, estateScan(account));
    for (let kill = 0; kill < kills; kill += 1) {
      const progress = () =>
        fixture.owner.query<{ attempts: number; seen: number }>(
          `select sum(attempts)::int as attempts, sum(resources_seen)::int as seen from scan_tasks where scan_id = $1`,
          [id],
        );
      const [before] = await progress();
      const step = Math.floor(Math.random() * 30);
      await eventually('the scan to progress', async () => {
        const [now] = await progress();
        const [scan] = await fixture.owner.query<{ status: string }>(
          'select status from scans where id = $1',
          [id],
        );
        return (
          (now?.attempts ?? 0) > (before?.attempts ?? 0) ||
          (now?.seen ?? 0) > (before?.seen ?? 0) + step ||
          scan?.status === 'succeeded'
        );
      });
      await worker.kill();
      worker = startWorkerProcess(fixture.api.configuration);
    }
    const scan = await fixture.waitForScan(id);
    t.is(scan.status, 'succeeded', JSON.stringify(scan.failures));
    const tasks = await fixture.owner.query<{ attempts: number }>(
      'select attempts from scan_tasks where scan_id = $1',
      [id],
    );
    t.true(
      tasks.some(({ attempts }) => attempts > 1),
      'at least one task was retried',
    );
    await clearFaults(account.awsAccountNumber);
    t.is(await assertMatchesAws(t, fixture, account), scan.counts.created);
    const history = await historyOf(fixture, account);
    const again = await fixture.scan(estateScan(account));
    t.like(again.counts, { created: 0, updated: 0, deleted: 0 });
    t.deepEqual(await historyOf(fixture, account), history);
  } finally {
    await worker.kill();
    await fixture.close();
  }
});
