import test from 'ava';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import type { SignedUp } from '../../support/test-api.ts';
import { inviteMember } from '../../support/invite-member.ts';

const api = useTestApi();

const createToken = ({ client }: Pick<SignedUp, 'client'>, key: string, body: unknown) =>
  client.request<{ id: string; token: string; code?: string }>('POST', '/organization/ingest-tokens', {
    body,
    headers: { 'idempotency-key': key },
  });
const countTokens = async ({ client }: Pick<SignedUp, 'client'>) =>
  (await client.get<{ items: unknown[] }>('/organization/ingest-tokens')).body.items.length;

test('ten concurrent requests with one key create one record and return one response', async (t) => {
  const admin = await api.signUp();
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => createToken(admin, 'k', { name: 'ci' })),
  );
  t.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201]));
  t.is(new Set(responses.map(({ body }) => body.token)).size, 1);
  t.is(responses.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 9);
  t.is(await countTokens(admin), 1);
});

test('returns 409 for the same key with another body, and replays an equivalent body', async (t) => {
  const admin = await api.signUp();
  const first = await createToken(admin, 'k', { name: 'ci', expires_at: null });
  const same = await createToken(admin, 'k', { expires_at: null, name: '  ci ' });
  t.is(same.body.id, first.body.id);
  const other = await createToken(admin, 'k', { name: 'other' });
  t.deepEqual([other.status, other.body.code], [409, 'conflict']);
  t.is(await countTokens(admin), 1);
});

test('does not store error responses', async (t) => {
  const admin = await api.signUp();
  t.is((await createToken(admin, 'k', { name: '' })).status, 400);
  t.is((await createToken(admin, 'k', { name: 'ci' })).status, 201);
  const invite = (email: string) =>
    admin.client.request('POST', '/organization/invitations', {
      body: { email, roles: ['viewer'] },
      headers: { 'idempotency-key': 'i' },
    });
  t.is((await invite(admin.email)).body['code'], 'email_taken');
  t.is((await invite('free@example.com')).status, 201);
});

test('scopes keys to a principal and an operation', async (t) => {
  const admin = await api.signUp();
  const other = await inviteMember(api, admin, ['platform_admin']);
  const first = await createToken(admin, 'k', { name: 'ci' });
  const second = await createToken(other, 'k', { name: 'ci' });
  t.not(first.body.id, second.body.id);
  const invited = await admin.client.request('POST', '/organization/invitations', {
    body: { email: 'x@example.com', roles: ['viewer'] },
    headers: { 'idempotency-key': 'k' },
  });
  t.is(invited.status, 201);
});

test('rejects a key of more than 255 characters', async (t) => {
  const admin = await api.signUp();
  const response = await createToken(admin, 'k'.repeat(256), { name: 'ci' });
  t.is(response.status, 400);
  t.regex(String((response.body as { message?: string }).message), /^Idempotency-Key: /);
});

test('encrypts secrets in stored responses', async (t) => {
  const admin = await api.signUp();
  const { body } = await createToken(admin, 'k', { name: 'ci' });
  const rows = await queryAsOwner<{ row: string }>(
    api.database.url,
    'select idempotency_keys::text as row from idempotency_keys where organization_id = $1',
    [admin.organizationId],
  );
  t.is(rows.length, 1);
  t.false(rows[0]?.row.includes(body.token));
  const tokens = await queryAsOwner<{ row: string }>(
    api.database.url,
    'select ingest_tokens::text as row from ingest_tokens',
  );
  t.false(tokens.some(({ row }) => row.includes(body.token)));
});

test('a key can be reused after it expires', async (t) => {
  const admin = await api.signUp();
  const first = await createToken(admin, 'k', { name: 'ci' });
  await queryAsOwner(
    api.database.url,
    "update idempotency_keys set expires_at = now() - interval '1 second' where organization_id = $1",
    [admin.organizationId],
  );
  const second = await createToken(admin, 'k', { name: 'ci' });
  t.not(second.body.id, first.body.id);
});

test('does not replay a response to a principal without the permission', async (t) => {
  const admin = await api.signUp();
  const member = await inviteMember(api, admin, ['cloud_admin']);
  t.is((await createToken(member, 'k', { name: 'ci' })).status, 201);
  await admin.client.put(`/organization/members/${member.userId}/roles`, { roles: ['viewer'] });
  t.is((await createToken(member, 'k', { name: 'ci' })).status, 403);
});
