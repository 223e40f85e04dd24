import test from 'ava';
import { dataOf, sessionTokensOf } from '../../../api-client/create-typed-client.ts';
import type { operations } from '../../../api-client/api-types.ts';
import { sealAuditEntries } from '../../../db/organizations/audit-store.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import type { SignedUp, TestClient } from '../../support/test-api.ts';

const api = useTestApi();

type Query = operations['listAuditLog']['parameters']['query'];

const listEntries = (client: TestClient, query: Query = {}) =>
  client.GET('/api/v1/organization/audit-log', { params: { query } });

const entriesOf = async ({ client }: Pick<SignedUp, 'client'>, query: Query = {}) =>
  (await dataOf(listEntries(client, { limit: 200, ...query }))).items;

const rename = (client: TestClient, name: string) => client.PATCH('/api/v1/organization', { body: { name } });

test('records actor, action, target and request id of every mutation', async (t) => {
  const admin = await api.signUp();
  const renamed = await rename(admin.client, 'After');
  const member = await inviteMember(api, admin, ['viewer']);
  const params = { path: { user_id: member.userId } };
  await dataOf(admin.client.DELETE('/api/v1/organization/members/{user_id}', { params }));
  const entries = await entriesOf(admin);
  t.deepEqual(
    entries.map(({ action }) => action),
    [
      'member.deactivated',
      'invitation.accepted',
      'invitation.created',
      'organization.updated',
      'user.signed_up',
    ],
  );
  const update = entries.find(({ action }) => action === 'organization.updated');
  t.is(update?.request_id ?? '', renamed.response.headers.get('x-request-id') ?? 'none');
  t.deepEqual(update?.actor, { type: 'user', id: admin.userId, name: 'Test Admin' });
  t.deepEqual(entries[0]?.target, { type: 'member', id: member.userId, name: 'viewer' });
  const ofTarget = await entriesOf(admin, { target_id: [member.userId.toUpperCase()] });
  t.true(
    ofTarget.some(({ action }) => action === 'member.deactivated'),
    'ids are compared without case',
  );
});

test('seals audit entries, and verifies the chain', async (t) => {
  const admin = await api.signUp();
  await rename(admin.client, 'Sealed');
  await sealAuditEntries(api.services.database);
  const entries = await entriesOf(admin);
  t.deepEqual(
    entries.map(({ sequence }) => sequence),
    [2, 1],
  );
  const verify = () => dataOf(admin.client.GET('/api/v1/organization/audit-log/verify'));
  const verification = await verify();
  t.is(verification.verified, true);
  t.is(verification.entries, 2);
  t.is(verification.head_hash, entries[0]?.hash ?? 'none');
  t.deepEqual(verification.head, { sequence: 2, hash: verification.head_hash });
  await queryAsOwner(
    api.database.url,
    "update audit_entries set actor_name = 'Somebody else' where organization_id = $1 and sequence = 1",
    [admin.organizationId],
  );
  const tampered = await verify();
  t.is(tampered.verified, false);
  t.is(tampered.first_broken_sequence, 1);
});

test('records denied permissions and failed logins of known users, up to a limit', async (t) => {
  const admin = await api.signUp();
  const member = await inviteMember(api, admin, ['viewer']);
  for (let count = 0; count < 15; count += 1)
    await expectError(t, listEntries(member.client), 403, 'forbidden');
  const body = { email: member.email, password: 'wrong password' };
  const login = api.anonymous.POST('/api/v1/auth/login', { body });
  await expectError(t, login, 401, 'invalid_credentials');
  await api.services.background.idle();
  const refused = (await entriesOf(admin)).filter(({ outcome }) => outcome === 'refused');
  t.is(refused.filter(({ action }) => action === 'permission.refused').length, 10);
  const sessions = refused.filter(({ action }) => action === 'session.refused');
  t.is(sessions.length, 1);
  t.is(sessions[0]?.actor.id, member.userId);
  t.deepEqual(sessions[0]?.details, { code: 'invalid_credentials' });
  const permission = refused.find(({ action }) => action === 'permission.refused');
  t.is(permission?.details['operation'], 'GET /organization/audit-log');
});

test('records the replay of a refresh token', async (t) => {
  const admin = await api.signUp();
  const { email, password } = admin;
  const body = { email, password };
  const { refresh_token: token } = await sessionTokensOf(api.anonymous.POST('/api/v1/auth/login', { body }));
  const refresh = () => api.anonymous.POST('/api/v1/auth/refresh', { body: { refresh_token: token } });
  await dataOf(refresh());
  await expectError(t, refresh(), 401, 'token_reuse');
  const entry = await eventually('the audit entry', async () =>
    (await entriesOf(admin, { action: 'session.revoked' })).at(0),
  );
  t.deepEqual([entry.outcome, entry.details], ['refused', { code: 'token_reuse' }]);
});

test('filters entries, and pages without duplicates or gaps while entries are written', async (t) => {
  const admin = await api.signUp();
  for (let count = 0; count < 5; count += 1) await rename(admin.client, `N${count}`);
  await dataOf(admin.client.POST('/api/v1/organization/ingest-tokens', { body: { name: 'one' } }));
  t.is((await entriesOf(admin, { action: 'organization.updated' })).length, 5);
  t.is((await entriesOf(admin, { action: ['organization.updated', 'ingest_token.created'] })).length, 6);
  t.is((await entriesOf(admin, { target_type: 'ingest_token' })).length, 1);
  t.is((await entriesOf(admin, { actor_id: admin.userId })).length, 7);
  t.is((await entriesOf(admin, { since: '2100-01-01T00:00:00Z' })).length, 0);
  t.is((await entriesOf(admin, { until: '2100-01-01T00:00:00Z' })).length, 7);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { action: 'organization.updated', limit: 2, ...(cursor === undefined ? {} : { cursor }) };
    const page = await dataOf(listEntries(admin.client, query));
    seen.push(...page.items.map(({ id }) => id));
    await rename(admin.client, 'More');
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  t.is(seen.length, 5);
  t.is(new Set(seen).size, 5);
});

test('rejects a cursor of another organization, list or filter', async (t) => {
  const [one, two] = [await api.signUp(), await api.signUp()];
  for (let count = 0; count < 3; count += 1) await rename(one.client, `N${count}`);
  const { next_cursor: cursor = '' } = await dataOf(listEntries(one.client, { limit: 1 }));
  await dataOf(listEntries(one.client, { limit: 1, cursor }));
  for (const request of [
    listEntries(two.client, { limit: 1, cursor }),
    listEntries(one.client, { limit: 1, action: 'x.y', cursor }),
    one.client.GET('/api/v1/organization/members', { params: { query: { cursor } } }),
    listEntries(one.client, { cursor: cursor.slice(2) }),
    listEntries(one.client, { cursor: '' }),
  ]) {
    t.regex(await expectError(t, request, 400, 'validation_failed'), /^cursor: /);
  }
});
