import test from 'ava';
import { createClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import type { SignedUp } from '../../support/test-api.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';

const api = useTestApi();

interface MemberBody {
  readonly user: { readonly id: string; readonly status: string };
  readonly roles: readonly string[];
}

test('creates a member with the roles of the accepted invitation', async (t) => {
  const admin = await api.signUp();
  const invited = await admin.client.post<{ token: string; accept_url: string; id: string }>(
    '/organization/invitations',
    { email: 'New.Person@Example.com', roles: ['engineer', 'auditor'] },
  );
  t.is(invited.status, 201);
  t.true(invited.body.accept_url.endsWith(invited.body.token));
  const lookedUp = await api.anonymous.get(`/auth/invitations/${invited.body.token}`);
  t.is(lookedUp.body['email'], 'new.person@example.com');
  const listed = await admin.client.get<{ items: { id: string; status: string }[] }>(
    '/organization/invitations',
  );
  t.deepEqual(
    listed.body.items.map(({ id, status }) => [id, status]),
    [[invited.body.id, 'pending']],
  );
  const accepted = await api.anonymous.post<{ access_token: string; roles: string[] }>(
    `/auth/invitations/${invited.body.token}/accept`,
    { name: 'New Person', password: 'a good long password' },
  );
  t.is(accepted.status, 201);
  t.deepEqual(accepted.body.roles, ['engineer', 'auditor']);
  t.is((await createClient(api.url, accepted.body.access_token).get('/organization')).status, 200);
  t.is(
    (await api.anonymous.get(`/auth/invitations/${invited.body.token}`)).body['code'],
    'invitation_invalid',
  );
  const members = await admin.client.get<{ items: MemberBody[] }>('/organization/members');
  t.is(members.body.items.length, 2);
});

test('accepts an invitation once under concurrent requests', async (t) => {
  const admin = await api.signUp();
  const { body } = await admin.client.post<{ token: string }>('/organization/invitations', {
    email: 'race@example.com',
    roles: ['viewer'],
  });
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      api.anonymous.post(`/auth/invitations/${body.token}/accept`, {
        name: 'R',
        password: 'a good long password',
      }),
    ),
  );
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409, 409, 409, 409],
  );
  for (const answer of answers) if (answer.status === 409) t.is(answer.body['code'], 'invitation_invalid');
});

test('returns 409 for a revoked invitation and 404 for an unknown one', async (t) => {
  const admin = await api.signUp();
  const { body } = await admin.client.post<{ token: string; id: string }>('/organization/invitations', {
    email: 'revoked@example.com',
    roles: ['viewer'],
  });
  const again = await admin.client.post('/organization/invitations', {
    email: 'revoked@example.com',
    roles: ['viewer'],
  });
  t.deepEqual([again.status, again.body['code']], [409, 'conflict']);
  t.deepEqual((await admin.client.delete(`/organization/invitations/${body.id}`)).body, {
    id: body.id,
    deleted: true,
  });
  t.is((await api.anonymous.get(`/auth/invitations/${body.token}`)).body['code'], 'invitation_invalid');
  t.is(
    (await admin.client.delete(`/organization/invitations/${body.id}`)).body['code'],
    'invitation_invalid',
  );
  for (const token of ['x', 'a'.repeat(43), '%00']) {
    t.is((await api.anonymous.get(`/auth/invitations/${token}`)).status, 404, token);
  }
  const renewed = await admin.client.post('/organization/invitations', {
    email: 'revoked@example.com',
    roles: ['viewer'],
  });
  t.is(renewed.status, 201);
});

test('rejects an expired invitation, and allows to invite its address again', async (t) => {
  const admin = await api.signUp();
  const invitation = { email: 'late@example.com', roles: ['viewer'] };
  const { body } = await admin.client.post<{ token: string; id: string; expires_at: string }>(
    '/organization/invitations',
    invitation,
  );
  const days = (new Date(body.expires_at).getTime() - Date.now()) / 86_400_000;
  t.true(days > 6.9 && days <= 7);
  await queryAsOwner(
    api.database.url,
    "update invitations set expires_at = now() - interval '1 second' where id = $1",
    [body.id],
  );
  const path = `/auth/invitations/${body.token}`;
  const lookedUp = await api.anonymous.get(path);
  t.deepEqual([lookedUp.status, lookedUp.body['code']], [409, 'invitation_invalid']);
  const accepted = await api.anonymous.post(`${path}/accept`, {
    name: 'L',
    password: 'a good long password',
  });
  t.deepEqual([accepted.status, accepted.body['code']], [409, 'invitation_invalid']);
  t.deepEqual((await admin.client.get('/organization/invitations')).body['items'], []);
  t.is((await admin.client.get<{ items: unknown[] }>('/organization/members')).body.items.length, 1);
  t.is((await admin.client.post('/organization/invitations', invitation)).status, 201);
});

