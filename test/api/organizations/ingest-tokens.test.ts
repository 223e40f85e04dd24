import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { CreateIngestTokenBody } from '../../../api-client/api-types.ts';
import { expectError } from '../../support/expect-error.ts';
import { createClient } from '../../support/test-api.ts';
import type { TestClient } from '../../support/test-api.ts';
import { updateLastUsed } from '../../../db/organizations/ingest-token-store.ts';
import { openDatabase } from '../../../db/tenant.ts';
import { eventually } from '../../support/eventually.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

const createToken = (client: TestClient, body: CreateIngestTokenBody) =>
  client.POST('/api/v1/organization/ingest-tokens', { body });

const revokeToken = (client: TestClient, id: string) =>
  dataOf(client.DELETE('/api/v1/organization/ingest-tokens/{id}', { params: { path: { id } } }));

test('returns an ingest token only once, lists its prefix, and revokes it permanently', async (t) => {
  const { client, userId } = await api.signUp();
  const created = createToken(client, { name: 'ci', expires_at: '2100-01-01T00:00:00+02:00' });
  t.is((await created).response.status, 201);
  const { token, id, prefix, expires_at: expiresAt } = await dataOf(created);
  t.regex(token, /^svci_[0-9A-Za-z]{36}$/);
  t.true(token.startsWith(prefix));
  t.true(prefix.length <= 10);
  t.is(expiresAt, '2099-12-31T22:00:00.000Z');
  const list = async () => (await dataOf(client.GET('/api/v1/organization/ingest-tokens'))).items;
  const [listed, ...others] = await list();
  t.deepEqual(others, []);
  t.deepEqual(
    Object.keys(listed ?? {}).toSorted((a, b) => (a < b ? -1 : 1)),
    ['created_at', 'created_by', 'expires_at', 'id', 'name', 'prefix'],
  );
  t.is(listed?.created_by, userId);
  t.deepEqual(await revokeToken(client, id), { id, deleted: true });
  t.deepEqual(await revokeToken(client, id), { id, deleted: true });
  t.truthy((await list())[0]?.revoked_at);
});

test('rejects an expiry in the past or after the year 9999', async (t) => {
  const { client } = await api.signUp();
  const request = createToken(client, { name: 'ci', expires_at: '2001-01-01T00:00:00Z' });
  const message = await expectError(t, request, 400, 'validation_failed');
  t.is(message, 'expires_at: must be in the future');
  const late = createToken(client, { name: 'ci', expires_at: '9999-12-31T23:59:59-12:00' });
  t.is(
    await expectError(t, late, 400, 'validation_failed'),
    'expires_at: must be between the years 1970 and 9999',
  );
});

test('accepts a token until it is revoked or expires, and records its last use', async (t) => {
  const { client, organizationId } = await api.signUp();
  const { id, token } = await dataOf(createToken(client, { name: 'ci' }));
  const { createHash } = await import('node:crypto');
  const { database } = api.services;
  const hash = createHash('sha256').update(token).digest('hex');
  const seen = () =>
    database.withIngestToken(hash, async (principal, tenant) => ({
      principal,
      organizationId: tenant?.organizationId,
    }));
  const first = await seen();
  t.is(first.organizationId, organizationId);
  t.deepEqual([first.principal?.ended, first.principal?.usedLately], [false, false]);
  await queryAsOwner(
    api.database.url,
    "update ingest_tokens set expires_at = now() - interval '1 s' where id = $1",
    [id],
  );
  t.true((await seen()).principal?.ended);
  await queryAsOwner(api.database.url, 'update ingest_tokens set expires_at = null where id = $1', [id]);
  t.false((await seen()).principal?.ended);
  await revokeToken(client, id);
  t.true((await seen()).principal?.ended);
  t.is(await database.withIngestToken('0'.repeat(64), async (principal) => principal), undefined);
});

test('an organization has at most 50 active tokens, also under concurrent requests', async (t) => {
  const { client } = await api.signUp();
  const created = await Promise.all(
    Array.from({ length: 55 }, (_, index) => createToken(client, { name: `ci ${index}` })),
  );
  const ids = created.flatMap(({ data }) => (data === undefined ? [] : [data.id]));
  t.is(ids.length, 50);
  const message = await expectError(t, createToken(client, { name: 'one more' }), 409, 'conflict');
  t.regex(message, /50 active ingest tokens/);
  await revokeToken(client, ids[0] ?? '');
  t.is((await createToken(client, { name: 'again' })).response.status, 201);
});

test('all tokens of an organization have one share of the connections', async (t) => {
  const { createHash } = await import('node:crypto');
  const hashOf = async (client: TestClient) => {
    const { token } = await dataOf(createToken(client, { name: 'ci' }));
    return createHash('sha256').update(token).digest('hex');
  };
  const [one, other] = [await api.signUp(), await api.signUp()];
  const hashes = [await hashOf(one.client), await hashOf(one.client), await hashOf(other.client)];
  const database = openDatabase({ url: api.database.url, poolSize: 4, tenantFraction: 0.25 });
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const started: number[] = [];
  const run = (index: number) =>
    database.withIngestToken(hashes[index] ?? '', async () => {
      started.push(index);
      await end;
    });
  const first = run(0);
  await eventually('the first transaction', () => Promise.resolve(started.length === 1));
  const second = run(1);
  const third = run(2);
  await eventually('the transaction of the other organization', () => Promise.resolve(started.includes(2)));
  t.deepEqual(started, [0, 2]);
  resolve();
  await Promise.all([first, second, third]);
  t.deepEqual(started, [0, 2, 1]);
  await database.close();
});

test('a report does not wait for another one that records the use of their token', async (t) => {
  const { client, organizationId } = await api.signUp();
  const { id, token } = await dataOf(createToken(client, { name: 'ci' }));
  const report = { external_id: '1', kind: 'plan', status: 'running' } as const;
  const send = () => createClient(api.url, token).POST('/api/v1/ingest/executions', { body: report });
  const ofToken = async () =>
    queryAsOwner<{ used: boolean }>(
      api.database.url,
      'select last_used_at is not null as used from ingest_tokens where id = $1',
      [id],
    );
  await t.throwsAsync(
    api.services.database.withTenant(organizationId, async (tenant) => {
      await updateLastUsed(tenant, id);
      t.is((await send()).response.status, 201);
      throw new Error('rolled back');
    }),
    { message: 'rolled back' },
  );
  t.deepEqual(await ofToken(), [{ used: false }]);
  t.is((await send()).response.status, 200);
  t.deepEqual(await ofToken(), [{ used: true }]);
});
