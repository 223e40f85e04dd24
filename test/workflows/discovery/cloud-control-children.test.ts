import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import type { ConnectedAccount } from '../../support/discovery/scan-fixture.ts';

const fixture = useScanFixture();

const parent = 'AWS::Logs::LogGroup';
const child = 'AWS::Logs::LogStream';

/** Connects an account with the log group `app`, which has the streams `one` and `two`. */
async function accountWithStreams(): Promise<ConnectedAccount> {
  const account = await fixture.connectAccount();
  await account.call('cloudwatch-logs', 'CreateLogGroup', { logGroupName: 'app' });
  for (const logStreamName of ['one', 'two'])
    await account.call('cloudwatch-logs', 'CreateLogStream', { logGroupName: 'app', logStreamName });
  return account;
}

async function include(account: ConnectedAccount, included: boolean): Promise<void> {
  const params = { path: { id: account.id } };
  await dataOf(fixture.client.PATCH('/api/v1/aws/accounts/{id}', { params, body: { included } }));
}

async function statusesOf(account: ConnectedAccount): Promise<Readonly<Record<string, string>>> {
  const rows = await fixture.owner.query<{ native_id: string; status: string }>(
    'select native_id, status from resources where aws_account_id = $1',
    [account.id],
  );
  return Object.fromEntries(rows.map(({ native_id: id, status }) => [id, status]));
}

test('keeps the children of parents that were unobserved, when their account is included again', async (t) => {
  const account = await accountWithStreams();
  const body = { aws_account_id: account.id, resource_types: [parent, child] };
  t.like(await fixture.scan(body), { status: 'succeeded', counts: { created: 3 } });
  await include(account, false);
  t.deepEqual(await statusesOf(account), { app: 'unobserved', one: 'unobserved', two: 'unobserved' });
  await include(account, true);
  t.like(await fixture.scan(body), { status: 'succeeded', counts: { seen: 3, deleted: 0 } });
  t.deepEqual(await statusesOf(account), { app: 'active', one: 'active', two: 'active' });
});

test('reads the parents of a requested child type, and deletes the child that AWS no longer lists', async (t) => {
  const account = await accountWithStreams();
  const body = { aws_account_id: account.id, resource_types: [child] };
  t.like(await fixture.scan(body), { status: 'succeeded', counts: { created: 3 } });
  await account.call('cloudwatch-logs', 'DeleteLogStream', { logGroupName: 'app', logStreamName: 'two' });
  t.like(await fixture.scan(body), { status: 'succeeded', counts: { seen: 2, deleted: 1 } });
  await account.call('cloudwatch-logs', 'DeleteLogGroup', { logGroupName: 'app' });
  t.like(await fixture.scan(body), { status: 'succeeded', counts: { seen: 0, deleted: 2 } });
  t.deepEqual(await statusesOf(account), { app: 'deleted', one: 'deleted', two: 'deleted' });
});
