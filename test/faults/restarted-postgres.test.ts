import test from 'ava';
import { eventually } from '../support/eventually.ts';
import { clearFaults, injectFault } from '../support/aws-emulator-proxy.ts';
import { startScan, startScanFixture } from '../support/discovery/scan-fixture.ts';
import { startCrashingPostgres } from './support/crashing-postgres.ts';
import { estateScan, assertMatchesAws, historyOf, makeEstate } from './support/estate.ts';

test('completes a scan without deletions or duplicates although Postgres crashes twice', async (t) => {
  t.timeout(300_000);
  const postgres = await startCrashingPostgres();
  const fixture = await startScanFixture();
  try {
    const account = await fixture.connectAccount(['eu-west-1', 'us-east-1']);
    await makeEstate(account, { size: 10, logGroups: 60 });
    const first = await fixture.scan(estateScan(account));
    t.is(first.status, 'succeeded', JSON.stringify(first.failures));
    const history = await historyOf(fixture, account);
    await injectFault({
      id: `slow-${account.awsAccountNumber}`,
      account: account.awsAccountNumber,
      kind: 'delay',
      milliseconds: 300,
    });
    const { id } = await startScan(fixture.client, estateScan(account));
    for (let crash = 0; crash < 2; crash += 1) {
      await eventually('an attempt to record resources', async () => {
        const [row] = await fixture.owner.query<{ count: number }>(
          'select count(*)::int as count from seen_resources s join scan_tasks t on t.id = s.task_id where t.scan_id = $1',
          [id],
        );
        return (row?.count ?? 0) > 5;
      });
      await postgres.crash();
    }
    const scan = await fixture.waitForScan(id);
    t.is(scan.status, 'succeeded', JSON.stringify(scan.failures));
    await clearFaults(account.awsAccountNumber);
    t.like(scan.counts, { created: 0, updated: 0, deleted: 0, unchanged: first.counts.created });
    t.is(await assertMatchesAws(t, fixture, account), first.counts.created);
    t.deepEqual(await historyOf(fixture, account), history);
  } finally {
    await fixture.close();
    await postgres.close();
  }
});
