import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { createClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import type { SignedUp } from '../../support/test-api.ts';
import { expectError } from '../../support/expect-error.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';

const api = useTestApi();

/** Invites a viewer by email. */
const invite = ({ client }: SignedUp, email: string) =>
  client.POST('/api/v1/organization/invitations', { body: { email, roles: ['viewer'] } });

const getInvitation = (token: string) =>
  api.anonymous.GET('/api/v1/auth/invitations/{token}', { params: { path: { token } } });

const accept = (token: string, name: string) =>
  api.anonymous.POST('/api/v1/auth/invitations/{token}/accept', {
    params: { path: { token } },
    body: { name, password: 'a good long password' },
  });

test('creates a member with the roles of the accepted invitation', async (t) => {
  const admin = await api.signUp();
  const { data: invited, response } = await admin.client.POST('/api/v1/organization/invitations', {
    body: { email: 'New.Person@Example.com', roles: ['engineer', 'auditor'] },
  });
  t.is(response.status, 201);
  const { id = '', token = '', accept_url: acceptUrl } = invited ?? {};
  t.true(acceptUrl?.endsWith(token));
  t.is((await dataOf(getInvitation(token))).email, 'new.person@example.com');
  const listed = await dataOf(admin.client.GET('/api/v1/organization/invitations'));
  t.deepEqual(
    listed.items.map((invitation) => [invitation.id, invitation.status]),
    [[id, 'pending']],
  );
  const accepted = await accept(token, 'New Person');
  t.is(accepted.response.status, 201);
  t.deepEqual(accepted.data?.roles, ['engineer', 'auditor']);
  const member = createClient(api.url, accepted.data?.access_token);
  t.is((await member.GET('/api/v1/organization')).response.status, 200);
  await expectError(t, getInvitation(token), 409, 'invitation_invalid');
  const members = await dataOf(admin.client.GET('/api/v1/organization/members'));
  t.is(members.items.length, 2);
});

test('accepts an invitation once under concurrent requests', async (t) => {
  const admin = await api.signUp();
  const { token } = await dataOf(invite(admin, 'race@example.com'));
  const responses = await Promise.all(Array.from({ length: 6 }, () => accept(token, 'R')));
  t.deepEqual(
    responses.map(({ response }) => response.status).toSorted((a, b) => a - b),
    [201, 409, 409, 409, 409, 409],
  );
  for (const { error, response } of responses)
    if (response.status === 409) t.is(error?.code, 'invitation_invalid');
});

test('returns 409 for a revoked invitation and 404 for an unknown one', async (t) => {
  const admin = await api.signUp();
  const { id, token } = await dataOf(invite(admin, 'revoked@example.com'));
  await expectError(t, invite(admin, 'revoked@example.com'), 409, 'conflict');
  const revoke = () =>
    admin.client.DELETE('/api/v1/organization/invitations/{id}', { params: { path: { id } } });
  t.deepEqual(await dataOf(revoke()), { id, deleted: true });
  await expectError(t, getInvitation(token), 409, 'invitation_invalid');
  await expectError(t, revoke(), 409, 'invitation_invalid');
  for (const unknown of ['x', 'a'.repeat(43), '\0']) {
    await expectError(t, getInvitation(unknown), 404, 'not_found', unknown);
  }
  t.is((await invite(admin, 'revoked@example.com')).response.status, 201);
});

test('rejects an expired invitation, and allows to invite its address again', async (t) => {
  const admin = await api.signUp();
  const { id, token, expires_at: expiresAt } = await dataOf(invite(admin, 'late@example.com'));
  const days = (new Date(expiresAt).getTime() - Date.now()) / 86_400_000;
  t.true(days > 6.9 && days <= 7);
  await queryAsOwner(
    api.database.url,
    "update invitations set expires_at = now() - interval '1 second' where id = $1",
    [id],
  );
  await expectError(t, getInvitation(token), 409, 'invitation_invalid');
  await expectError(t, accept(token, 'L'), 409, 'invitation_invalid');
  t.deepEqual((await dataOf(admin.client.GET('/api/v1/organization/invitations'))).items, []);
  t.is((await dataOf(admin.client.GET('/api/v1/organization/members'))).items.length, 1);
  t.is((await invite(admin, 'late@example.com')).response.status, 201);
});

test('rejects invitation and signup of an address that has an account', async (t) => {
  const [admin, other] = [await api.signUp(), await api.signUp()];
  await expectError(t, invite(admin, other.email), 409, 'email_taken');
});

test('rejects the next request of a deactivated member, and accepts requests after reactivation', async (t) => {
  const admin = await api.signUp();
  const member = await inviteMember(api, admin, ['viewer']);
  const { email, password } = member;
  const params = { path: { user_id: member.userId } };
  const getOrganization = () => member.client.GET('/api/v1/organization');
  const logIn = (given: string) =>
    api.anonymous.POST('/api/v1/auth/login', { body: { email, password: given } });
  t.is((await getOrganization()).response.status, 200);
  const removed = await dataOf(admin.client.DELETE('/api/v1/organization/members/{user_id}', { params }));
  t.deepEqual(removed, { id: member.userId, deleted: true, ingest_tokens: [] });
  await expectError(t, getOrganization(), 403, 'account_deactivated');
  const refresh = api.anonymous.POST('/api/v1/auth/refresh', {
    body: { refresh_token: member.refreshToken },
  });
  await expectError(t, refresh, 403, 'account_deactivated');
  await expectError(t, logIn(password), 403, 'account_deactivated');
  await expectError(t, logIn('wrong password'), 401, 'invalid_credentials');
  const reactivated = await admin.client.POST('/api/v1/organization/members/{user_id}/reactivate', {
    params,
  });
  t.is(reactivated.response.status, 200);
  await expectError(t, getOrganization(), 401, 'invalid_token');
  t.is((await logIn(password)).response.status, 200);
});

test('revokes the pending invitations that a deactivated member sent', async (t) => {
  const admin = await api.signUp();
  const member = await inviteMember(api, admin, ['platform_admin']);
  const sent = await dataOf(
    member.client.POST('/api/v1/organization/invitations', {
      body: { email: 'sent-by-member@example.com', roles: ['platform_admin'] },
    }),
  );
  const other = await dataOf(invite(admin, 'sent-by-admin@example.com'));
  const params = { path: { user_id: member.userId } };
  await dataOf(admin.client.DELETE('/api/v1/organization/members/{user_id}', { params }));
  await expectError(t, accept(sent.token, 'S'), 409, 'invitation_invalid');
  t.is((await accept(other.token, 'O')).response.status, 201);
  const { items } = await dataOf(
    admin.client.GET('/api/v1/organization/audit-log', {
      params: { query: { action: 'member.deactivated' } },
    }),
  );
  t.deepEqual(items[0]?.details, {
    revoked_invitations: [sent.id],
    revoked_ingest_tokens: [],
    revoked_api_tokens: [],
  });
});

test('rejects an invitation of a member who is deactivated at the same time', async (t) => {
  const admin = await api.signUp();
  const member = await inviteMember(api, admin, ['platform_admin']);
  const deactivation = await queryAsOwner.hold(
    api.database.url,
    "update users set status = 'deactivated' where id = $1",
    [member.userId],
  );
  const sent = member.client.POST('/api/v1/organization/invitations', {
    body: { email: 'too-late@example.com', roles: ['platform_admin'] },
  });
  await deactivation.untilWaiting(1);
  await deactivation.commit();
  await expectError(t, sent, 403, 'account_deactivated');
  t.deepEqual((await dataOf(admin.client.GET('/api/v1/organization/invitations'))).items, []);
});

test('applies replaced roles to the next request', async (t) => {
  const admin = await api.signUp();
  const member = await inviteMember(api, admin, ['viewer']);
  const listTokens = () => member.client.GET('/api/v1/organization/ingest-tokens');
  await expectError(t, listTokens(), 403, 'forbidden');
  const replaced = await dataOf(
    admin.client.PUT('/api/v1/organization/members/{user_id}/roles', {
      params: { path: { user_id: member.userId } },
      body: { roles: ['auditor'] },
    }),
  );
  t.deepEqual(replaced.roles, ['auditor']);
  t.is((await listTokens()).response.status, 200);
});

test('keeps one active administrator under concurrent removals', async (t) => {
  const first = await api.signUp();
  type Admin = Pick<SignedUp, 'client' | 'userId'>;
  const remove = ({ client, userId }: Admin) =>
    client.DELETE('/api/v1/organization/members/{user_id}', { params: { path: { user_id: userId } } });
  const demote = ({ client, userId }: Admin) =>
    client.PUT('/api/v1/organization/members/{user_id}/roles', {
      params: { path: { user_id: userId } },
      body: { roles: ['viewer'] },
    });
  await expectError(t, remove(first), 409, 'last_admin');
  await expectError(t, demote(first), 409, 'last_admin');
  const others = [];
  for (let count = 0; count < 3; count += 1) others.push(await inviteMember(api, first, ['platform_admin']));
  const all: Admin[] = [first, ...others];
  const results = await Promise.all(
    all.map((admin, index) => (index % 2 === 0 ? remove(admin) : demote(admin))),
  );
  t.is(results.filter(({ response }) => response.status === 200).length, 3);
  t.deepEqual(
    results.filter(({ response }) => response.status !== 200).map(({ error }) => error?.code),
    ['last_admin'],
  );
});

test('rejects missing, unknown and duplicate roles', async (t) => {
  const admin = await api.signUp();
  for (const roles of [[], ['nobody'], ['viewer', 'viewer'], 'viewer', undefined]) {
    const { status, body } = await admin.client.request(
      'PUT',
      `/organization/members/${admin.userId}/roles`,
      { body: { roles } },
    );
    t.is(status, 400);
    t.regex(String(body['message']), /^roles/);
  }
});

test('pages lists without duplicates or gaps', async (t) => {
  const admin = await api.signUp();
  for (let count = 0; count < 4; count += 1) await inviteMember(api, admin, ['viewer']);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
    const page = await dataOf(admin.client.GET('/api/v1/organization/members', { params: { query } }));
    seen.push(...page.items.map(({ user }) => user.id));
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  t.is(seen.length, 5);
  t.is(new Set(seen).size, 5);
});

test('merges settings with any keys, and rejects more than 64 KB', async (t) => {
  const { client } = await api.signUp();
  const merge = (settings: Record<string, unknown>) =>
    client.PATCH('/api/v1/organization', { body: { settings } });
  await merge({ a: { b: 1, c: 2 }, constructor: 'x' });
  const { settings } = await dataOf(merge({ a: { b: null, d: 3 } }));
  t.deepEqual(settings, { a: { c: 2, d: 3 }, constructor: 'x' });
  const message = await expectError(t, merge({ text: 'x'.repeat(70_000) }), 400, 'validation_failed');
  t.regex(message, /^settings: /);
  t.is((await client.PATCH('/api/v1/organization', { body: {} })).response.status, 200);
});

test('an administrator who loses the role gives it to nobody by an earlier invitation', async (t) => {
  const admin = await api.signUp();
  const other = await inviteMember(api, admin, ['platform_admin']);
  const inviteAdmin = async (email: string) =>
    dataOf(
      other.client.POST('/api/v1/organization/invitations', { body: { email, roles: ['platform_admin'] } }),
    );
  const [revoked, kept] = [await inviteAdmin('self@example.com'), await inviteAdmin('late@example.com')];
  const params = { path: { user_id: other.userId } };
  const replace = (roles: ('platform_admin' | 'viewer')[]) =>
    dataOf(admin.client.PUT('/api/v1/organization/members/{user_id}/roles', { params, body: { roles } }));
  await replace(['platform_admin', 'viewer']);
  t.is((await getInvitation(revoked.token)).response.status, 200, 'the inviter may still invite');
  await replace(['viewer']);
  await expectError(t, accept(revoked.token, 'Self'), 409, 'invitation_invalid');
  // The rights count at the acceptance, however the inviter lost them.
  await queryAsOwner(api.database.url, "update invitations set status = 'pending' where id = $1", [kept.id]);
  await expectError(t, accept(kept.token, 'Late'), 409, 'invitation_invalid');
  const { items } = await dataOf(admin.client.GET('/api/v1/organization/members'));
  t.is(items.length, 2);
});

test('lists and revokes the ingest tokens of a deactivated member, unless they are kept', async (t) => {
  const admin = await api.signUp();
  const createToken = async ({ client }: { client: SignedUp['client'] }) =>
    dataOf(client.POST('/api/v1/organization/ingest-tokens', { body: { name: 'ci' } }));
  const isRevoked = async (id: string) => {
    const { items } = await dataOf(admin.client.GET('/api/v1/organization/ingest-tokens'));
    return items.find((token) => token.id === id)?.revoked_at !== undefined;
  };
  const own = await createToken(admin);
  for (const keep of [true, undefined]) {
    const member = await inviteMember(api, admin, ['cloud_admin']);
    const { id } = await createToken(member);
    const query = keep === undefined ? {} : { keep_tokens: keep };
    const deactivated = await dataOf(
      admin.client.DELETE('/api/v1/organization/members/{user_id}', {
        params: { path: { user_id: member.userId }, query },
      }),
    );
    t.deepEqual(
      deactivated.ingest_tokens.map((token) => token.id),
      [id],
    );
    t.is(await isRevoked(id), keep === undefined);
  }
  t.false(await isRevoked(own.id));
});
