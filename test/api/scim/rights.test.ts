import { createHash, randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { operations } from '../../../api/operations.ts';
import { withAssistant } from '../../support/assistant/use-assistant-api.ts';
import type { AssistantApi } from '../../support/assistant/use-assistant-api.ts';
import { createScriptedAnswerer, outputOf } from '../../support/assistant/scripted-answerer.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import { gate } from '../../support/gate.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { createScimClient, filterQuery, signUpWithScim } from '../../support/scim/use-scim.ts';
import type { ScimOrganization, ScimResponse } from '../../support/scim/use-scim.ts';
import { startHostileProvider } from '../../support/sso/hostile-provider.ts';
import type { HostileProvider } from '../../support/sso/hostile-provider.ts';
import { accessTokenOf, answerLogin, beginLogin, useSsoApi } from '../../support/sso/use-sso-api.ts';
import { createClient } from '../../support/test-api.ts';
import type { TestClient } from '../../support/test-api.ts';

const api = useSsoApi();
const clientId = 'client of the directory';
let provider: HostileProvider;
let assistant: AssistantApi;
test.serial.before(async () => {
  provider = await startHostileProvider();
  const answerer = createScriptedAnswerer();
  await api.startWorker({}, answerer);
  assistant = withAssistant(api, answerer);
});
test.after.always(() => provider?.close());

const signUp = (fields: Parameters<typeof signUpWithScim>[1] = {}) =>
  signUpWithScim(api, fields, { issuer: provider.issuer, clientId, clientSecret: 'a client secret' });
const setEmail = (userId: string, email: string) =>
  queryAsOwner(api.database.url, 'update users set email = $1 where id = $2', [email, userId]);
const tokenPath = '/api/v1/organization/api-tokens';

/** A member with an email of the proven domain. */
async function joinMember(organization: ScimOrganization, roles: readonly string[]) {
  const member = await inviteMember(api, organization, roles);
  const email = `${randomUUID()}@${organization.domain}`;
  await setEmail(member.userId, email);
  return { ...member, email };
}

async function rolesOf(userId: string): Promise<readonly string[]> {
  const [row] = await queryAsOwner<{ roles: readonly string[] }>(
    api.database.url,
    'select roles from users where id = $1',
    [userId],
  );
  return row?.roles ?? [];
}

async function actionsOf(organization: ScimOrganization): Promise<readonly string[]> {
  const rows = await queryAsOwner<{ action: string }>(
    api.database.url,
    "select action from audit_entries where organization_id = $1 and actor_type = 'api_token' and actor_id = $2 order by id",
    [organization.organizationId, organization.tokenId],
  );
  return rows.map(({ action }) => action);
}

const tokens = new Map<string, string>();

/** Signs a person in with claims of the provider. Returns the path of the redirect and a client. */
async function signIn(email: string, claims: Readonly<Record<string, unknown>>) {
  const login = await beginLogin(api, email);
  const token = await provider.sign({
    aud: clientId,
    sub: email,
    nonce: login.nonce,
    email,
    email_verified: true,
    ...claims,
  });
  tokens.set(login.nonce, token);
  provider.tokenFor = async (code) => tokens.get(code) ?? '';
  const path = await answerLogin(api, login, { code: login.nonce });
  return { path, client: createClient(api.url, accessTokenOf(api, login.browser)) };
}

test('the token of a directory has the permission scim alone, for up to three years, and outlives its creator', async (t) => {
  const organization = await signUp();
  const { client } = organization;
  const create = (by: TestClient, permissions: readonly string[], days = 90) =>
    by.POST(tokenPath, {
      body: { name: randomUUID(), permissions: permissions as ['scim'], expires_in_days: days },
    });
  await expectError(t, create(client, ['scim', 'resources:read']), 400, 'validation_failed');
  await expectError(t, create(client, ['scim'], 1096), 400, 'validation_failed');
  await expectError(t, create(client, ['resources:read'], 366), 400, 'validation_failed');
  const cloudAdmin = await inviteMember(api, organization, ['cloud_admin']);
  await expectError(t, create(cloudAdmin.client, ['scim']), 400, 'validation_failed');
  const creator = await inviteMember(api, organization, ['platform_admin']);
  const made = await dataOf(create(creator.client, ['scim'], 1095));
  const directory = createScimClient(api.url, made.token);
  const first = await directory.send('GET', '/Users');
  t.is(first.status, 200);
  t.is(first.headers.get('ratelimit-policy'), '"api_token"; q=6000; w=60');
  await dataOf(
    client.DELETE('/api/v1/organization/members/{user_id}', {
      params: { path: { user_id: creator.userId } },
    }),
  );
  t.is((await directory.send('GET', '/Users')).status, 200);
  await dataOf(client.DELETE(`${tokenPath}/{id}`, { params: { path: { id: made.id } } }));
  const revoked = await directory.send('GET', '/Users');
  t.deepEqual(
    [revoked.status, revoked.body.code, revoked.headers.get('www-authenticate')],
    [401, 'invalid_token', 'Bearer'],
  );
});

test('no other credential is accepted, and another organization sees and changes nothing', async (t) => {
  const [one, other] = [await signUp(), await signUp()];
  const user = await one.scim.createUser(`ada@${one.domain}`);
  const group = await one.scim.createGroup('Group', [user.id]);
  const { token } = await dataOf(
    one.client.POST(tokenPath, { body: { name: 'reader', permissions: ['members:read'] } }),
  );
  const ingest = await dataOf(
    one.client.POST('/api/v1/organization/ingest-tokens', { body: { name: 'ci' } }),
  );
  for (const credential of [undefined, token, ingest.token, one.tokens.access_token, 'x', `${one.token}x`])
    for (const path of ['/Users', '/ServiceProviderConfig', `/Users/${user.id}`]) {
      const { status, body } = await createScimClient(api.url, credential).send('GET', path);
      t.deepEqual([status, body.schemas], [401, ['urn:ietf:params:scim:api:messages:2.0:Error']], path);
    }
  for (const path of [`/Users/${user.id}`, `/Groups/${group.id}`]) {
    const body = {
      userName: `x@${other.domain}`,
      displayName: 'x',
      Operations: [{ op: 'remove', path: 'externalId' }],
    };
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const response = await other.scim.send(
        method,
        path,
        method === 'GET' || method === 'DELETE' ? undefined : body,
      );
      t.is(response.status, 404, `${method} ${path}`);
    }
  }
  t.is((await other.scim.send('GET', `/Users${filterQuery(`id eq "${user.id}"`)}`)).body.totalResults, 0);
  t.is((await other.scim.send('GET', '/Groups')).body.totalResults, 0);
  const foreign = await other.scim.send('POST', '/Groups', {
    displayName: 'x',
    members: [{ value: user.id }],
  });
  t.deepEqual([foreign.status, foreign.body.scimType], [400, 'invalidValue']);
});

