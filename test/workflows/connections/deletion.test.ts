import test from 'ava';
import { eventually } from '../../support/eventually.ts';
import { clearFaults, injectFault } from '../../support/aws-emulator-proxy.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { startWorkerProcess } from '../../faults/support/worker-process.ts';
import { requestScan, startScanFixture } from '../../support/discovery/scan-fixture.ts';
import type { ConnectedAccount, ScanFixture } from '../../support/discovery/scan-fixture.ts';
import { runEnded } from '../../support/connections/follow.ts';

const queues = 3;

/** Connects an account with a schedule, and scans its queues. */
async function inventoried(
  fixture: ScanFixture,
): Promise<{ account: ConnectedAccount; connectionId: string }> {
  const account = await fixture.connectAccount();
  for (let index = 0; index < queues; index += 1)
    await account.call('sqs', 'CreateQueue', { QueueName: `queue-${index}` });
  const body = { aws_account_id: account.id, resource_types: ['AWS::SQS::Queue'] };
  const { status } = await fixture.scan(body);
  if (status !== 'succeeded') throw new Error(`the scan ${status}`);
  await fixture.client.patch(`/aws/accounts/${account.id}`, { scan_interval_minutes: 60 });
  await eventually('the schedule to exist', () => hasSchedule(fixture, account.id));
  const { body: record } = await fixture.client.get<{ connection_id: string }>(`/aws/accounts/${account.id}`);
  return { account, connectionId: record.connection_id };
}

async function hasSchedule({ api }: ScanFixture, id: string): Promise<boolean> {
  const handle = api.services.temporal.client.schedule.getHandle(
    `${api.configuration.taskQueuePrefix}scan:${id}`,
  );
  return handle.describe().then(
    () => true,
    () => false,
  );
}

async function statusesOf({ owner }: ScanFixture, account: ConnectedAccount): Promise<readonly string[]> {
  const rows = await owner.query<{ status: string }>(
    'select status from resources where aws_account_id = $1 order by id',
    [account.id],
  );
  return rows.map(({ status }) => status);
}

const unobserved = Array.from({ length: queues }, () => 'unobserved');

test('stops schedules and scans on deletion, and marks resources as unobserved', async (t) => {
  const fixture = await startScanFixture();
  try {
    const { account, connectionId } = await inventoried(fixture);
    t.deepEqual(
      await statusesOf(fixture, account),
      unobserved.map(() => 'active'),
    );
    const slow = { kind: 'delay' as const, milliseconds: 2000 };
    await injectFault({ id: `slow-${account.awsAccountNumber}`, account: account.awsAccountNumber, ...slow });
    const { body: scan } = await requestScan(fixture.client, { aws_account_id: account.id });
    const path = `/aws/connections/${connectionId}`;
    const first = await fixture.client.delete(path);
    const second = await fixture.client.delete(path);
    t.deepEqual([first.status, first.body['id']], [202, connectionId]);
    if (second.status === 202)
      t.deepEqual(second.body, first.body, 'a second request returns the same deletion');
    else t.is(second.status, 404);
    t.is((await runEnded(fixture.client, first.body['run_id'])).status, 'succeeded');

    for (const deleted of [path, `${path}/accounts`, `${path}/template`, `/aws/accounts/${account.id}`])
      t.is((await fixture.client.get(deleted)).status, 404, deleted);
    t.is((await fixture.client.delete(path)).status, 404);
    t.is((await fixture.waitForScan(scan.id)).status, 'cancelled');
    t.deepEqual(await statusesOf(fixture, account), unobserved);
    t.false(await hasSchedule(fixture, account.id));
    await clearFaults(account.awsAccountNumber);

    const again = await fixture.client.post<{ id: string }>('/aws/connections', {
      name: `Account ${account.awsAccountNumber}`,
      kind: 'standalone',
    });
    t.is(again.status, 201, 'the name can be used again');
    const added = await fixture.client.post(`/aws/connections/${again.body.id}/accounts`, {
      account_id: account.awsAccountNumber,
    });
    t.deepEqual([added.status, added.body['id']], [201, account.id], 'the account keeps its history');
  } finally {
    await fixture.close();
  }
});

test('completes a deletion whose worker is killed at any step', async (t) => {
  const fixture = await startScanFixture({ worker: false });
  let worker = startWorkerProcess(fixture.api.configuration);
  try {
    const { account, connectionId } = await inventoried(fixture);
    const hold = (table: string, column: string, id: string) => {
      const sql = `select from ${table} where ${column} = $1 for update`;
      return queryAsOwner.hold(fixture.api.database.url, sql, [id]);
    };
    const retiring = await hold('resources', 'aws_account_id', account.id);
    const { body } = await fixture.client.delete(`/aws/connections/${connectionId}`);
    // The last step marks the connection and its accounts as deleted in one transaction.
    const hiding = await hold('aws_connections', 'id', connectionId);
    for (const lock of [retiring, hiding]) {
      await lock.untilWaiting(1);
      await worker.kill();
      await lock.release();
      worker = startWorkerProcess(fixture.api.configuration);
    }
    t.is((await runEnded(fixture.client, body['run_id'])).status, 'succeeded');
    t.is((await fixture.client.get(`/aws/connections/${connectionId}`)).status, 404);
    t.deepEqual(await statusesOf(fixture, account), unobserved);
    t.false(await hasSchedule(fixture, account.id));
  } finally {
    await worker.kill();
    await fixture.close();
  }
});
