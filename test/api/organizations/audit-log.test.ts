import test from 'ava';
import { sealAuditEntries } from '../../../db/organizations/audit-store.ts';
import { eventually } from '../../support/eventually.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import type { SignedUp } from '../../support/test-api.ts';

const api = useTestApi();

interface Entry {
  readonly id: string;
  readonly sequence?: number;
  readonly hash?: string;
  readonly action: string;
  readonly outcome: string;
  readonly request_id?: string;
  readonly actor: { readonly type: string; readonly id?: string; readonly name?: string };
  readonly target: { readonly type?: string; readonly id?: string; readonly name?: string };
  readonly details: Record<string, unknown>;
}
interface Page {
  readonly items: readonly Entry[];
  readonly next_cursor?: string;
}

const entriesOf = async ({ client }: Pick<SignedUp, 'client'>, query = '') =>
  (await client.get<Page>(`/organization/audit-log?limit=200${query}`)).body.items;

test('records actor, action, target and request id of every mutation', async (t) => {
  const admin = await api.signUp();
  const renamed = await admin.client.patch('/organization', { name: 'After' });
  const member = await inviteMember(api, admin, ['viewer']);
  await admin.client.delete(`/organization/members/${member.userId}`);
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
  t.is(update?.request_id ?? '', renamed.headers.get('x-request-id') ?? 'none');
  t.deepEqual(update?.actor, { type: 'user', id: admin.userId, name: 'Test Admin' });
  t.deepEqual(entries[0]?.target, { type: 'member', id: member.userId, name: 'viewer' });
});

test('seals audit entries, and verifies the chain', async (t) => {
  const admin = await api.signUp();
  await admin.client.patch('/organization', { name: 'Sealed' });
  await sealAuditEntries(api.services.database);
  const entries = await entriesOf(admin);
  t.deepEqual(
    entries.map(({ sequence }) => sequence),
    [2, 1],
  );
  const verification = await admin.client.get('/organization/audit-log/verify');
  t.is(verification.body['verified'], true);
  t.is(verification.body['entries'], 2);
  t.is(verification.body['head_hash'], entries[0]?.hash);
  await queryAsOwner(
    api.database.url,
    "update audit_entries set actor_name = 'Somebody else' where organization_id = $1 and sequence = 1",
    [admin.organizationId],
  );
  const tampered = await admin.client.get('/organization/audit-log/verify');
  t.is(tampered.body['verified'], false);
  t.is(tampered.body['first_broken_sequence'], 1);
});

test('records denied permissions and failed logins of known users, up to a limit', async (t) => {
  const admin = await api.signUp();
  const member = await inviteMember(api, admin, ['viewer']);
  for (let count = 0; count < 15; count += 1) await member.client.get('/organization/audit-log');
  await api.anonymous.post('/auth/login', { email: member.email, password: 'wrong password' });
  await api.services.background.idle();
  const refused = (await entriesOf(admin)).filter(({ outcome }) => outcome === 'refused');
  t.is(refused.filter(({ action }) => action === 'permission.refused').length, 10);
  const login = refused.filter(({ action }) => action === 'session.refused');
  t.is(login.length, 1);
  t.is(login[0]?.actor.id, member.userId);
  t.deepEqual(login[0]?.details, { code: 'invalid_credentials' });
  const permission = refused.find(({ action }) => action === 'permission.refused');
  t.is(permission?.details['operation'], 'GET /organization/audit-log');
});

test('records the replay of a refresh token', async (t) => {
  const admin = await api.signUp();
  const { email, password } = admin;
  const { body } = await api.anonymous.post('/auth/login', { email, password });
  const again = { refresh_token: body['refresh_token'] };
  await api.anonymous.post('/auth/refresh', again);
  await api.anonymous.post('/auth/refresh', again);
  const entry = await eventually('the audit entry', async () =>
    (await entriesOf(admin, '&action=session.revoked')).at(0),
  );
  t.deepEqual([entry.outcome, entry.details], ['refused', { code: 'token_reuse' }]);
});

test('filters entries, and pages without duplicates or gaps while entries are written', async (t) => {
  const admin = await api.signUp();
  for (let count = 0; count < 5; count += 1) await admin.client.patch('/organization', { name: `N${count}` });
  await admin.client.post('/organization/ingest-tokens', { name: 'one' });
  t.is((await entriesOf(admin, '&action=organization.updated')).length, 5);
  t.is((await entriesOf(admin, '&action=organization.updated&action=ingest_token.created')).length, 6);
  t.is((await entriesOf(admin, '&target_type=ingest_token')).length, 1);
  t.is((await entriesOf(admin, `&actor_id=${admin.userId}`)).length, 7);
  t.is((await entriesOf(admin, '&since=2100-01-01T00:00:00Z')).length, 0);
  t.is((await entriesOf(admin, '&until=2100-01-01T00:00:00Z')).length, 7);
  const seen: string[] = [];
  let cursor = '';
  do {
    const { body } = await admin.client.get<Page>(
      `/organization/audit-log?action=organization.updated&limit=2${cursor}`,
    );
    seen.push(...body.items.map(({ id }) => id));
    await admin.client.patch('/organization', { name: 'More' });
    cursor = body.next_cursor === undefined ? '' : `&cursor=${encodeURIComponent(body.next_cursor)}`;
  } while (cursor !== '');
  t.is(seen.length, 5);
  t.is(new Set(seen).size, 5);
});

test('rejects a cursor of another organization, list or filter', async (t) => {
  const [one, two] = [await api.signUp(), await api.signUp()];
  for (let count = 0; count < 3; count += 1) await one.client.patch('/organization', { name: `N${count}` });
  const { body } = await one.client.get<Page>('/organization/audit-log?limit=1');
  const cursor = encodeURIComponent(body.next_cursor ?? '');
  t.is((await one.client.get(`/organization/audit-log?limit=1&cursor=${cursor}`)).status, 200);
  for (const answer of [
    await two.client.get(`/organization/audit-log?limit=1&cursor=${cursor}`),
    await one.client.get(`/organization/audit-log?limit=1&action=x.y&cursor=${cursor}`),
    await one.client.get(`/organization/members?cursor=${cursor}`),
    await one.client.get(`/organization/audit-log?cursor=${cursor.slice(2)}`),
    await one.client.get('/organization/audit-log?cursor='),
  ]) {
    t.is(answer.status, 400);
    t.regex(String(answer.body['message']), /^cursor: /);
  }
});
