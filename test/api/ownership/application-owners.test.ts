import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import {
  assignOwner,
  createApplication,
  createTeam,
  eventsOf,
  removeOwner,
  updateTeam,
} from '../../support/ownership/ownership-client.ts';
import type { TestClient } from '../../support/test-api.ts';

const fixture = useInventoryApi();

const list = (client: TestClient, id: string, query: { limit?: number; cursor?: string } = {}) =>
  client.GET('/api/v1/applications/{id}/owners', { params: { path: { id }, query } });
const archive = (client: TestClient, id: string, archived: boolean) =>
  client.PATCH('/api/v1/applications/{id}', { params: { path: { id } }, body: { archived } });

async function withApplication() {
  const admin = await fixture.api.signUp();
  const application = await createApplication(admin.client, 'Shop');
  return { ...admin, admin, application, team: await createTeam(admin.client, 'Web') };
}

test('assigns, lists and removes owners of several kinds', async (t) => {
  const { client, userId, application, team } = await withApplication();
  const { data: first, response } = await assignOwner(client, application, { team_id: team });
  t.is(response.status, 201);
  t.like(first, { application_id: application, kind: 'owner', team_id: team, created_by: userId });
  t.false('user_id' in (first ?? {}));
  const second = await dataOf(assignOwner(client, application, { user_id: userId }));
  t.like(second, { kind: 'owner', user_id: userId });
  const third = await dataOf(assignOwner(client, application, { team_id: team, kind: 'on_call' }));
  for (const body of [{ team_id: team }, { user_id: userId }, { team_id: team, kind: 'on_call' as const }])
    await expectError(t, assignOwner(client, application, body), 409, 'conflict');
  t.deepEqual((await dataOf(list(client, application))).items, [first, second, third]);
  const page = await dataOf(list(client, application, { limit: 2 }));
  const rest = await dataOf(list(client, application, { limit: 2, cursor: page.next_cursor ?? '' }));
  t.deepEqual([...page.items, ...rest.items], [first, second, third]);
  const removed = await dataOf(removeOwner(client, application, second.id));
  t.deepEqual(removed, { id: second.id, deleted: true });
  await expectError(t, removeOwner(client, application, second.id), 404, 'not_found');
  const other = await createApplication(client, 'Blog');
  await expectError(t, removeOwner(client, other, third.id), 404, 'not_found');
  t.deepEqual((await dataOf(list(client, application))).items, [first, third]);
  const audit = await dataOf(
    client.GET('/api/v1/organization/audit-log', {
      params: { query: { action: ['application_owner.assigned', 'application_owner.removed'] } },
    }),
  );
  t.deepEqual(
    audit.items.map(({ action, target, details }) => [action, target.name, details['kind']]),
    [
      ['application_owner.removed', 'Shop', 'owner'],
      ['application_owner.assigned', 'Shop', 'on_call'],
      ['application_owner.assigned', 'Shop', 'owner'],
      ['application_owner.assigned', 'Shop', 'owner'],
    ],
  );
});

test('requires exactly one team or user of the organization', async (t) => {
  const { client, userId, application, team } = await withApplication();
  const stranger = await withApplication();
  const refused = (body: Parameters<typeof assignOwner>[2]) =>
    expectError(t, assignOwner(client, application, body), 400, 'validation_failed');
  t.regex(await refused({}), /^team_id: /);
  t.regex(await refused({ team_id: team, user_id: userId }), /^team_id: /);
  t.is(await refused({ team_id: stranger.team }), await refused({ team_id: randomUUID() }));
  t.is(await refused({ user_id: stranger.userId }), await refused({ user_id: randomUUID() }));
  t.regex(await refused({ user_id: randomUUID() }), /^user_id: /);
  const foreign = stranger.application;
  await expectError(t, assignOwner(client, foreign, { team_id: team }), 404, 'not_found');
  await expectError(t, list(client, foreign), 404, 'not_found');
  t.deepEqual((await dataOf(list(client, application))).items, []);
});

test('rejects inactive teams, deactivated users and archived applications', async (t) => {
  const { client, admin, userId, application, team } = await withApplication();
  const { id } = await dataOf(assignOwner(client, application, { user_id: userId }));
  await dataOf(updateTeam(client, team, { is_active: false }));
  const inactive = await expectError(t, assignOwner(client, application, { team_id: team }), 409, 'conflict');
  t.is(inactive, 'The team is inactive.');
  await dataOf(updateTeam(client, team, { is_active: true }));
  const leaver = await inviteMember(fixture.api, admin, ['viewer']);
  const path = { user_id: leaver.userId };
  await dataOf(client.DELETE('/api/v1/organization/members/{user_id}', { params: { path } }));
  const deactivated = assignOwner(client, application, { user_id: leaver.userId });
  t.regex(await expectError(t, deactivated, 400, 'validation_failed'), /^user_id: .*deactivated/);
  await dataOf(archive(client, application, true));
  const archived = await expectError(t, assignOwner(client, application, { team_id: team }), 409, 'conflict');
  t.is(archived, 'The application is archived.');
  await dataOf(removeOwner(client, application, id));
  await dataOf(archive(client, application, false));
  t.is((await assignOwner(client, application, { team_id: team })).response.status, 201);
});

test('assigns a team once, although requests run at the same time', async (t) => {
  const { client, application, team } = await withApplication();
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => assignOwner(client, application, { team_id: team })),
  );
  t.deepEqual(
    responses.map(({ response }) => response.status).toSorted((a, b) => a - b),
    [201, 409, 409, 409],
  );
  t.deepEqual(await eventsOf(client, { kind: 'assigned' }), ['assigned Shop']);
});

test('keeps assignments whose creator was deleted', async (t) => {
  const { client, admin, application, team } = await withApplication();
  const engineer = await inviteMember(fixture.api, admin, ['engineer']);
  await dataOf(assignOwner(engineer.client, application, { team_id: team }));
  await dataOf(assignOwner(client, application, { user_id: engineer.userId }));
  await fixture.inventory.query('delete from invitations where email = $1', [engineer.email]);
  await fixture.inventory.query('delete from users where id = $1', [engineer.userId]);
  const { items } = await dataOf(list(client, application));
  t.deepEqual(
    items.map(({ team_id, created_by, created_by_type }) => [team_id, created_by, created_by_type]),
    [[team, engineer.userId, 'user']],
  );
  const { items: events } = await dataOf(client.GET('/api/v1/ownership/events'));
  t.deepEqual(events[1]?.actor, { type: 'user', id: engineer.userId });
});

test('requests inference for owners, not for contributors', async (t) => {
  const { client, organizationId, application, team } = await withApplication();
  const queued = async () =>
    (
      await fixture.inventory.query<{ kind: string; subject_id: string }>(
        'select kind, subject_id from inference_queue where organization_id = $1',
        [organizationId],
      )
    ).map(({ kind, subject_id: id }) => [kind, id]);
  await dataOf(assignOwner(client, application, { team_id: team, kind: 'contributor' }));
  t.deepEqual(await queued(), []);
  const { id } = await dataOf(assignOwner(client, application, { team_id: team }));
  t.deepEqual(await queued(), [['application', application]]);
  await dataOf(removeOwner(client, application, id));
  t.deepEqual(await queued(), [
    ['application', application],
    ['application', application],
  ]);
  const runs = await fixture.inventory.query(
    "select from runs where organization_id = $1 and kind = 'infer_memberships'",
    [organizationId],
  );
  t.is(runs.length, 1, 'an active run processes all changes');
});