test('the token of a directory is 401 on every operation of the API that needs a credential', async (t) => {
  const { token } = await signUp();
  const directory = createClient(api.url, token);
  for (const { method, path, access } of operations.filter((one) => one.access !== 'public')) {
    const url = path.replaceAll(/\{\w+\}/g, () => randomUUID());
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    const response = await directory.request<{ code?: string }>(method, url, body);
    t.deepEqual([response.status, response.body.code], [401, 'unauthorized'], `${method} ${path} ${access}`);
  }
});

test('writes only users of proven domains', async (t) => {
  const organization = await signUp();
  const { scim, domain, userId } = organization;
  const ada = await scim.createUser(`ada@${domain}`);
  const outsider = await inviteMember(api, organization, ['viewer']);
  const refused = async (sent: Promise<ScimResponse>, title: string) => {
    const { status, body } = await sent;
    t.deepEqual([status, body.scimType], [400, 'invalidValue'], `${title} ${body.detail}`);
  };
  const patch = (id: string, ...operations: unknown[]) => scim.patch(`/Users/${id}`, ...operations);
  await refused(scim.send('POST', '/Users', { userName: 'ada@foreign.example' }), 'another domain');
  await refused(scim.send('POST', '/Users', { userName: `ada@sub.${domain}` }), 'a subdomain');
  await refused(scim.send('POST', '/Users', { userName: `"a@b"@${domain}` }), 'a quoted local part');
  await refused(
    scim.send('POST', '/Users', { userName: `eve@${domain}`, emails: [{ value: 'eve@foreign.example' }] }),
    'emails',
  );
  await refused(
    patch(ada.id, { op: 'replace', path: 'userName', value: 'ada@foreign.example' }),
    'a new userName',
  );
  await refused(
    patch(ada.id, { op: 'add', path: 'emails', value: [{ value: 'a@foreign.example' }] }),
    'an email',
  );
  await refused(patch(outsider.userId, { op: 'replace', path: 'active', value: false }), 'a user elsewhere');
  await refused(
    patch(outsider.userId, { op: 'replace', path: 'userName', value: `taken@${domain}` }),
    'a user elsewhere, moved here',
  );
  await refused(scim.send('DELETE', `/Users/${userId}`), 'the administrator elsewhere');
  await refused(
    scim.send('POST', '/Groups', { displayName: 'g', members: [{ value: outsider.userId }] }),
    'a member',
  );
  t.is((await outsider.client.request('GET', '/auth/me')).status, 200);
  await queryAsOwner(api.database.url, 'update sso_domains set proof_ended_at = now() where domain = $1', [
    domain,
  ]);
  await refused(scim.send('POST', '/Users', { userName: `late@${domain}` }), 'after the proof ended');
});

