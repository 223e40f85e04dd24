import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  openIssue,
  refreshApplicationIssues,
  resolveIssue,
} from '../../../db/ownership/issues/issue-store.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import {
  assignOwner,
  createApplication,
  createTeam,
  issuesOf,
  removeOwner,
  updateTeam,
} from '../../support/ownership/ownership-client.ts';

const fixture = useInventoryApi();

test('an application without an active owner has an issue', async (t) => {
  const admin = await fixture.api.signUp();
  const { client } = admin;
  const [shop, team] = [await createApplication(client, 'Shop'), await createTeam(client, 'Web')];
  const issues = () => issuesOf(client);
  const unowned = ['unowned_application open Shop'];
  t.deepEqual(await issues(), unowned, 'a new application has no owner');
  await dataOf(assignOwner(client, shop, { team_id: team, kind: 'on_call' }));
  t.deepEqual(await issues(), unowned, 'only the kind owner owns');
  const byTeam = await dataOf(assignOwner(client, shop, { team_id: team }));
  t.deepEqual(await issues(), []);
  await dataOf(updateTeam(client, team, { is_active: false }));
  t.deepEqual(await issues(), ['inactive_team open Web', ...unowned]);
  const engineer = await inviteMember(fixture.api, admin, ['engineer']);
  await dataOf(assignOwner(client, shop, { user_id: engineer.userId }));
  t.deepEqual(await issues(), ['inactive_team open Web']);
  const member = { params: { path: { user_id: engineer.userId } } };
  await dataOf(client.DELETE('/api/v1/organization/members/{user_id}', member));
  t.deepEqual(await issues(), ['inactive_team open Web', ...unowned]);
  await dataOf(client.POST('/api/v1/organization/members/{user_id}/reactivate', member));
  t.deepEqual(await issues(), ['inactive_team open Web']);
  await dataOf(client.DELETE('/api/v1/organization/members/{user_id}', member));
  await dataOf(updateTeam(client, team, { is_active: true }));
  t.deepEqual(await issues(), []);
  await dataOf(removeOwner(client, shop, byTeam.id));
  t.deepEqual(await issues(), unowned);
  const all = await issuesOf(client, { status: ['open', 'resolved'], target_id: shop });
  t.deepEqual(all, [...unowned, ...Array.from({ length: 4 }, () => 'unowned_application resolved Shop')]);
});

test('an inactive team has an issue while it is assigned', async (t) => {
  const { client } = await fixture.api.signUp();
  const [shop, team] = [await createApplication(client, 'Shop'), await createTeam(client, 'Web')];
  const idle = await createTeam(client, 'Idle');
  await dataOf(updateTeam(client, idle, { is_active: false }));
  const assignment = await dataOf(assignOwner(client, shop, { team_id: team, kind: 'contributor' }));
  await dataOf(updateTeam(client, team, { is_active: false }));
  const list = async () =>
    (await dataOf(client.GET('/api/v1/ownership/issues', { params: { query: { kind: 'inactive_team' } } })))
      .items;
  const [issue] = await list();
  t.like(issue, {
    status: 'open',
    target: { entity_type: 'team', id: team, name: 'Web' },
    detail: 'The team is inactive and is still assigned to 1 application.',
  });
  await dataOf(updateTeam(client, team, { name: 'Web 2' }));
  t.is((await list())[0]?.target.name, 'Web 2', 'the name is the current one');
  await dataOf(removeOwner(client, shop, assignment.id));
  t.deepEqual(await list(), []);
  t.deepEqual(await issuesOf(client, { status: 'resolved' }), ['inactive_team resolved Web 2']);
  await dataOf(client.DELETE('/api/v1/teams/{id}', { params: { path: { id: team } } }));
  t.deepEqual(await issuesOf(client, { status: 'resolved' }), [`inactive_team resolved ${team}`]);
});

