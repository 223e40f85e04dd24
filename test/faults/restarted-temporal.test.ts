import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { freePort } from '../../dev/stack/ports.ts';
import { startTemporal } from '../../dev/stack/temporal.ts';
import { eventually } from '../support/eventually.ts';
import { clearFaults, injectFault } from '../support/aws-emulator-proxy.ts';
import { startScan, startScanFixture } from '../support/discovery/scan-fixture.ts';
import { estateScan, assertMatchesAws, makeEstate } from './support/estate.ts';

test('continues a scan after a restart of Temporal, and starts a scan requested during the outage', async (t) => {
  t.timeout(300_000);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'inventory-temporal-'));
  const [port, uiPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const start = () =>
    startTemporal({
      port,
      uiPort,
      metricsPort,
      databaseFile: path.join(folder, 'temporal.db'),
      logFile: path.join(folder, 'temporal.log'),
      report: () => undefined,
    });
  let temporal = await start();
  process.env['TEST_TEMPORAL_ADDRESS'] = temporal.address;
  const fixture = await startScanFixture();
  try {
    const account = await fixture.connectAccount(['eu-west-1', 'us-east-1']);
    const other = await fixture.connectAccount(['eu-west-1', 'us-east-1']);
    await makeEstate(account);
    await injectFault({
      id: `slow-${account.awsAccountNumber}`,
      account: account.awsAccountNumber,
      kind: 'delay',
      milliseconds: 300,
    });
    const { id } = await startScan(fixture.client, estateScan(account));
    await eventually('the first resources to be stored', async () => {
      const [row] = await fixture.owner.query<{ count: number }>(
        'select count(*)::int as count from resources where aws_account_id = $1',
        [account.id],
      );
      return (row?.count ?? 0) > 0;
    });
    await temporal.process.stop();
    const later = await startScan(fixture.client, {
      aws_account_id: other.id,
      resource_types: ['AWS::SQS::Queue'],
    });
    const readiness = await fixture.api.anonymous.GET('/api/v1/readyz');
    t.is(readiness.response.status, 200, 'reads work without Temporal');
    t.like(readiness.data, { status: 'degraded', checks: { postgres: 'ok', temporal: 'unavailable' } });
    const conversation = await dataOf(fixture.client.POST('/api/v1/ai/conversations', { body: {} }));
    const asked = await fixture.client.request('POST', `/ai/conversations/${conversation.id}/ask`, {
      body: { question: 'How many queues are there?' },
    });
    t.is(asked.status, 503);
    t.like(asked.body, { code: 'provider_unavailable' });
    temporal = await start();
    const scan = await fixture.waitForScan(id);
    t.is(scan.status, 'succeeded', JSON.stringify(scan.failures));
    await clearFaults(account.awsAccountNumber);
    t.is(await assertMatchesAws(t, fixture, account), scan.counts.created);
    t.like(await fixture.waitForScan(later.id), { status: 'succeeded' });
  } finally {
    await fixture.close();
    await temporal.process.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