test('never changes a break-glass user, nor deactivates the last platform administrator', async (t) => {
  const organization = await signUp({ role_mappings: [{ group: 'admins', roles: ['platform_admin'] }] });
  const { scim, domain, userId, client } = organization;
  await setEmail(userId, `root@${domain}`);
  const last = await scim.patch(`/Users/${userId}`, { op: 'replace', path: 'active', value: 'False' });
  t.deepEqual([last.status, last.body.scimType, last.body.code], [409, 'mutability', 'last_admin']);
  const deleted = await scim.send('DELETE', `/Users/${userId}`);
  t.deepEqual([deleted.status, deleted.body.scimType], [409, 'mutability']);
  t.is((await client.request('GET', '/auth/me')).status, 200);
  await queryAsOwner(api.database.url, 'update users set break_glass = true where id = $1', [userId]);
  await joinMember(organization, ['platform_admin']);
  const path = `/Users/${userId}`;
  for (const [method, body] of [
    ['PUT', { userName: `root@${domain}`, active: false }],
    ['PUT', { userName: `root@${domain}` }],
    ['PATCH', { Operations: [{ op: 'replace', path: 'displayName', value: 'x' }] }],
    ['DELETE', undefined],
  ] as const) {
    const response = await scim.send(method, path, body);
    t.deepEqual([response.status, response.body.code], [403, 'forbidden'], method);
  }
  const group = await scim.createGroup('admins');
  const added = await scim.patch(`/Groups/${group.id}`, {
    op: 'add',
    path: 'members',
    value: [{ value: userId }],
  });
  t.is(added.status, 403);
});

test('the last platform administrator keeps the role when the group loses the member', async (t) => {
  const organization = await signUp({ role_mappings: [{ group: 'admins', roles: ['platform_admin'] }] });
  const { scim, domain, userId } = organization;
  const [ada, eve] = [await scim.createUser(`ada@${domain}`), await scim.createUser(`eve@${domain}`)];
  const group = await scim.createGroup('admins', [ada.id, eve.id]);
  await queryAsOwner(api.database.url, "update users set status = 'deactivated' where id = $1", [userId]);
  await scim.patch(`/Groups/${group.id}`, { op: 'remove', path: 'members', value: [{ value: eve.id }] });
  t.deepEqual(await rolesOf(eve.id), []);
  const last = await scim.send('DELETE', `/Users/${ada.id}`);
  t.deepEqual([last.status, last.body.scimType], [409, 'mutability']);
  t.is((await scim.send('DELETE', `/Groups/${group.id}`)).status, 204);
  t.deepEqual(await rolesOf(ada.id), ['platform_admin']);
  t.true((await actionsOf(organization)).includes('member.administrator_kept'));
});

