import { randomUUID } from 'node:crypto';
import test from 'ava';
import { operations } from '../../api/operations.ts';
import type { Operation } from '../../api/http/operation.ts';
import { permissionsOf, roleNames } from '../../domain/identity/roles.ts';
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

test('the public operations are those of the specification', (t) => {
  const open = operations.filter(({ access }) => access === 'public').map(titleOf);
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
  ];
  t.deepEqual(
    open.filter((title) => !specified.includes(title)),
    [],
  );
});

test('no operation answers without a credential', async (t) => {
  for (const operation of guarded) {
    const answer = await call(api.anonymous, operation);
    t.deepEqual([answer.status, answer.body.code], [401, 'unauthorized'], titleOf(operation));
  }
});

test('no operation answers to a token that is none', async (t) => {
  const client = createClient(api.url, 'not.a.token');
  for (const operation of guarded) {
    const answer = await call(client, operation);
    t.deepEqual([answer.status, answer.body.code], [401, 'invalid_token'], titleOf(operation));
  }
});

test('an ingest token opens /ingest and nothing else', async (t) => {
  const { body } = await admin.client.post<{ token: string }>('/organization/ingest-tokens', { name: 'ci' });
  const program = createClient(api.url, body.token);
  for (const operation of guarded) {
    const answer = await call(program, operation);
    if (operation.access === 'ingest') t.not(answer.status, 401, titleOf(operation));
    else t.deepEqual([answer.status, answer.body.code], [401, 'unauthorized'], titleOf(operation));
  }
  for (const operation of guarded.filter(({ path }) => path.startsWith('/ingest/'))) {
    t.is(operation.access, 'ingest', titleOf(operation));
    t.is((await call(admin.client, operation)).status, 401, titleOf(operation));
  }
});

for (const role of roleNames) {
  test(`${role} may do what the permission table says, and nothing else`, async (t) => {
    const organization = await api.signUp();
    const member: InvitedMember = await inviteMember(api, organization, [role]);
    const held: readonly string[] = permissionsOf([role]);
    for (const operation of guarded) {
      if (operation.access === 'ingest' || operation.access === 'authenticated') continue;
      const answer = await call(member.client, operation);
      const refused = answer.body.code === 'forbidden' && answer.status === 403;
      t.is(refused, !held.includes(operation.access), `${role} ${titleOf(operation)}: ${answer.status}`);
      t.not(answer.status, 401, titleOf(operation));
      t.true(answer.status < 500 || answer.body.code === 'provider_unavailable', titleOf(operation));
    }
  });
}

test('every operation that changes something names its audit action', (t) => {
  for (const operation of guarded) {
    const reads = operation.method === 'GET' || operation.access.endsWith(':read');
    if (!reads) t.regex(operation.audit ?? '', /^[a-z_]+\.[a-z_]+$/, titleOf(operation));
  }
});