test('rejects invitation and signup of an address that has an account', async (t) => {
  const [admin, other] = [await api.signUp(), await api.signUp()];
  const answer = await admin.client.post('/organization/invitations', {
    email: other.email,
    roles: ['viewer'],
  });
  t.is(answer.body['code'], 'email_taken');
});

test('rejects the next request of a deactivated member, and accepts requests after reactivation', async (t) => {
  const admin = await api.signUp();
  const member = await inviteMember(api, admin, ['viewer']);
  t.is((await member.client.get('/organization')).status, 200);
  const removed = await admin.client.delete(`/organization/members/${member.userId}`);
  t.deepEqual(removed.body, { id: member.userId, deleted: true });
  const refused = await member.client.get('/organization');
  t.deepEqual([refused.status, refused.body['code']], [403, 'account_deactivated']);
  const refresh = await api.anonymous.post('/auth/refresh', { refresh_token: member.refreshToken });
  t.is(refresh.body['code'], 'account_deactivated');
  const { email, password } = member;
  t.is((await api.anonymous.post('/auth/login', { email, password })).body['code'], 'account_deactivated');
  const wrong = await api.anonymous.post('/auth/login', { email, password: 'wrong password' });
  t.is(wrong.body['code'], 'invalid_credentials');
  t.is((await admin.client.post(`/organization/members/${member.userId}/reactivate`)).status, 200);
  t.is((await member.client.get('/organization')).body['code'], 'invalid_token');
  t.is((await api.anonymous.post('/auth/login', { email, password })).status, 200);
});

test('applies replaced roles to the next request', async (t) => {
  const admin = await api.signUp();
  const member = await inviteMember(api, admin, ['viewer']);
  const path = '/organization/ingest-tokens';
  t.is((await member.client.get(path)).body['code'], 'forbidden');
  const replaced = await admin.client.put<MemberBody>(`/organization/members/${member.userId}/roles`, {
    roles: ['auditor'],
  });
  t.deepEqual(replaced.body.roles, ['auditor']);
  t.is((await member.client.get(path)).status, 200);
});

test('keeps one active administrator under concurrent removals', async (t) => {
  const first = await api.signUp();
  const alone = await first.client.delete(`/organization/members/${first.userId}`);
  t.is(alone.body['code'], 'last_admin');
  const demoted = await first.client.put(`/organization/members/${first.userId}/roles`, {
    roles: ['viewer'],
  });
  t.is(demoted.body['code'], 'last_admin');
  const others = [];
  for (let count = 0; count < 3; count += 1) others.push(await inviteMember(api, first, ['platform_admin']));
  const all: Pick<SignedUp, 'client' | 'userId'>[] = [first, ...others];
  const answers = await Promise.all(
    all.map(({ client, userId }, index) =>
      index % 2 === 0
        ? client.delete(`/organization/members/${userId}`)
        : client.put(`/organization/members/${userId}/roles`, { roles: ['viewer'] }),
    ),
  );
  t.is(answers.filter(({ status }) => status === 200).length, 3);
  t.deepEqual(
    answers.filter(({ status }) => status !== 200).map(({ body }) => body['code']),
    ['last_admin'],
  );
});

test('rejects missing, unknown and duplicate roles', async (t) => {
  const admin = await api.signUp();
  for (const roles of [[], ['nobody'], ['viewer', 'viewer'], 'viewer', undefined]) {
    const answer = await admin.client.put(`/organization/members/${admin.userId}/roles`, { roles });
    t.is(answer.status, 400);
    t.regex(String(answer.body['message']), /^roles/);
  }
});

test('pages lists without duplicates or gaps', async (t) => {
  const admin = await api.signUp();
  for (let count = 0; count < 4; count += 1) await inviteMember(api, admin, ['viewer']);
  const seen: string[] = [];
  let cursor = '';
  do {
    const { body } = await admin.client.get<{ items: MemberBody[]; next_cursor?: string }>(
      `/organization/members?limit=2${cursor}`,
    );
    seen.push(...body.items.map(({ user }) => user.id));
    cursor = body.next_cursor === undefined ? '' : `&cursor=${encodeURIComponent(body.next_cursor)}`;
  } while (cursor !== '');
  t.is(seen.length, 5);
  t.is(new Set(seen).size, 5);
});

test('merges settings with any keys, and rejects more than 64 KB', async (t) => {
  const { client } = await api.signUp();
  await client.patch('/organization', { settings: { a: { b: 1, c: 2 }, constructor: 'x' } });
  const { body } = await client.patch<{ settings: object }>('/organization', {
    settings: { a: { b: null, d: 3 } },
  });
  t.deepEqual(body.settings, { a: { c: 2, d: 3 }, constructor: 'x' });
  const large = await client.patch('/organization', { settings: { text: 'x'.repeat(70_000) } });
  t.regex(String(large.body['message']), /^settings: /);
  t.is((await client.patch('/organization', {})).status, 200);
});