test('roles and teams by mapping come and go with the groups at once, for users who never signed in', async (t) => {
  const organization = await signUp();
  const { scim, domain, client } = organization;
  const team = async (slug: string) =>
    (await dataOf(client.POST('/api/v1/teams', { body: { name: slug, slug } }))).id;
  const [shop, ops] = [await team('shop'), await team('ops')];
  await organization.configure({
    default_roles: ['auditor'],
    role_mappings: [
      { group: 'Engineers', roles: ['engineer'] },
      { group: 'external-7', roles: ['viewer'] },
    ],
    team_mappings: [
      { group: 'Engineers', team_id: shop },
      { group: 'Engineers', team_id: ops },
    ],
  });
  const [ada, eve] = [await scim.createUser(`ada@${domain}`), await scim.createUser(`eve@${domain}`)];
  const membersOf = async (teamId: string) =>
    (
      await queryAsOwner<{ user_id: string }>(
        api.database.url,
        'select user_id from team_members where team_id = $1 order by user_id',
        [teamId],
      )
    ).map(({ user_id: id }) => id);
  await dataOf(
    client.POST('/api/v1/teams/{id}/members', {
      params: { path: { id: ops } },
      body: { user_id: eve.id, role: 'member' },
    }),
  );
  const group = await scim.createGroup('Engineers', [ada.id, eve.id]);
  t.deepEqual([await rolesOf(ada.id), await rolesOf(eve.id)], [['engineer'], ['engineer']]);
  t.deepEqual(await membersOf(shop), [ada.id, eve.id]);
  await scim.patch(`/Groups/${group.id}`, { op: 'remove', path: `members[value eq "${eve.id}"]` });
  t.deepEqual([await rolesOf(eve.id), await membersOf(shop)], [[], [ada.id]]);
  t.deepEqual(await membersOf(ops), [ada.id, eve.id], 'a membership that a member added stays');
  // Mappings compare exactly, with the name and the external id.
  await scim.patch(`/Groups/${group.id}`, { op: 'replace', path: 'displayName', value: 'engineers' });
  t.deepEqual([await rolesOf(ada.id), await membersOf(shop)], [[], []]);
  await scim.patch(`/Groups/${group.id}`, { op: 'replace', path: 'externalId', value: 'external-7' });
  t.deepEqual(await rolesOf(ada.id), ['viewer']);
  await organization.configure({ role_mappings: [{ group: 'external-7', roles: ['cloud_admin'] }] });
  t.deepEqual(await rolesOf(ada.id), ['cloud_admin'], 'a change of the mapping holds at once');
  await scim.send('DELETE', `/Groups/${group.id}`);
  t.deepEqual(await rolesOf(ada.id), []);
  await scim.createGroup('external-7', [ada.id]);
  t.deepEqual(await rolesOf(ada.id), ['cloud_admin']);
  await scim.send('DELETE', `/Users/${ada.id}`);
  t.deepEqual(await rolesOf(ada.id), []);
  const actions = await actionsOf(organization);
  for (const action of [
    'member.created',
    'scim_group.created',
    'scim_group.updated',
    'scim_group.deleted',
    'member.roles_mapped',
    'member.deactivated',
    'member.deprovisioned',
  ])
    t.true(actions.includes(action), action);
});

test('once a group came by SCIM, the groups of tokens are ignored, and a token that only points to them is accepted', async (t) => {
  const organization = await signUp({
    default_roles: ['viewer'],
    role_mappings: [
      { group: 'admins', roles: ['platform_admin'] },
      { group: 'engineers', roles: ['engineer'] },
    ],
  });
  const { scim, domain, client } = organization;
  const overage = { _claim_names: { groups: 'src1' } };
  const early = await signIn(`early@${domain}`, { groups: ['engineers'] });
  t.is(early.path, '/');
  t.deepEqual((await dataOf(early.client.GET('/api/v1/auth/me'))).roles, ['engineer', 'viewer']);
  t.is((await signIn(`early@${domain}`, overage)).path, '/sign-in?error=groups_overage');
  const ada = await scim.createUser(`ada@${domain}`, { displayName: 'Ada' });
  const group = await scim.createGroup('engineers', [ada.id]);
  const eve = await scim.createUser(`eve@${domain}`);
  const first = await signIn(`ada@${domain}`, overage);
  t.is(first.path, '/');
  const me = await dataOf(first.client.GET('/api/v1/auth/me'));
  t.deepEqual(
    [me.user?.id, me.roles],
    [ada.id, ['engineer', 'viewer']],
    'the first login binds the provisioned user',
  );
  const claimed = await signIn(`eve@${domain}`, { groups: ['admins'] });
  t.deepEqual((await dataOf(claimed.client.GET('/api/v1/auth/me'))).roles, ['viewer']);
  const again = await signIn(`early@${domain}`, { groups: ['engineers'] });
  t.deepEqual((await dataOf(again.client.GET('/api/v1/auth/me'))).roles, ['viewer']);
  await scim.send('DELETE', `/Groups/${group.id}`);
  t.deepEqual((await dataOf(first.client.GET('/api/v1/auth/me'))).roles, ['viewer']);
  const after = await signIn(`eve@${domain}`, { groups: ['admins'] });
  t.deepEqual(
    (await dataOf(after.client.GET('/api/v1/auth/me'))).roles,
    ['viewer'],
    'also after the last group is gone',
  );
  const sso = await dataOf(client.GET('/api/v1/organization/sso'));
  t.deepEqual(sso.scim, { url: `${api.configuration.publicUrl}/scim/v2`, users: 2, groups: 0 });
  // An administrator by a group who never signed in is bound by the email: the directory has given the rights.
  const admins = await scim.createGroup('admins');
  const root = await scim.createUser(`root@${domain}`);
  await scim.patch(`/Groups/${admins.id}`, { op: 'add', path: 'members', value: [{ value: root.id }] });
  const { client: rootClient } = await signIn(`root@${domain}`, {});
  t.deepEqual((await dataOf(rootClient.GET('/api/v1/auth/me'))).roles, ['platform_admin', 'viewer']);
  t.truthy(eve.id);
});

