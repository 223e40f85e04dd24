import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { operations } from '../../api/operations.ts';
import { acceptsApiTokens } from '../../api/http/operation.ts';
import type { Operation } from '../../api/http/operation.ts';
import { tokenPermissions } from '../../domain/identity/permissions.ts';
import type { Permission } from '../../domain/identity/permissions.ts';
import { permissionsOf, roleNames } from '../../domain/identity/roles.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { inviteMember } from '../support/invite-member.ts';
import type { InvitedMember } from '../support/invite-member.ts';
import { createClient } from '../support/test-api.ts';
import { useTestApi } from '../support/use-test-api.ts';
import type { SignedUp, TestClient } from '../support/test-api.ts';

let admin: SignedUp;
const api = useTestApi();
test.before(async () => {
  admin = await api.signUp();
});

const guarded = operations.filter(({ access }) => access !== 'public');
const titleOf = ({ method, path }: Operation) => `${method} ${path}`;
const pathOf = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, () => randomUUID());

async function call(client: TestClient, operation: Operation) {
  const body = operation.method === 'GET' || operation.method === 'DELETE' ? {} : { body: {} };
  return client.request<{ code?: string }>(operation.method, pathOf(operation), body);
}

test('every public operation is public in the specification or the contract', (t) => {
  const publicOperations = operations.filter(({ access }) => access === 'public').map(titleOf);
  const specified = [
    'GET /version',
    'GET /healthz',
    'GET /readyz',
    'POST /auth/signup',
    'POST /auth/login',
    'POST /auth/refresh',
    'GET /auth/invitations/{token}',
    'POST /auth/invitations/{token}/accept',
    'GET /scm/github/callback',
    'POST /webhooks/github',
    'POST /webhooks/gitlab',
    // Of the contract: the token in the body, or nothing, is the credential.
    'POST /auth/verify-email',
    'POST /auth/password-reset',
    'POST /auth/password-reset/confirm',
    'GET /audit-keys',
    'POST /auth/login/mfa',
    // Of single sign-on: the provider answers with a code that only this login can use, or signs the token.
    'GET /auth/sso',
    'GET /auth/sso/callback',
    'POST /auth/sso/backchannel-logout',
  ];
  t.deepEqual(
    publicOperations.filter((title) => !specified.includes(title)),
    [],
  );
});

test('every operation that requires a credential returns 401 unauthorized without one', async (t) => {
  for (const operation of guarded) {
    const response = await call(api.anonymous, operation);
    t.deepEqual([response.status, response.body.code], [401, 'unauthorized'], titleOf(operation));
  }
});

test('every operation that requires a credential returns 401 invalid_token for a malformed token', async (t) => {
  const client = createClient(api.url, 'not.a.token');
  for (const operation of guarded) {
    const response = await call(client, operation);
    t.deepEqual([response.status, response.body.code], [401, 'invalid_token'], titleOf(operation));
  }
});

test('an ingest token is accepted by /ingest operations only', async (t) => {
  const { token } = await dataOf(
    admin.client.POST('/api/v1/organization/ingest-tokens', { body: { name: 'ci' } }),
  );
  const program = createClient(api.url, token);
  for (const operation of guarded) {
    const response = await call(program, operation);
    if (operation.access === 'ingest') t.not(response.status, 401, titleOf(operation));
    else t.deepEqual([response.status, response.body.code], [401, 'unauthorized'], titleOf(operation));
  }
  for (const operation of guarded.filter(({ path }) => path.startsWith('/ingest/'))) {
    t.is(operation.access, 'ingest', titleOf(operation));
    t.is((await call(admin.client, operation)).status, 401, titleOf(operation));
  }
});

const createApiToken = async (
  by: SignedUp | InvitedMember,
  name: string,
  permissions: readonly Permission[],
) =>
  dataOf(
    by.client.POST('/api/v1/organization/api-tokens', { body: { name, permissions: [...permissions] } }),
  );

