import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { createTeam } from '../../support/ownership/ownership-client.ts';
import type { TestClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

const list = (client: TestClient, id: string, query: { limit?: number; cursor?: string } = {}) =>
  client.GET('/api/v1/teams/{id}/members', { params: { path: { id }, query } });
const add = (client: TestClient, id: string, body: { user_id: string; role?: 'lead' | 'member' }) =>
  client.POST('/api/v1/teams/{id}/members', { params: { path: { id } }, body });
const remove = (client: TestClient, id: string, userId: string) =>
  client.DELETE('/api/v1/teams/{id}/members/{user_id}', { params: { path: { id, user_id: userId } } });

test('adds, lists and removes members of a team', async (t) => {
  const admin = await api.signUp();
  const { client, userId, email } = admin;
  const team = await createTeam(client, 'Web');
  const viewer = await inviteMember(api, admin, ['viewer']);
  const { data: member, response } = await add(client, team, { user_id: userId });
  t.is(response.status, 201);
  const me = (await dataOf(client.GET('/api/v1/auth/me'))).user;
  t.like(member, {
    user_id: userId,
    role: 'member',
    user: { id: userId, name: me?.name, email, status: 'active' },
  });
  await dataOf(add(client, team, { user_id: viewer.userId, role: 'lead' }));
  await expectError(t, add(client, team, { user_id: userId, role: 'lead' }), 409, 'conflict');

  const all = (await dataOf(list(client, team))).items;
  t.deepEqual(
    all.find(({ user_id: id }) => id === userId),
    member,
  );
  t.deepEqual(all.map(({ role }) => role).toSorted(), ['lead', 'member']);
  const first = await dataOf(list(client, team, { limit: 1 }));
  const rest = await dataOf(list(client, team, { limit: 1, cursor: first.next_cursor ?? '' }));
  t.deepEqual([...first.items, ...rest.items], all);
  t.is(rest.next_cursor, undefined);

  t.deepEqual((await dataOf(list(viewer.client, team))).items, all);
  await expectError(t, remove(viewer.client, team, userId), 403, 'forbidden', 'a lead has no permission');
  t.deepEqual(await dataOf(remove(client, team, userId)), { id: userId, deleted: true });
  await expectError(t, remove(client, team, userId), 404, 'not_found');
  t.deepEqual(
    (await dataOf(list(client, team))).items.map(({ user_id: id }) => id),
    [viewer.userId],
  );
  const audit = await dataOf(
    client.GET('/api/v1/organization/audit-log', { params: { query: { target_id: team } } }),
  );
  t.deepEqual(
    audit.items.map(({ action, details }) => [action, details['user_id']]),
    [
      ['team_member.removed', userId],
      ['team_member.added', viewer.userId],
      ['team_member.added', userId],
      ['team.created', undefined],
    ],
  );
});

test('rejects unknown, foreign and deactivated users', async (t) => {
  const admin = await api.signUp();
  const { client } = admin;
  const team = await createTeam(client, 'Web');
  const stranger = await api.signUp();
  const messages = [];
  for (const id of [randomUUID(), stranger.userId])
    messages.push(await expectError(t, add(client, team, { user_id: id }), 400, 'validation_failed'));
  t.regex(messages[0] ?? '', /^user_id: /);
  t.is(messages[0], messages[1]);
  const member = await inviteMember(api, admin, ['viewer']);
  await dataOf(add(client, team, { user_id: member.userId }));
  const leaver = await inviteMember(api, admin, ['viewer']);
  for (const { userId } of [member, leaver])
    await dataOf(
      client.DELETE('/api/v1/organization/members/{user_id}', { params: { path: { user_id: userId } } }),
    );
  const message = await expectError(
    t,
    add(client, team, { user_id: leaver.userId }),
    400,
    'validation_failed',
  );
  t.regex(message, /^user_id: .*deactivated/);
  const { items } = await dataOf(list(client, team));
  t.deepEqual(
    items.map(({ user }) => [user.id, user.status]),
    [[member.userId, 'deactivated']],
    'a deactivated user stays a member',
  );
  await expectError(t, list(stranger.client, team), 404, 'not_found');
  await expectError(t, add(stranger.client, team, { user_id: stranger.userId }), 404, 'not_found');
  await expectError(t, remove(stranger.client, team, member.userId), 404, 'not_found');
});

test('adds a user once, although requests run at the same time', async (t) => {
  const { client, userId } = await api.signUp();
  const team = await createTeam(client, 'Web');
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => add(client, team, { user_id: userId })),
  );
  t.deepEqual(
    responses.map(({ response }) => response.status).toSorted((a, b) => a - b),
    [201, 409, 409, 409],
  );
});
