import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { eventually } from '../../support/eventually.ts';
import { clearFaults, injectFault } from '../../support/aws-emulator-proxy.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { startWorkerProcess } from '../../faults/support/worker-process.ts';
import { startScan, startScanFixture } from '../../support/discovery/scan-fixture.ts';
import type { ConnectedAccount, ScanFixture } from '../../support/discovery/scan-fixture.ts';
import { accountById, waitForRun } from '../../support/connections/follow.ts';

const queues = 3;

/** Connects an account with a schedule, and scans its queues. */
async function connectScannedAccount(
  fixture: ScanFixture,
): Promise<{ account: ConnectedAccount; connectionId: string }> {
  const account = await fixture.connectAccount();
  for (let index = 0; index < queues; index += 1)
    await account.call('sqs', 'CreateQueue', { QueueName: `queue-${index}` });
  const body = { aws_account_id: account.id, resource_types: ['AWS::SQS::Queue'] };
  const { status } = await fixture.scan(body);
  if (status !== 'succeeded') throw new Error(`the scan ${status}`);
  const params = { path: { id: account.id } };
  const update = { params, body: { scan_interval_minutes: 60 } };
  await dataOf(fixture.client.PATCH('/api/v1/aws/accounts/{id}', update));
  await eventually('the schedule to exist', () => hasSchedule(fixture, account.id));
  const { connection_id: connectionId } = await accountById(fixture.client, account.id);
  return { account, connectionId };
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
    const { account, connectionId } = await connectScannedAccount(fixture);
    t.deepEqual(
      await statusesOf(fixture, account),
      unobserved.map(() => 'active'),
    );
    const slow = { kind: 'delay' as const, milliseconds: 2000 };
    await injectFault({ id: `slow-${account.awsAccountNumber}`, account: account.awsAccountNumber, ...slow });
    const { client } = fixture;
    const scan = await startScan(client, { aws_account_id: account.id });
    const params = { path: { id: connectionId } };
    const deleteConnection = () => client.DELETE('/api/v1/aws/connections/{id}', { params });
    const first = await deleteConnection();
    const second = await deleteConnection();
    t.deepEqual([first.response.status, first.data?.id], [202, connectionId]);
    if (second.response.status === 202)
      t.deepEqual(second.data, first.data, 'a second request returns the same deletion');
    else t.is(second.response.status, 404);
    t.is((await waitForRun(client, first.data?.run_id ?? '')).status, 'succeeded');

    for (const { response } of [
      await client.GET('/api/v1/aws/connections/{id}', { params }),
      await client.GET('/api/v1/aws/connections/{id}/accounts', { params }),
      await client.GET('/api/v1/aws/connections/{id}/template', { params }),
      await client.GET('/api/v1/aws/accounts/{id}', { params: { path: { id: account.id } } }),
      await deleteConnection(),
    ])
      t.is(response.status, 404, response.url);
    t.is((await fixture.waitForScan(scan.id)).status, 'cancelled');
    t.deepEqual(await statusesOf(fixture, account), unobserved);
    t.false(await hasSchedule(fixture, account.id));
    await clearFaults(account.awsAccountNumber);

    const name = `Account ${account.awsAccountNumber}`;
    const again = await client.POST('/api/v1/aws/connections', { body: { name, kind: 'standalone' } });
    t.is(again.response.status, 201, 'the name can be used again');
    const added = await client.POST('/api/v1/aws/connections/{id}/accounts', {
      params: { path: { id: again.data?.id ?? '' } },
      body: { account_id: account.awsAccountNumber },
    });
    t.deepEqual(
      [added.response.status, added.data?.id],
      [201, account.id],
      'the account keeps its id and its history',
    );
  } finally {
    await fixture.close();
  }
});

test('completes a deletion whose worker is killed at any step', async (t) => {
  const fixture = await startScanFixture({ worker: false });
  let worker = startWorkerProcess(fixture.api.configuration);
  try {
    const { account, connectionId } = await connectScannedAccount(fixture);
    const params = { path: { id: connectionId } };
    const lockRow = (table: string, column: string, id: string) => {
      const sql = `select from ${table} where ${column} = $1 for update`;
      return queryAsOwner.hold(fixture.api.database.url, sql, [id]);
    };
    const resourceLock = await lockRow('resources', 'aws_account_id', account.id);
    const { run_id } = await dataOf(fixture.client.DELETE('/api/v1/aws/connections/{id}', { params }));
    // The last step marks the connection and its accounts as deleted in one transaction.
    const connectionLock = await lockRow('aws_connections', 'id', connectionId);
    for (const lock of [resourceLock, connectionLock]) {
      await lock.untilWaiting(1);
      await worker.kill();
      await lock.release();
      worker = startWorkerProcess(fixture.api.configuration);
    }
    t.is((await waitForRun(fixture.client, run_id)).status, 'succeeded');
    const { response } = await fixture.client.GET('/api/v1/aws/connections/{id}', { params });
    t.is(response.status, 404);
    t.deepEqual(await statusesOf(fixture, account), unobserved);
    t.false(await hasSchedule(fixture, account.id));
  } finally {
    await worker.kill();
    await fixture.close();
  }
});