test('a deactivated user loses sessions, tokens and open streams', async (t) => {
  const organization = await signUp();
  const { scim } = organization;
  const member = await joinMember(organization, ['cloud_admin']);
  const made = await dataOf(
    member.client.POST(tokenPath, { body: { name: 'theirs', permissions: ['resources:read'] } }),
  );
  const held = gate();
  assistant.answerer.on('until the end', async () => {
    await held.opened;
    return outputOf('a secret');
  });
  const asker = { client: member.client, token: member.accessToken };
  const conversationId = await assistant.startConversation(asker);
  const stream = await assistant.ask(asker, conversationId, 'until the end');
  await stream.until('turn.started');
  const changed = await scim.patch(`/Users/${member.userId}`, {
    op: 'Replace',
    path: 'active',
    value: 'False',
  });
  t.deepEqual([changed.status, changed.body.active], [200, false]);
  held.open();
  const events = await stream.rest();
  t.false(
    events.some(({ type }) => type === 'turn.completed'),
    'nothing is sent after the deactivation',
  );
  const me = await member.client.request<{ code: string }>('GET', '/auth/me');
  t.deepEqual([me.status, me.body.code], [403, 'account_deactivated']);
  t.is((await createClient(api.url, made.token).request('GET', '/auth/me')).status, 401);
  const refresh = await api.anonymous.POST('/api/v1/auth/refresh', {
    body: { refresh_token: member.refreshToken },
  });
  t.true(refresh.response.status >= 400);
  await expectError(
    t,
    api.anonymous.POST('/api/v1/auth/login', { body: { email: member.email, password: member.password } }),
    403,
    'account_deactivated',
  );
  t.deepEqual(await actionsOf(organization), ['api_token.revoked', 'member.deactivated']);
  await scim.patch(`/Users/${member.userId}`, { op: 'Replace', path: 'active', value: 'False' });
  t.is((await actionsOf(organization)).length, 2, 'a repeat is not audited');
  const entry = await eventually('the entry as an event', async () => {
    const { items } = await dataOf(
      organization.client.GET('/api/v1/events', {
        params: { query: { after: 'start', type: ['audit.entry'] } },
      }),
    );
    return items.some(({ data }) => JSON.stringify(data).includes('member.deactivated'));
  });
  t.true(entry);
});

test('a new userName ends sessions and mailed tokens, and is refused for administrators by hand', async (t) => {
  const organization = await signUp();
  const { scim, domain } = organization;
  const [member, admin] = [
    await joinMember(organization, ['engineer']),
    await joinMember(organization, ['platform_admin']),
  ];
  await queryAsOwner(
    api.database.url,
    `insert into user_tokens (organization_id, user_id, purpose, token_hash, expires_at)
     values ($1, $2, 'password_reset', $3, now() + interval '1 hour')`,
    [organization.organizationId, member.userId, createHash('sha256').update(randomUUID()).digest()],
  );
  const rename = (id: string) =>
    scim.patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: `${randomUUID()}@${domain}` });
  const renamed = await rename(member.userId);
  t.is(renamed.status, 200);
  t.is((await member.client.request('GET', '/auth/me')).status, 401);
  const left = await queryAsOwner(api.database.url, 'select 1 from user_tokens where user_id = $1', [
    member.userId,
  ]);
  t.deepEqual(left, []);
  t.deepEqual(await rolesOf(member.userId), ['engineer']);
  const refused = await rename(admin.userId);
  t.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
  t.is((await admin.client.request('GET', '/auth/me')).status, 200);
  t.true((await actionsOf(organization)).includes('member.email_changed'));
});

