import test from 'ava';
import { randomAwsAccountNumber } from '../../support/aws-emulator-proxy.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import type { TestResponse } from '../../support/test-api.ts';
import type { AccountAnswer, ConnectionAnswer } from '../../support/connections/follow.ts';

const api = useTestApi();

type ErrorBody = { readonly code: string; readonly message: string };

/** Number of responses by status 201 or error code. */
function tally(answers: readonly TestResponse<Partial<ErrorBody>>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const key = body.code ?? String(status);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

const ten = <T>(ask: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 10 }, (_, index) => ask(index)));

test('connects an AWS organization once under concurrent requests', async (t) => {
  const { client } = await api.signUp();
  const management = randomAwsAccountNumber();
  const answers = await ten((index) =>
    client.post('/aws/connections', {
      name: `Name ${index}`,
      kind: 'organization',
      management_account_id: management,
    }),
  );
  t.deepEqual(tally(answers), { '201': 1, connection_exists: 9 });
});

test('creates one connection per name under concurrent requests', async (t) => {
  const { client } = await api.signUp();
  const answers = await ten(() => client.post('/aws/connections', { name: 'Main', kind: 'standalone' }));
  t.deepEqual(tally(answers), { '201': 1, name_taken: 9 });
  const other = await client.post<ConnectionAnswer>('/aws/connections', {
    name: 'Other',
    kind: 'standalone',
  });
  const renamed = await client.patch<ErrorBody>(`/aws/connections/${other.body.id}`, { name: 'Main' });
  t.deepEqual([renamed.status, renamed.body.code], [409, 'name_taken']);
});

test('adds an account once under concurrent requests to several connections', async (t) => {
  const { client } = await api.signUp();
  const ids = await Promise.all(
    ['One', 'Two'].map(async (name) => {
      const { body } = await client.post<ConnectionAnswer>('/aws/connections', { name, kind: 'standalone' });
      return body.id;
    }),
  );
  const account = randomAwsAccountNumber();
  const answers = await ten((index) =>
    client.post(`/aws/connections/${ids[index % 2]}/accounts`, { account_id: account }),
  );
  t.deepEqual(tally(answers), { '201': 1, account_exists: 9 });
  const { body } = await client.get<{ items: AccountAnswer[] }>('/aws/accounts');
  t.deepEqual(
    body.items.map(({ account_id }) => account_id),
    [account],
  );
});

test('allows two organizations to connect the same AWS account', async (t) => {
  const management = randomAwsAccountNumber();
  const externalIds = new Set<string>();
  for (const { client } of [await api.signUp(), await api.signUp()]) {
    const { status, body } = await client.post<ConnectionAnswer>('/aws/connections', {
      name: 'Main',
      kind: 'organization',
      management_account_id: management,
    });
    t.is(status, 201);
    externalIds.add(body.external_id);
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
    const created = await client.post<ErrorBody>('/aws/connections', organization);
    t.deepEqual([created.status, created.body.code], [400, 'validation_failed']);
    t.regex(created.body.message, /^management_account_id: /);
    const { body } = await client.post<ConnectionAnswer>('/aws/connections', {
      name: 'Main',
      kind: 'standalone',
    });
    const added = await client.post<ErrorBody>(`/aws/connections/${body.id}/accounts`, {
      account_id: account,
    });
    t.deepEqual([added.status, added.body.code], [400, 'validation_failed']);
    t.regex(added.body.message, /^account_id: /);
  });
}

test('rejects a connection without management account, or with invalid role name or regions', async (t) => {
  const { client } = await api.signUp();
  const refused = async (path: string, body: object, message: RegExp, method = 'POST') => {
    const answer = await client.request<ErrorBody>(method, path, { body });
    t.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'], JSON.stringify(answer.body));
    t.regex(answer.body.message, message);
  };
  const standalone = { name: 'Main', kind: 'standalone' };
  await refused('/aws/connections', { name: 'Main', kind: 'organization' }, /^management_account_id: /);
  await refused('/aws/connections', { ...standalone, regions: ['eu-west-1', 'eu-west-9'] }, /^regions\.1: /);
  await refused('/aws/connections', { ...standalone, regions: ['EU-WEST-1'] }, /^regions\.0: /);
  await refused('/aws/connections', { ...standalone, role_name: 'a/b' }, /^role_name: /);
  await refused('/aws/connections', { ...standalone, external_id: 'mine' }, /external_id/);
  const { body } = await client.post<ConnectionAnswer>('/aws/connections', standalone);
  const path = `/aws/connections/${body.id}`;
  await refused(path, { regions: ['mars-north-1'] }, /^regions\.0: /, 'PATCH');
  await refused(path, { scan_interval_minutes: 4 }, /^scan_interval_minutes: /, 'PATCH');
  const account = await client.post<AccountAnswer>(`${path}/accounts`, {
    account_id: randomAwsAccountNumber(),
  });
  await refused(`/aws/accounts/${account.body.id}`, { regions: ['mars-north-1'] }, /^regions\.0: /, 'PATCH');
});

test('rejects a sync of a connection of single accounts', async (t) => {
  const { client } = await api.signUp();
  const { body } = await client.post<ConnectionAnswer>('/aws/connections', {
    name: 'Main',
    kind: 'standalone',
  });
  const synced = await client.post<ErrorBody>(`/aws/connections/${body.id}/sync-accounts`);
  t.deepEqual([synced.status, synced.body.code], [409, 'conflict']);
});
