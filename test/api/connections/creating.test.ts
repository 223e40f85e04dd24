import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { CreateConnectionBody, ApiError as ErrorBody } from '../../../api-client/api-types.ts';
import { randomAwsAccountNumber } from '../../support/aws-emulator-proxy.ts';
import { expectError } from '../../support/expect-error.ts';
import type { TestClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

const create = (client: TestClient, body: CreateConnectionBody) =>
  client.POST('/api/v1/aws/connections', { body });

/** Creates a connection of single accounts. Returns its id. */
const createStandalone = async (client: TestClient, name = 'Main') =>
  (await dataOf(create(client, { name, kind: 'standalone' }))).id;

const addAccount = (client: TestClient, connectionId: string | undefined, accountId: string) =>
  client.POST('/api/v1/aws/connections/{id}/accounts', {
    params: { path: { id: connectionId ?? '' } },
    body: { account_id: accountId },
  });

/** Number of responses by status 201 or error code. */
function tally(
  results: readonly { readonly error?: ErrorBody; readonly response: Response }[],
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { error, response } of results) {
    const key = error?.code ?? String(response.status);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

const ten = <T>(send: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 10 }, (_, index) => send(index)));

test('connects an AWS organization once under concurrent requests', async (t) => {
  const { client } = await api.signUp();
  const management = randomAwsAccountNumber();
  const results = await ten((index) =>
    create(client, { name: `Name ${index}`, kind: 'organization', management_account_id: management }),
  );
  t.deepEqual(tally(results), { '201': 1, connection_exists: 9 });
});

test('creates one connection per name under concurrent requests', async (t) => {
  const { client } = await api.signUp();
  const results = await ten(() => create(client, { name: 'Main', kind: 'standalone' }));
  t.deepEqual(tally(results), { '201': 1, name_taken: 9 });
  const renamed = client.PATCH('/api/v1/aws/connections/{id}', {
    params: { path: { id: await createStandalone(client, 'Other') } },
    body: { name: 'Main' },
  });
  await expectError(t, renamed, 409, 'name_taken');
});

test('adds an account once under concurrent requests to several connections', async (t) => {
  const { client } = await api.signUp();
  const ids = await Promise.all(['One', 'Two'].map((name) => createStandalone(client, name)));
  const account = randomAwsAccountNumber();
  const results = await ten((index) => addAccount(client, ids[index % 2], account));
  t.deepEqual(tally(results), { '201': 1, account_exists: 9 });
  const { items } = await dataOf(client.GET('/api/v1/aws/accounts'));
  t.deepEqual(
    items.map(({ account_id }) => account_id),
    [account],
  );
});

test('allows two organizations to connect the same AWS account', async (t) => {
  const management = randomAwsAccountNumber();
  const externalIds = new Set<string>();
  for (const { client } of [await api.signUp(), await api.signUp()]) {
    const created = create(client, { name: 'Main', kind: 'organization', management_account_id: management });
    t.is((await created).response.status, 201);
    externalIds.add((await dataOf(created)).external_id);
  }
  t.is(externalIds.size, 2, 'each connection has its own external id');
});

for (const account of [
  '12345678901',
  '1234567890123',
  '12345678901a',
  ' 123456789012',
  '１２３４５６７８９０１２',
  '',
  123456789012,
]) {
  test(`${JSON.stringify(account)} is rejected as AWS account number`, async (t) => {
    const { client } = await api.signUp();
    const organization = { name: 'Main', kind: 'organization', management_account_id: account };
    const created = await client.request<ErrorBody>('POST', '/aws/connections', { body: organization });
    t.deepEqual([created.status, created.body.code], [400, 'validation_failed']);
    t.regex(created.body.message, /^management_account_id: /);
    const path = `/aws/connections/${await createStandalone(client)}/accounts`;
    const added = await client.request<ErrorBody>('POST', path, { body: { account_id: account } });
    t.deepEqual([added.status, added.body.code], [400, 'validation_failed']);
    t.regex(added.body.message, /^account_id: /);
  });
}

test('rejects a connection without management account, or with invalid role name or regions', async (t) => {
  const { client } = await api.signUp();
  const refused = async (path: string, body: object, message: RegExp, method = 'POST') => {
    const { status, body: error } = await client.request<ErrorBody>(method, path, { body });
    t.deepEqual([status, error.code], [400, 'validation_failed'], JSON.stringify(error));
    t.regex(error.message, message);
  };
  const standalone = { name: 'Main', kind: 'standalone' };
  await refused('/aws/connections', { name: 'Main', kind: 'organization' }, /^management_account_id: /);
  await refused('/aws/connections', { ...standalone, regions: ['eu-west-1', 'eu-west-9'] }, /^regions\.1: /);
  await refused('/aws/connections', { ...standalone, regions: ['EU-WEST-1'] }, /^regions\.0: /);
  await refused('/aws/connections', { ...standalone, role_name: 'a/b' }, /^role_name: /);
  await refused('/aws/connections', { ...standalone, external_id: 'mine' }, /external_id/);
  const id = await createStandalone(client);
  const path = `/aws/connections/${id}`;
  await refused(path, { regions: ['mars-north-1'] }, /^regions\.0: /, 'PATCH');
  await refused(path, { scan_interval_minutes: 4 }, /^scan_interval_minutes: /, 'PATCH');
  const account = await dataOf(addAccount(client, id, randomAwsAccountNumber()));
  await refused(`/aws/accounts/${account.id}`, { regions: ['mars-north-1'] }, /^regions\.0: /, 'PATCH');
});

test('rejects a sync of a connection of single accounts', async (t) => {
  const { client } = await api.signUp();
  const params = { path: { id: await createStandalone(client) } };
  const synced = client.POST('/api/v1/aws/connections/{id}/sync-accounts', { params });
  await expectError(t, synced, 409, 'conflict');
});
