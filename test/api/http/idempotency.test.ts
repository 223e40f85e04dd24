import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { CreateIngestTokenBody } from '../../../api-client/api-types.ts';
import { expectError } from '../../support/expect-error.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import type { SignedUp } from '../../support/test-api.ts';
import { inviteMember } from '../../support/invite-member.ts';

const api = useTestApi();

type Caller = Pick<SignedUp, 'client'>;

const createToken = ({ client }: Caller, key: string, body: CreateIngestTokenBody = { name: 'ci' }) =>
  client.POST('/api/v1/organization/ingest-tokens', { params: { header: { 'Idempotency-Key': key } }, body });

const invite = ({ client }: Caller, key: string, email: string) =>
  client.POST('/api/v1/organization/invitations', {
    params: { header: { 'Idempotency-Key': key } },
    body: { email, roles: ['viewer'] },
  });

const countTokens = async ({ client }: Caller) =>
  (await dataOf(client.GET('/api/v1/organization/ingest-tokens'))).items.length;

test('ten concurrent requests with one key create one record and return one response', async (t) => {
  const admin = await api.signUp();
  const responses = await Promise.all(Array.from({ length: 10 }, () => createToken(admin, 'k')));
  t.deepEqual(new Set(responses.map(({ response }) => response.status)), new Set([201]));
  t.is(new Set(responses.map(({ data }) => data?.token)).size, 1);
  const replayed = responses.filter(({ response }) => response.headers.get('idempotent-replayed') === 'true');
  t.is(replayed.length, 9);
  t.is(await countTokens(admin), 1);
});

test('returns 409 for the same key with another body, and replays an equivalent body', async (t) => {
  const admin = await api.signUp();
  const first = await dataOf(createToken(admin, 'k', { name: 'ci', expires_at: null }));
  const same = await dataOf(createToken(admin, 'k', { expires_at: null, name: '  ci ' }));
  t.is(same.id, first.id);
  await expectError(t, createToken(admin, 'k', { name: 'other' }), 409, 'conflict');
  t.is(await countTokens(admin), 1);
});

test('does not store error responses', async (t) => {
  const admin = await api.signUp();
  await expectError(t, createToken(admin, 'k', { name: '' }), 400, 'validation_failed');
  t.is((await createToken(admin, 'k')).response.status, 201);
  await expectError(t, invite(admin, 'i', admin.email), 409, 'email_taken');
  t.is((await invite(admin, 'i', 'free@example.com')).response.status, 201);
});

test('scopes keys to a principal and an operation', async (t) => {
  const admin = await api.signUp();
  const other = await inviteMember(api, admin, ['platform_admin']);
  const first = await dataOf(createToken(admin, 'k'));
  const second = await dataOf(createToken(other, 'k'));
  t.not(first.id, second.id);
  t.is((await invite(admin, 'k', 'x@example.com')).response.status, 201);
});

test('rejects a key of more than 255 characters', async (t) => {
  const admin = await api.signUp();
  const message = await expectError(t, createToken(admin, 'k'.repeat(256)), 400, 'validation_failed');
  t.regex(message, /^Idempotency-Key: /);
});

test('encrypts secrets in stored responses', async (t) => {
  const admin = await api.signUp();
  const { token } = await dataOf(createToken(admin, 'k'));
  const rows = await queryAsOwner<{ row: string }>(
    api.database.url,
    'select idempotency_keys::text as row from idempotency_keys where organization_id = $1',
    [admin.organizationId],
  );
  t.is(rows.length, 1);
  t.false(rows[0]?.row.includes(token));
  const tokens = await queryAsOwner<{ row: string }>(
    api.database.url,
    'select ingest_tokens::text as row from ingest_tokens',
  );
  t.false(tokens.some(({ row }) => row.includes(token)));
});

test('a key can be reused after it expires', async (t) => {
  const admin = await api.signUp();
  const first = await dataOf(createToken(admin, 'k'));
  await queryAsOwner(
    api.database.url,
    "update idempotency_keys set expires_at = now() - interval '1 second' where organization_id = $1",
    [admin.organizationId],
  );
  const second = await dataOf(createToken(admin, 'k'));
  t.not(second.id, first.id);
});

test('does not replay a response to a principal without the permission', async (t) => {
  const admin = await api.signUp();
  const member = await inviteMember(api, admin, ['cloud_admin']);
  t.is((await createToken(member, 'k')).response.status, 201);
  await dataOf(
    admin.client.PUT('/api/v1/organization/members/{user_id}/roles', {
      params: { path: { user_id: member.userId } },
      body: { roles: ['viewer'] },
    }),
  );
  await expectError(t, createToken(member, 'k'), 403, 'forbidden');
});
