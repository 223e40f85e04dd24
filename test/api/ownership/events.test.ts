import test from 'ava';
import { recordOwnershipEvent } from '../../../db/ownership/issues/event-store.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import {
  assignOwner,
  createApplication,
  createTeam,
  eventsOf,
  removeOwner,
  updateTeam,
} from '../../support/ownership/ownership-client.ts';

const fixture = useInventoryApi();

test('records one event per owner change, and one for what the members inherit', async (t) => {
  const { client, userId, model } = await fixture.withResources((account) => [
    aResource(account),
    aResource(account),
  ]);
  const [shop, team] = [await createApplication(client, 'Shop'), await createTeam(client, 'Web')];
  const { id } = await dataOf(assignOwner(client, shop, { team_id: team }));
  await dataOf(removeOwner(client, shop, id));
  t.deepEqual(await eventsOf(client), ['removed Shop', 'assigned Shop'], 'no resource inherits');
  await dataOf(
    client.POST('/api/v1/applications/{id}/resources', {
      params: { path: { id: shop } },
      body: { resource_ids: model.map((resource) => resource.id) },
    }),
  );
  const before = (await eventsOf(client)).length;
  await dataOf(assignOwner(client, shop, { team_id: team }));
  await dataOf(assignOwner(client, shop, { user_id: userId, kind: 'contributor' }));
  const { items } = await dataOf(client.GET('/api/v1/ownership/events'));
  const added = items.slice(0, items.length - before);
  t.deepEqual(
    added.map(({ kind, team_id, user_id }) => [kind, team_id, user_id]),
    [
      ['assigned', undefined, userId],
      ['inherited_changed', team, undefined],
      ['assigned', team, undefined],
    ],
  );
  const me = (await dataOf(client.GET('/api/v1/auth/me'))).user;
  t.like(added[2], {
    target: { entity_type: 'application', id: shop, name: 'Shop' },
    actor: { type: 'user', id: userId, name: me?.name },
    source: 'application',
    evidence: [{ kind: 'declared', key: 'kind', value: 'owner' }],
  });
});

test('records one event when a team or user that owns applications becomes inactive or active', async (t) => {
  const admin = await fixture.api.signUp();
  const { client, organizationId } = admin;
  const [web, idle] = [await createTeam(client, 'Web'), await createTeam(client, 'Idle')];
  const engineer = await inviteMember(fixture.api, admin, ['engineer']);
  const applications = [await createApplication(client, 'Shop'), await createApplication(client, 'Blog')];
  for (const id of applications) {
    await dataOf(assignOwner(client, id, { team_id: web }));
    await dataOf(assignOwner(client, id, { user_id: engineer.userId }));
  }
  await fixture.inventory.query('delete from inference_queue where organization_id = $1', [organizationId]);
  const inherited = () => eventsOf(client, { kind: 'inherited_changed' });
  for (const is_active of [false, false, true]) {
    await dataOf(updateTeam(client, web, { is_active }));
    await dataOf(updateTeam(client, idle, { is_active }));
  }
  t.deepEqual(await inherited(), ['inherited_changed Web', 'inherited_changed Web']);
  const member = { params: { path: { user_id: engineer.userId } } };
  await dataOf(client.DELETE('/api/v1/organization/members/{user_id}', member));
  await dataOf(client.DELETE('/api/v1/organization/members/{user_id}', member));
  await dataOf(client.POST('/api/v1/organization/members/{user_id}/reactivate', member));
  const query = { target_id: engineer.userId };
  const { items } = await dataOf(client.GET('/api/v1/ownership/events', { params: { query } }));
  t.is(items.length, 2);
  t.like(items[0], {
    kind: 'inherited_changed',
    target: { entity_type: 'user', id: engineer.userId },
    user_id: engineer.userId,
    actor: { id: admin.userId },
    source: 'user',
  });
  const queued = await fixture.inventory.query<{ kind: string; subject_id: string }>(
    'select kind, subject_id from inference_queue where organization_id = $1 order by id',
    [organizationId],
  );
  const changed = [...applications, ...applications].map((id) => `application ${id}`);
  t.deepEqual(
    queued.map(({ kind, subject_id: id }) => `${kind} ${id}`).toSorted(),
    [...changed, `team ${web}`, `team ${web}`].toSorted(),
  );
});

test('lists events newest first, by kind, target, team and time', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const [shop, web] = [await createApplication(client, 'Shop'), await createTeam(client, 'Web')];
  const blog = await createApplication(client, 'Blog');
  const record = (name: string, id: string, kind: 'inferred' | 'confirmed', at: string, teamId?: string) =>
    fixture.inventory
      .write(organizationId, (tenant) =>
        recordOwnershipEvent(tenant, {
          kind,
          target: { type: 'application', id, name },
          source: 'rule',
          teamId,
        }),
      )
      .then(() =>
        fixture.inventory.query(
          `update ownership_events set occurred_at = $2 where id =
            (select id from ownership_events where organization_id = $1 order by id desc limit 1)`,
          [organizationId, at],
        ),
      );
  await record('Shop', shop, 'inferred', '2026-01-01T00:00:00Z');
  await record('Blog', blog, 'confirmed', '2026-01-02T00:00:00Z', web);
  await record('Shop', shop, 'confirmed', '2026-01-03T00:00:00Z');
  t.deepEqual(await eventsOf(client), ['confirmed Shop', 'confirmed Blog', 'inferred Shop']);
  t.deepEqual(await eventsOf(client, { kind: 'inferred' }), ['inferred Shop']);
  t.is((await eventsOf(client, { kind: ['inferred', 'confirmed'] })).length, 3);
  t.deepEqual(await eventsOf(client, { target_id: shop }), ['confirmed Shop', 'inferred Shop']);
  t.deepEqual(await eventsOf(client, { team_id: web }), ['confirmed Blog']);
  t.deepEqual(await eventsOf(client, { since: '2026-01-02T00:00:00Z' }), [
    'confirmed Shop',
    'confirmed Blog',
  ]);
  t.deepEqual(await eventsOf(client, { until: '2026-01-02T00:00:00Z' }), ['inferred Shop']);
  const { items } = await dataOf(client.GET('/api/v1/ownership/events'));
  t.is(items[0]?.actor, undefined, 'the service has no actor');
  const page = async (cursor?: string) =>
    dataOf(
      client.GET('/api/v1/ownership/events', {
        params: { query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) } },
      }),
    );
  const first = await page();
  t.deepEqual([...first.items, ...(await page(first.next_cursor)).items], items);
  const stranger = await fixture.api.signUp();
  t.deepEqual(await eventsOf(stranger.client, { target_id: shop }), []);
  const unknown = await client.request('GET', '/ownership/events?status=open');
  t.is(unknown.status, 400);
});