test('an address of a proven domain is freed from a stranger who never proved it, and from no other', async (t) => {
  const stranger = await api.signUp();
  const verified = await api.signUp();
  const organization = await signUp();
  const { scim, domain } = organization;
  await setEmail(stranger.userId, `ada@${domain}`);
  await queryAsOwner(
    api.database.url,
    'update users set email = $1, email_verified_at = null where id = $2',
    [`ada@${domain}`, stranger.userId],
  );
  await queryAsOwner(
    api.database.url,
    'update users set email = $1, email_verified_at = now() where id = $2',
    [`eve@${domain}`, verified.userId],
  );
  const ada = await scim.createUser(`ada@${domain}`);
  t.is(ada.userName, `ada@${domain}`);
  t.is((await stranger.client.request('GET', '/auth/me')).status, 403);
  const eve = await scim.send('POST', '/Users', { userName: `eve@${domain}` });
  t.deepEqual([eve.status, eve.body.scimType], [409, 'uniqueness']);
  t.is((await verified.client.request('GET', '/auth/me')).status, 200);
});

test('hostile bodies and paths are refused without an error of the server', async (t) => {
  const organization = await signUp();
  const { scim, domain } = organization;
  const { id } = await scim.createUser(`ada@${domain}`);
  const megabyte = 1024 * 1024;
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  const operation = (value: string) =>
    `{"Operations":[{"op":"replace","path":"displayName","value":${value}}]}`;
  const patch = `/Users/${id}`;
  const many = (one: string, count: number) =>
    `{"Operations":[${Array.from({ length: count }, () => one).join(',')}]}`;
  for (const [method, path, body, headers] of [
    ['POST', '/Users', `{"userName":"${'x'.repeat(megabyte)}"}`],
    ['POST', '/Users', `{"userName":"a@${domain}","x":${deep}}`],
    ['PATCH', patch, operation(deep)],
    ['PATCH', patch, operation('"a\\u0000b"')],
    ['PATCH', patch, operation('"\\ud800"')],
    ['PATCH', patch, '{"Operations":[{"op":"replace","value":{"__proto__":{"active":false}}}]}'],
    ['PATCH', patch, many('{"op":"replace","path":"active","value":true}', 20_000)],
    [
      'PATCH',
      patch,
      many(`{"op":"add","path":"emails","value":[{"value":"${'x'.repeat(40)}"},{"value":"y"}]}`, 9000),
    ],
    [
      'PATCH',
      patch,
      `{"Operations":[{"op":"remove","path":"emails[${'value eq \\"a\\" and '.repeat(900)}"}]}`,
    ],
    ['PATCH', patch, `{"Operations":[{"op":"remove","path":"emails${'['.repeat(900)}"}]}`],
    ['PATCH', patch, '[1]'],
    ['PATCH', patch, 'null'],
    ['PATCH', patch, '{'],
    ['PATCH', patch, '"x"'],
    ['POST', '/Users', '<xml/>', { 'content-type': 'application/xml' }],
    [
      'POST',
      '/Groups',
      `{"displayName":"g","members":${JSON.stringify(Array.from({ length: 10_001 }, () => ({ value: randomUUID() }))).slice(0, -1)}]}`,
    ],
  ] as const) {
    const response = await scim.send(method, path, body, headers ?? {});
    t.is(
      response.status,
      400,
      `${method} ${path} ${body.slice(0, 60)}: ${JSON.stringify(response.body).slice(0, 200)}`,
    );
    t.is(response.body.status, '400');
  }
  const early = await createScimClient(api.url, 'svca_x').send(
    'POST',
    '/Users',
    `{"userName":"${'x'.repeat(megabyte)}"}`,
  );
  t.is(early.status, 401, 'the credential comes before the body');
  for (const path of [`/Users/${id}'--`, '/Users/../Groups', `/Users/${id.toUpperCase()}`])
    t.true([200, 404].includes((await scim.send('GET', path)).status), path);
  t.is((await scim.send('GET', patch)).body.active, true);
});