test('an application with a deleted member that a person confirmed has an issue', async (t) => {
  const { client, organizationId, model } = await fixture.withResources((account) => [
    aResource(account, { name: 'one' }),
    aResource(account, { name: 'two' }),
    aResource(account, { name: 'three' }),
  ]);
  const shop = await createApplication(client, 'Shop');
  const ids = model.map(({ id }) => id);
  const params = { path: { id: shop } };
  await dataOf(client.POST('/api/v1/applications/{id}/resources', { params, body: { resource_ids: ids } }));
  const refresh = async (sql: string, values: readonly unknown[]) => {
    await fixture.inventory.query(sql, values);
    await fixture.inventory.write(organizationId, (tenant) => refreshApplicationIssues(tenant, [shop]));
  };
  const details = async () =>
    (
      await dataOf(
        client.GET('/api/v1/ownership/issues', { params: { query: { kind: 'orphaned_membership' } } }),
      )
    ).items.map(({ detail }) => detail);
  const setStatus =
    "update resources set status = $2, deleted_at = case $2 when 'deleted' then now() end where id = $1";
  await refresh(setStatus, [ids[0], 'deleted']);
  t.deepEqual(await details(), ['1 confirmed or declared resource is deleted.']);
  await refresh(setStatus, [ids[1], 'deleted']);
  t.deepEqual(await details(), ['2 confirmed or declared resources are deleted.']);
  const inferred = "update memberships set status = 'inferred', source = 'rule' where resource_id = $1";
  await refresh(inferred, [ids[0]]);
  await refresh("update memberships set status = 'rejected' where resource_id = $1", [ids[1]]);
  t.deepEqual(await details(), []);
  await refresh("update memberships set status = 'confirmed' where resource_id = $1", [ids[1]]);
  t.is((await details()).length, 1);
  await refresh('update applications set archived_at = now() where id = $1', [shop]);
  t.deepEqual(await issuesOf(client), [], 'an archived application has no issue');
  await refresh('update applications set archived_at = null where id = $1', [shop]);
  t.deepEqual(await issuesOf(client), ['orphaned_membership open Shop', 'unowned_application open Shop']);
});

test('opens an issue once and resolves it', async (t) => {
  const { client, organizationId, model } = await fixture.withResources((account) => [
    aResource(account, { name: 'one' }),
    aResource(account),
  ]);
  const { inventory } = fixture;
  const [one, two] = model;
  if (one === undefined || two === undefined) return t.fail();
  const open = (id: string, detail: string) =>
    inventory.write(organizationId, (tenant) =>
      openIssue(tenant, 'unowned_resource', 'resource', id, detail),
    );
  await open(one.id, 'first');
  await open(two.id, 'first');
  const list = async () => (await dataOf(client.GET('/api/v1/ownership/issues'))).items;
  const before = await list();
  t.deepEqual(
    before.map(({ target }) => target.id),
    [two.id, one.id],
    'newest first',
  );
  t.truthy(before[0]?.target.name, 'a resource without a name has its native id');
  await open(one.id, 'second');
  t.deepEqual(
    (await list()).map(({ id, detail, opened_at }) => [id, detail, opened_at]),
    before.map(({ id, opened_at }, index) => [id, ['first', 'second'][index], opened_at]),
  );
  await inventory.write(organizationId, (tenant) =>
    resolveIssue(tenant, 'unowned_resource', [one.id, randomUUID()]),
  );
  t.deepEqual(await issuesOf(client, { target_id: one.id }), []);
  t.deepEqual(await issuesOf(client, { target_id: [one.id, two.id], status: ['open', 'resolved'] }), [
    `unowned_resource open ${before[0]?.target.name}`,
    'unowned_resource resolved one',
  ]);
  await open(one.id, 'third');
  t.is((await issuesOf(client, { target_id: one.id, status: ['open', 'resolved'] })).length, 2);
  const first = await dataOf(client.GET('/api/v1/ownership/issues', { params: { query: { limit: 1 } } }));
  const cursor = first.next_cursor ?? '';
  const rest = await dataOf(
    client.GET('/api/v1/ownership/issues', { params: { query: { limit: 1, cursor } } }),
  );
  t.deepEqual([...first.items, ...rest.items], await list());
  t.deepEqual([first.total, rest.total], [first.items.length + rest.items.length, first.total]);
  const stranger = await fixture.api.signUp();
  t.deepEqual(await issuesOf(stranger.client, { target_id: one.id }), []);
});

test('concurrent removals of the last owners open the issue', async (t) => {
  const { client, userId } = await fixture.api.signUp();
  const [shop, team] = [await createApplication(client, 'Shop'), await createTeam(client, 'Web')];
  for (let round = 0; round < 3; round += 1) {
    const ids = [
      (await dataOf(assignOwner(client, shop, { team_id: team }))).id,
      (await dataOf(assignOwner(client, shop, { user_id: userId }))).id,
    ];
    t.deepEqual(await issuesOf(client), []);
    await Promise.all(ids.map((id) => dataOf(removeOwner(client, shop, id))));
    t.deepEqual(await issuesOf(client), ['unowned_application open Shop']);
  }
});
