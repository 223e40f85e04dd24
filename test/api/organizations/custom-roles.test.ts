import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { operations } from '../../../api/operations.ts';
import { customRolePermissions, permissions } from '../../../domain/identity/permissions.ts';
import type { Permission } from '../../../domain/identity/permissions.ts';
import { expectError } from '../../support/expect-error.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { createClient } from '../../support/test-api.ts';
import type { TestClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

const create = (client: TestClient, name: string, held: readonly Permission[] = ['resources:read']) =>
  client.POST('/api/v1/organization/custom-roles', { body: { name, permissions: [...held] } });

const update = (client: TestClient, id: string, body: object, headers: Record<string, string> = {}) =>
  client.PATCH('/api/v1/organization/custom-roles/{id}', { params: { path: { id } }, body, headers });

const remove = (client: TestClient, id: string) =>
  client.DELETE('/api/v1/organization/custom-roles/{id}', { params: { path: { id } } });

const replaceRoles = (client: TestClient, userId: string, roles: string[]) =>
  client.PUT('/api/v1/organization/members/{user_id}/roles', {
    params: { path: { user_id: userId } },
    body: { roles },
  });

const permissionsNow = async (client: TestClient) =>
  (await dataOf(client.GET('/api/v1/auth/me'))).permissions.toSorted();

test('creates, lists, changes and deletes a custom role, and records each in the audit log', async (t) => {
  const { client } = await api.signUp();
  const { data: created, response } = await client.POST('/api/v1/organization/custom-roles', {
    body: {
      name: ' Reader of plans ',
      description: 'For CI',
      permissions: ['plans:read', 'executions:read'],
    },
  });
  t.is(response.status, 201);
  t.is(response.headers.get('location'), `/api/v1/organization/custom-roles/${created?.id}`);
  t.like(created, { name: 'Reader of plans', description: 'For CI', version: 1 });
  t.deepEqual(created?.permissions, ['plans:read', 'executions:read']);
  const { id = '' } = created ?? {};
  const other = await dataOf(create(client, 'Another'));
  const listed = await dataOf(client.GET('/api/v1/organization/custom-roles'));
  t.deepEqual(
    listed.items.map(({ name }) => name),
    ['Another', 'Reader of plans'],
  );
  const page = await dataOf(
    client.GET('/api/v1/organization/custom-roles', { params: { query: { limit: 1 } } }),
  );
  const { next_cursor: cursor = '' } = page;
  const next = await dataOf(
    client.GET('/api/v1/organization/custom-roles', { params: { query: { limit: 1, cursor } } }),
  );
  t.deepEqual([...page.items, ...next.items], listed.items);
  const changed = await dataOf(
    update(client, id, { description: null, permissions: ['plans:read'] }, { 'If-Match': '"1"' }),
  );
  t.like(changed, { name: 'Reader of plans', version: 2, permissions: ['plans:read'] });
  t.is(changed.description, undefined);
  await expectError(t, update(client, id, { name: 'Late' }, { 'If-Match': '"1"' }), 409, 'conflict');
  t.deepEqual(await dataOf(update(client, id, {})), changed);
  t.deepEqual(await dataOf(remove(client, other.id)), { id: other.id, deleted: true });
  const byId = client.GET('/api/v1/organization/custom-roles/{id}', { params: { path: { id: other.id } } });
  await expectError(t, byId, 404, 'not_found');
  const { items } = await dataOf(
    client.GET('/api/v1/organization/audit-log', {
      params: { query: { action: ['custom_role.created', 'custom_role.updated', 'custom_role.deleted'] } },
    }),
  );
  t.deepEqual(
    items.map(({ action, target, details }) => [action, target.id, details?.['permissions']]),
    [
      ['custom_role.deleted', other.id, ['resources:read']],
      ['custom_role.updated', id, ['plans:read']],
      ['custom_role.created', other.id, ['resources:read']],
      ['custom_role.created', id, ['plans:read', 'executions:read']],
    ],
  );
});

test('rejects the name of a built-in role, a name that is taken in any case, and an unknown field', async (t) => {
  const { client } = await api.signUp();
  const first = await dataOf(create(client, 'Auditors of plans'));
  const second = await dataOf(create(client, 'Second'));
  for (const name of ['viewer', 'Platform_Admin', ' ', 'x'.repeat(101)])
    await expectError(t, create(client, name), 400, 'validation_failed', name);
  await expectError(t, create(client, 'AUDITORS of plans'), 409, 'conflict');
  await expectError(t, update(client, second.id, { name: 'auditors of plans' }), 409, 'conflict');
  t.is((await dataOf(update(client, first.id, { name: 'AUDITORS OF PLANS' }))).name, 'AUDITORS OF PLANS');
  const body = { name: 'Third', permissions: ['resources:read'], scope: { team_ids: [randomUUID()] } };
  const scoped = await client.request<{ code?: string }>('POST', '/organization/custom-roles', { body });
  t.deepEqual([scoped.status, scoped.body.code], [400, 'validation_failed']);
  await expectError(t, update(client, first.id, { scope: {} }), 400, 'validation_failed');
  // A name belongs to one organization.
  t.is((await create((await api.signUp()).client, 'Second')).response.status, 201);
});

test('no custom role has a permission that gives rights to others', async (t) => {
  const { client } = await api.signUp();
  const { id } = await dataOf(create(client, 'all', customRolePermissions));
  const administrative = [
    'members:manage',
    'roles:manage',
    'sso:manage',
    'scim',
    'organization:update',
    'api_tokens:manage',
    'ingest_tokens:manage',
    'assistant:manage',
  ] as const;
  t.deepEqual(
    permissions.filter((name) => !customRolePermissions.includes(name)).toSorted(),
    administrative.toSorted(),
  );
  for (const permission of administrative) {
    const message = await expectError(t, create(client, permission, [permission]), 400, 'validation_failed');
    t.true(message.includes(permission), message);
    await expectError(t, update(client, id, { permissions: [permission] }), 400, 'validation_failed');
  }
  // One that the database has nevertheless, such as a role of an earlier release, gives nothing.
  const { userId, client: member } = await inviteMember(api, { client }, [id]);
  await queryAsOwner(
    api.database.url,
    "update custom_roles set permissions = '{members:manage,roles:read}' where id = $1",
    [id],
  );
  t.deepEqual(await permissionsNow(member), ['roles:read']);
  await expectError(t, replaceRoles(member, userId, ['platform_admin']), 403, 'forbidden');
});

test('a member with all grantable permissions has exactly their operations', async (t) => {
  const admin = await api.signUp();
  const { id } = await dataOf(create(admin.client, 'all', customRolePermissions));
  const member = await inviteMember(api, admin, [id]);
  t.deepEqual(await permissionsNow(member.client), [...customRolePermissions].toSorted());
  for (const { method, path, access } of operations) {
    if (['public', 'ingest', 'authenticated'].includes(access)) continue;
    const url = path.replaceAll(/\{\w+\}/g, () => randomUUID());
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    const { status, body: answer } = await member.client.request<{ code?: string }>(method, url, body);
    t.is(
      status === 403 && answer.code === 'forbidden',
      !customRolePermissions.some((name) => name === access),
      `${method} ${path}: ${status}`,
    );
  }
});

test('members and invitations hold roles by id, and a change applies to the next request', async (t) => {
  const admin = await api.signUp();
  const { client } = admin;
  const { id } = await dataOf(create(client, 'Reader', ['resources:read']));
  const member = await inviteMember(api, admin, [id]);
  const { email, password } = member;
  const { body: login } = await api.anonymous.request<{
    roles: string[];
    permissions: string[];
    refresh_token: string;
  }>('POST', '/auth/login', { body: { email, password } });
  t.deepEqual([login.roles, login.permissions], [[id], ['resources:read']]);
  const refreshed = await dataOf(
    api.anonymous.POST('/api/v1/auth/refresh', { body: { refresh_token: login.refresh_token } }),
  );
  t.deepEqual([refreshed.roles, refreshed.permissions], [[id], ['resources:read']]);
  t.deepEqual((await dataOf(member.client.GET('/api/v1/auth/me'))).roles, [id]);
  t.is((await member.client.GET('/api/v1/resources')).response.status, 200);
  await expectError(t, member.client.GET('/api/v1/teams'), 403, 'forbidden');
  // The name is only for people: the permissions are those of the id.
  await dataOf(update(client, id, { name: 'Reader of teams', permissions: ['teams:read'] }));
  t.is((await member.client.GET('/api/v1/teams')).response.status, 200);
  await expectError(t, member.client.GET('/api/v1/resources'), 403, 'forbidden');
  // A role of the same name in another organization has other permissions.
  const other = await api.signUp();
  const namesake = await dataOf(create(other.client, 'Reader of teams', ['plans:read']));
  const stranger = await inviteMember(api, other, [namesake.id]);
  t.deepEqual(await permissionsNow(stranger.client), ['plans:read']);
  t.deepEqual(await permissionsNow(member.client), ['teams:read']);
  const both = await dataOf(replaceRoles(client, member.userId, ['auditor', id]));
  t.deepEqual(both.roles, ['auditor', id]);
  t.true((await permissionsNow(member.client)).includes('audit_log:read'));
  await dataOf(replaceRoles(client, member.userId, ['viewer']));
  await expectError(t, member.client.GET('/api/v1/organization/audit-log'), 403, 'forbidden');
});

test('tools called through MCP have the permissions of a custom role', async (t) => {
  const admin = await api.signUp();
  const { id } = await dataOf(create(admin.client, 'Asks for members', ['assistant:use', 'members:read']));
  const member = await inviteMember(api, admin, [id]);
  const call = async (name: string) => {
    const response = await fetch(`${api.url}/api/v1/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${member.accessToken}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }),
    });
    return response.text();
  };
  const members = await call('list_members');
  t.true(members.includes('Asks for members'), 'the name of the role');
  t.regex(await call('list_teams'), /"isError":true/);
  await dataOf(update(admin.client, id, { permissions: ['assistant:use', 'teams:read'] }));
  t.notRegex(await call('list_teams'), /"isError":true/);
  t.regex(await call('list_members'), /"isError":true/);
});

test('rejects roles of another organization, unknown and malformed ones', async (t) => {
  const admin = await api.signUp();
  const other = await api.signUp();
  const { userId } = await inviteMember(api, admin, ['viewer']);
  const foreign = await dataOf(create(other.client, 'Foreign'));
  for (const role of [foreign.id, randomUUID(), 'Foreign', 'owner', foreign.id.toUpperCase()]) {
    await expectError(t, replaceRoles(admin.client, userId, ['viewer', role]), 400, 'validation_failed');
    const invitation = admin.client.POST('/api/v1/organization/invitations', {
      body: { email: `${randomUUID()}@example.com`, roles: [role] },
    });
    await expectError(t, invitation, 400, 'validation_failed', role);
  }
  const { id } = foreign;
  await expectError(t, update(admin.client, id, { name: 'Mine' }), 404, 'not_found');
  await expectError(t, remove(admin.client, id), 404, 'not_found');
});

test('a role that a member or a pending invitation holds cannot be deleted', async (t) => {
  const admin = await api.signUp();
  const { client } = admin;
  const { id } = await dataOf(create(client, 'Held'));
  const member = await inviteMember(api, admin, [id]);
  const invitation = await dataOf(
    client.POST('/api/v1/organization/invitations', {
      body: { email: `${randomUUID()}@example.com`, roles: ['viewer', id] },
    }),
  );
  t.regex(await expectError(t, remove(client, id), 409, 'conflict'), /members: 1, pending invitations: 1/);
  await dataOf(
    client.DELETE('/api/v1/organization/members/{user_id}', { params: { path: { user_id: member.userId } } }),
  );
  t.regex(await expectError(t, remove(client, id), 409, 'conflict'), /members: 1/, 'also a deactivated one');
  await dataOf(replaceRoles(client, member.userId, ['viewer']));
  t.regex(await expectError(t, remove(client, id), 409, 'conflict'), /members: 0, pending invitations: 1/);
  const storeRolesByHand = (roles: string) =>
    queryAsOwner(api.database.url, `update users set roles_by_hand = ${roles} where id = '${member.userId}'`);
  await storeRolesByHand(`array['viewer', '${id}']`);
  t.regex(
    await expectError(t, remove(client, id), 409, 'conflict'),
    /members: 1/,
    'also one whose roles by hand do not count while single sign-on is enforced',
  );
  await storeRolesByHand('null');
  await dataOf(
    client.DELETE('/api/v1/organization/invitations/{id}', { params: { path: { id: invitation.id } } }),
  );
  t.is((await remove(client, id)).response.status, 200);
});

test('a role that is deleted and given at the same time is either deleted or given', async (t) => {
  const admin = await api.signUp();
  const member = await inviteMember(api, admin, ['viewer']);
  for (let round = 0; round < 5; round++) {
    const { id } = await dataOf(create(admin.client, `round ${round}`));
    const [given, removed] = await Promise.all([
      replaceRoles(admin.client, member.userId, ['viewer', id]),
      remove(admin.client, id),
    ]);
    const outcome = [given.response.status, removed.response.status];
    t.true(outcome.join() === '200,409' || outcome.join() === '400,200', outcome.join());
  }
});

test('an organization has at most 50 custom roles, also under concurrent requests', async (t) => {
  const { client } = await api.signUp();
  await queryAsOwner(
    api.database.url,
    `insert into custom_roles (organization_id, name, permissions)
     select id, 'role ' || n, '{roles:read}' from organizations, generate_series(1, 48) n where id = $1`,
    [(await dataOf(client.GET('/api/v1/organization'))).id],
  );
  const responses = await Promise.all(['a', 'b', 'c', 'd'].map((name) => create(client, name)));
  t.deepEqual(
    responses.map(({ response }) => response.status).toSorted((a, b) => a - b),
    [201, 201, 409, 409],
  );
});

test('an invitation gives only roles that its inviter may give when it is accepted', async (t) => {
  const admin = await api.signUp();
  const inviter = await inviteMember(api, admin, ['platform_admin']);
  const { id } = await dataOf(create(admin.client, 'Reader'));
  const { token } = await dataOf(
    inviter.client.POST('/api/v1/organization/invitations', {
      body: { email: `${randomUUID()}@example.com`, roles: [id] },
    }),
  );
  await queryAsOwner(api.database.url, "update users set roles = '{viewer}' where id = $1", [inviter.userId]);
  const accept = api.anonymous.POST('/api/v1/auth/invitations/{token}/accept', {
    params: { path: { token } },
    body: { name: 'Late', password: `password ${randomUUID()}` },
  });
  await expectError(t, accept, 409, 'invitation_invalid');
});

test('an API token keeps its permissions when the custom role of its creator changes', async (t) => {
  const admin = await api.signUp();
  const { id } = await dataOf(create(admin.client, 'Reader', ['teams:read', 'resources:read']));
  // No custom role creates tokens, so that the creator needs a built-in one.
  const creator = await inviteMember(api, admin, ['cloud_admin', id]);
  const { token } = await dataOf(
    creator.client.POST('/api/v1/organization/api-tokens', {
      body: { name: 'ci', permissions: ['teams:read'] },
    }),
  );
  await dataOf(update(admin.client, id, { permissions: ['roles:read'] }));
  t.is((await createClient(api.url, token).GET('/api/v1/teams')).response.status, 200);
});
