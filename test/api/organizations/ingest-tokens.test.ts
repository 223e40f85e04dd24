import test from 'ava';
import { isIngestToken, createIngestTokenText } from '../../../api/organizations/ingest-token-text.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

test('returns an ingest token only once, lists its prefix, and revokes it permanently', async (t) => {
  const { client, userId } = await api.signUp();
  const made = await client.post<Record<string, string>>('/organization/ingest-tokens', {
    name: 'ci',
    expires_at: '2100-01-01T00:00:00+02:00',
  });
  t.is(made.status, 201);
  const { token = '', id, prefix = '' } = made.body;
  t.regex(token, /^svci_[0-9A-Za-z]{36}$/);
  t.true(token.startsWith(prefix));
  t.true(prefix.length <= 10);
  t.is(made.body['expires_at'], '2099-12-31T22:00:00.000Z');
  const listed = await client.get<{ items: Record<string, string>[] }>('/organization/ingest-tokens');
  t.is(listed.body.items.length, 1);
  t.deepEqual(
    Object.keys(listed.body.items[0] ?? {}).toSorted((a, b) => (a < b ? -1 : 1)),
    ['created_at', 'created_by', 'expires_at', 'id', 'name', 'prefix'],
  );
  t.is(listed.body.items[0]?.['created_by'], userId);
  t.deepEqual((await client.delete(`/organization/ingest-tokens/${id}`)).body, { id, deleted: true });
  t.deepEqual((await client.delete(`/organization/ingest-tokens/${id}`)).body, { id, deleted: true });
  const after = await client.get<{ items: Record<string, string>[] }>('/organization/ingest-tokens');
  t.truthy(after.body.items[0]?.['revoked_at']);
});

test('rejects an expiry in the past', async (t) => {
  const { client } = await api.signUp();
  const answer = await client.post('/organization/ingest-tokens', {
    name: 'ci',
    expires_at: '2001-01-01T00:00:00Z',
  });
  t.is(answer.body['message'], 'expires_at: must be in the future');
});

test('accepts a token until it is revoked or expires, and records its last use', async (t) => {
  const { client, organizationId } = await api.signUp();
  const { body } = await client.post<{ id: string; token: string }>('/organization/ingest-tokens', {
    name: 'ci',
  });
  const { createHash } = await import('node:crypto');
  const { database } = api.services;
  const hash = createHash('sha256').update(body.token).digest('hex');
  const seen = () =>
    database.withIngestToken(hash, async (principal, tenant) => ({
      principal,
      organizationId: tenant?.organizationId,
    }));
  const first = await seen();
  t.is(first.organizationId, organizationId);
  t.deepEqual([first.principal?.ended, first.principal?.used_lately], [false, false]);
  await queryAsOwner(
    api.database.url,
    "update ingest_tokens set expires_at = now() - interval '1 s' where id = $1",
    [body.id],
  );
  t.true((await seen()).principal?.ended);
  await queryAsOwner(api.database.url, 'update ingest_tokens set expires_at = null where id = $1', [body.id]);
  t.false((await seen()).principal?.ended);
  await client.delete(`/organization/ingest-tokens/${body.id}`);
  t.true((await seen()).principal?.ended);
  t.is(await database.withIngestToken('0'.repeat(64), async (principal) => principal), null);
});

test('detects mistyped tokens by their checksum', (t) => {
  for (let count = 0; count < 200; count += 1) {
    const { token } = createIngestTokenText();
    t.true(isIngestToken(token));
    const at = 5 + (count % 36);
    const changed = `${token.slice(0, at)}${token.charAt(at) === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`;
    t.false(isIngestToken(changed), changed);
  }
  t.false(isIngestToken('svci_'));
});