test('an API token is allowed exactly the operations of its permissions, each permission alone', async (t) => {
  const organization = await api.signUp();
  for (const permission of tokenPermissions) {
    const others = tokenPermissions.filter((name) => name !== permission);
    const [alone, without] = [
      createClient(api.url, (await createApiToken(organization, permission, [permission])).token),
      createClient(api.url, (await createApiToken(organization, `without ${permission}`, others)).token),
    ];
    for (const operation of guarded.filter(({ access }) => access === permission)) {
      const refused = await call(without, operation);
      t.deepEqual([refused.status, refused.body.code], [403, 'forbidden'], titleOf(operation));
      const response = await call(alone, operation);
      const isRefused = response.status === 403 && response.body.code === 'forbidden';
      t.is(isRefused, operation.callers === 'users', `${titleOf(operation)}: ${response.status}`);
      t.not(response.status, 401, titleOf(operation));
      t.true(response.status < 500 || response.body.code === 'provider_unavailable', titleOf(operation));
    }
  }
});

test('an API token is a credential of no other operation', async (t) => {
  const { token } = await createApiToken(await api.signUp(), 'all', tokenPermissions);
  const program = createClient(api.url, token);
  for (const operation of guarded) {
    const { access, path } = operation;
    const response = await call(program, operation);
    if (
      ['/auth/me', '/runs', '/runs/{run_id}'].includes(path) ||
      tokenPermissions.some((name) => name === access)
    )
      t.not(response.status, 401, titleOf(operation));
    else if (acceptsApiTokens(operation))
      t.deepEqual([response.status, response.body.code], [403, 'forbidden'], titleOf(operation));
    else t.deepEqual([response.status, response.body.code], [401, 'unauthorized'], titleOf(operation));
  }
});

test('every operation refuses an API token that is revoked, has expired, or whose creator is deactivated', async (t) => {
  const organization = await api.signUp();
  const creator = await inviteMember(api, organization, ['platform_admin']);
  const [revoked, expired, orphaned] = [
    await createApiToken(organization, 'revoked', tokenPermissions),
    await createApiToken(organization, 'expired', tokenPermissions),
    await createApiToken(creator, 'orphaned', tokenPermissions),
  ];
  const clients = [revoked, expired, orphaned].map(({ token }) => createClient(api.url, token));
  for (const client of clients) t.is((await client.request('GET', '/auth/me')).status, 200);
  await dataOf(
    organization.client.DELETE('/api/v1/organization/api-tokens/{id}', {
      params: { path: { id: revoked.id } },
    }),
  );
  await queryAsOwner(
    api.database.url,
    "update api_tokens set expires_at = now() - interval '1 second' where id = $1",
    [expired.id],
  );
  await dataOf(
    organization.client.DELETE('/api/v1/organization/members/{user_id}', {
      params: { path: { user_id: creator.userId } },
    }),
  );
  for (const operation of guarded.filter(acceptsApiTokens))
    for (const client of clients) {
      const response = await call(client, operation);
      t.deepEqual([response.status, response.body.code], [401, 'invalid_token'], titleOf(operation));
    }
});

for (const role of roleNames) {
  test(`${role} is allowed exactly the operations of its permissions`, async (t) => {
    const organization = await api.signUp();
    const member: InvitedMember = await inviteMember(api, organization, [role]);
    const granted: readonly string[] = permissionsOf([role]);
    for (const operation of guarded) {
      if (operation.access === 'ingest' || operation.access === 'authenticated') continue;
      const response = await call(member.client, operation);
      const refused = response.body.code === 'forbidden' && response.status === 403;
      t.is(refused, !granted.includes(operation.access), `${role} ${titleOf(operation)}: ${response.status}`);
      t.not(response.status, 401, titleOf(operation));
      t.true(response.status < 500 || response.body.code === 'provider_unavailable', titleOf(operation));
    }
  });
}

test('every operation that changes data declares an audit action', (t) => {
  for (const operation of guarded) {
    // Calls through MCP read, and are entries of the AI audit log.
    const reads =
      operation.method === 'GET' || operation.access.endsWith(':read') || operation.id === 'callMcp';
    if (!reads) t.regex(operation.audit ?? '', /^[a-z_]+\.[a-z_]+$/, titleOf(operation));
  }
});
