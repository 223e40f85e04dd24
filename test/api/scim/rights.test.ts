import { createHash, randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { operations } from '../../../api/operations.ts';
import { expectError } from '../../support/expect-error.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { actionsOf, joinMember, rolesOf, setEmail } from '../../support/scim/scim-members.ts';
import { createScimClient, filterQuery, signUpWithScim } from '../../support/scim/use-scim.ts';
import type { ScimResponse } from '../../support/scim/use-scim.ts';
import { useSsoApi } from '../../support/sso/use-sso-api.ts';
import { createClient } from '../../support/test-api.ts';
import type { TestClient } from '../../support/test-api.ts';

const api = useSsoApi();
const signUp = (fields: Parameters<typeof signUpWithScim>[1] = {}) => signUpWithScim(api, fields);
const tokenPath = '/api/v1/organization/api-tokens';

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
  await setEmail(api, userId, `root@${domain}`);
  const last = await scim.patch(`/Users/${userId}`, { op: 'replace', path: 'active', value: 'False' });
  t.deepEqual([last.status, last.body.scimType, last.body.code], [409, 'mutability', 'last_admin']);
  const deleted = await scim.send('DELETE', `/Users/${userId}`);
  t.deepEqual([deleted.status, deleted.body.scimType], [409, 'mutability']);
  t.is((await client.request('GET', '/auth/me')).status, 200);
  await queryAsOwner(api.database.url, 'update users set break_glass = true where id = $1', [userId]);
  await joinMember(api, organization, ['platform_admin']);
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

test('a new userName ends sessions and mailed tokens, and is refused for administrators by hand', async (t) => {
  const organization = await signUp();
  const { scim, domain } = organization;
  const [member, admin] = [
    await joinMember(api, organization, ['engineer']),
    await joinMember(api, organization, ['platform_admin']),
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
  t.deepEqual(await rolesOf(api, member.userId), ['engineer']);
  const refused = await rename(admin.userId);
  t.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
  t.is((await admin.client.request('GET', '/auth/me')).status, 200);
  t.true((await actionsOf(api, organization)).includes('member.email_changed'));
});

test('an address of a proven domain is freed from a stranger who never proved it, and from no other', async (t) => {
  const stranger = await api.signUp();
  const verified = await api.signUp();
  const organization = await signUp();
  const { scim, domain } = organization;
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
  for (const [path, status] of [
    [`/Users/${id}'--`, 404],
    ['/Users/..%2FGroups', 404],
    [`/Users/${id.toUpperCase()}`, 404],
    ['/Users/../Groups', 200],
  ] as const)
    t.is((await scim.send('GET', path)).status, status, path);
  t.is((await scim.send('GET', patch)).body.active, true);
});
