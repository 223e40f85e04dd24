import test from 'ava';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import type { SignedUp } from '../../support/test-api.ts';
import { inviteMember } from '../../support/invite-member.ts';

const api = useTestApi();

const create = ({ client }: Pick<SignedUp, 'client'>, key: string, body: unknown) =>
  client.request<{ id: string; token: string; code?: string }>('POST', '/organization/ingest-tokens', {
    body,
    headers: { 'idempotency-key': key },
  });
const count = async ({ client }: Pick<SignedUp, 'client'>) =>
  (await client.get<{ items: unknown[] }>('/organization/ingest-tokens')).body.items.length;

test('ten requests at once with one key make one record and get one answer', async (t) => {
  const admin = await api.signUp();
  const answers = await Promise.all(Array.from({ length: 10 }, () => create(admin, 'k', { name: 'ci' })));
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  t.is(new Set(answers.map(({ body }) => body.token)).size, 1);
  t.is(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 9);
  t.is(await count(admin), 1);
});

test('the same key with another body is a conflict, with the same meaning it is not', async (t) => {
  const admin = await api.signUp();
  const first = await create(admin, 'k', { name: 'ci', expires_at: null });
  const same = await create(admin, 'k', { expires_at: null, name: '  ci ' });
  t.is(same.body.id, first.body.id);
  const other = await create(admin, 'k', { name: 'other' });
  t.deepEqual([other.status, other.body.code], [409, 'conflict']);
  t.is(await count(admin), 1);
});

test('refusals are not kept', async (t) => {
  const admin = await api.signUp();
  t.is((await create(admin, 'k', { name: '' })).status, 400);
  t.is((await create(admin, 'k', { name: 'ci' })).status, 201);
  const invite = (email: string) =>
    admin.client.request('POST', '/organization/invitations', {
      body: { email, roles: ['viewer'] },
      headers: { 'idempotency-key': 'i' },
    });
  t.is((await invite(admin.email)).body['code'], 'email_taken');
  t.is((await invite('free@example.com')).status, 201);
});

test('keys are those of one principal and one operation', async (t) => {
  const admin = await api.signUp();
  const other = await inviteMember(api, admin, ['platform_admin']);
  const first = await create(admin, 'k', { name: 'ci' });
  const second = await create(other, 'k', { name: 'ci' });
  t.not(first.body.id, second.body.id);
  const invited = await admin.client.request('POST', '/organization/invitations', {
    body: { email: 'x@example.com', roles: ['viewer'] },
    headers: { 'idempotency-key': 'k' },
  });
  t.is(invited.status, 201);
});

test('a key of another form is refused', async (t) => {
  const admin = await api.signUp();
  const answer = await create(admin, 'k'.repeat(256), { name: 'ci' });
  t.is(answer.status, 400);
  t.regex(String((answer.body as { message?: string }).message), /^Idempotency-Key: /);
});

test('a stored answer does not show the secret in it', async (t) => {
  const admin = await api.signUp();
  const { body } = await create(admin, 'k', { name: 'ci' });
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

test('a key is free again after its time', async (t) => {
  const admin = await api.signUp();
  const first = await create(admin, 'k', { name: 'ci' });
  await queryAsOwner(
    api.database.url,
    "update idempotency_keys set expires_at = now() - interval '1 second' where organization_id = $1",
    [admin.organizationId],
  );
  const second = await create(admin, 'k', { name: 'ci' });
  t.not(second.body.id, first.body.id);
});

test('a revoked principal gets no stored answer', async (t) => {
  const admin = await api.signUp();
  const member = await inviteMember(api, admin, ['cloud_admin']);
  t.is((await create(member, 'k', { name: 'ci' })).status, 201);
  await admin.client.put(`/organization/members/${member.userId}/roles`, { roles: ['viewer'] });
  t.is((await create(member, 'k', { name: 'ci' })).status, 403);
});
