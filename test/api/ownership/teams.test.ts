import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { operations } from '../../../api-client/api-types.ts';
import { expectError } from '../../support/expect-error.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { ownerOf } from '../../support/inventory/owner-of.ts';
import { insertRepository } from '../../support/mapping/stored-projects.ts';
import {
  assignOwner,
  createApplication,
  createTeam,
  deleteTeam,
  removeOwner,
  updateTeam,
} from '../../support/ownership/ownership-client.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';

const fixture = useInventoryApi();

type Teams = operations['listTeams']['parameters']['query'];

test('creates, reads, updates and deletes a team with a fixed slug', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const create = (body: { name: string; slug: string; description?: string }) =>
    client.POST('/api/v1/teams', { body });
  const { data: made, response } = await create({
    name: ' Payments ',
    slug: 'payments',
    description: 'Pays.',
  });
  t.is(response.status, 201);
  t.like(made, {
    organization_id: organizationId,
    name: 'Payments',
    slug: 'payments',
    description: 'Pays.',
    is_active: true,
  });
  const { id } = await dataOf(create({ name: 'Payments', slug: 'payments-2' }));
  t.not(id, made?.id, 'names repeat');
  await expectError(t, create({ name: 'Other', slug: 'payments' }), 409, 'conflict');
  await expectError(t, create({ name: 'Other', slug: 'Not A Slug' }), 400, 'validation_failed');
  const withoutSlug = await client.request('POST', '/teams', { body: { name: 'Other' } });
  t.is(withoutSlug.status, 400);
  t.regex(String(withoutSlug.body['message']), /^slug: /);

  const changed = await dataOf(updateTeam(client, id, { name: 'Billing', is_active: false }));
  t.like(changed, { name: 'Billing', slug: 'payments-2', is_active: false });
  t.deepEqual((await updateTeam(client, id, {})).data, changed);
  const withSlug = await client.request('PATCH', `/teams/${id}`, { body: { slug: 'billing' } });
  t.deepEqual([withSlug.status, withSlug.body['code']], [400, 'validation_failed']);
  const cleared = await client.request('PATCH', `/teams/${made?.id}`, { body: { description: null } });
  t.is(cleared.body['description'], undefined);
  const params = { path: { id } };
  t.deepEqual(await dataOf(client.GET('/api/v1/teams/{id}', { params })), changed);

  const stranger = await fixture.api.signUp();
  await expectError(t, stranger.client.GET('/api/v1/teams/{id}', { params }), 404, 'not_found');
  await expectError(t, updateTeam(stranger.client, id, { name: 'Mine' }), 404, 'not_found');
  await expectError(t, deleteTeam(stranger.client, id), 404, 'not_found');
  await t.notThrowsAsync(createTeam(stranger.client, 'Payments'), 'slugs are unique in an organization');

  t.deepEqual(await dataOf(deleteTeam(client, id)), { id, deleted: true });
  await expectError(t, deleteTeam(client, id), 404, 'not_found');
  const { items } = await dataOf(
    client.GET('/api/v1/organization/audit-log', {
      params: { query: { target_type: 'team', target_id: id } },
    }),
  );
  t.deepEqual(
    items.map(({ action, target }) => [action, target.name]),
    [
      ['team.deleted', 'Billing'],
      ['team.updated', 'Billing'],
      ['team.created', 'Payments'],
    ],
  );
});

test('lists teams by name, page by page, by a part of the name or slug and by activity', async (t) => {
  const { client } = await fixture.api.signUp();
  for (const name of ['Zebra', 'alpha', 'Beta 50%', 'Alpha']) {
    const slug = name === 'alpha' ? 'lower-case' : name.toLowerCase().replaceAll(/[^a-z]+/g, '');
    await dataOf(client.POST('/api/v1/teams', { body: { name, slug } }));
  }
  const list = (query: Teams = {}) => dataOf(client.GET('/api/v1/teams', { params: { query } }));
  const namesOf = async (query: Teams = {}) => (await list(query)).items.map(({ name }) => name);
  const all = await namesOf();
  const pages = [];
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const page = await list({ limit: 1, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(...page.items.map(({ name }) => name));
    cursor = page.next_cursor;
  }
  t.deepEqual(pages, all);
  t.deepEqual(all.toSorted(), ['Alpha', 'Beta 50%', 'Zebra', 'alpha']);
  t.deepEqual((await namesOf({ q: 'ALPHA' })).toSorted(), ['Alpha', 'alpha']);
  t.deepEqual(await namesOf({ q: 'lower-' }), ['alpha']);
  t.deepEqual(await namesOf({ q: '%' }), ['Beta 50%']);
  t.deepEqual(await namesOf({ q: 'beta\nalpha' }), []);
  const [zebra] = (await list({ q: 'zebra' })).items;
  await dataOf(updateTeam(client, zebra?.id ?? '', { is_active: false }));
  t.deepEqual(await namesOf({ is_active: false }), ['Zebra']);
  t.is((await namesOf({ is_active: true })).length, 3);
  const stranger = await fixture.api.signUp();
  t.deepEqual((await dataOf(stranger.client.GET('/api/v1/teams'))).items, []);
});

test('rejects deleting a team in use and names the uses', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const team = await createTeam(client, 'Web');
  const assigned: [string, string][] = [];
  for (const name of ['Shop', 'Blog', 'Mail', 'Wiki']) {
    const application = await createApplication(client, name);
    const kind = name === 'Blog' ? 'contributor' : 'owner';
    const { id } = await dataOf(assignOwner(client, application, { team_id: team, kind }));
    assigned.push([application, id]);
  }
  const repository = await insertRepository(ownerOf(fixture.inventory), organizationId);
  await fixture.inventory.query('update repositories set full_name = $2 where id = $1', [
    repository,
    'acme/web',
  ]);
  const link = (team_ids: string[]) =>
    client.PUT('/api/v1/repositories/{id}/associations', {
      params: { path: { id: repository } },
      body: { application_ids: [], team_ids },
    });
  await dataOf(link([team]));
  const rule = await dataOf(
    client.POST('/api/v1/inference-rules', {
      body: {
        name: 'By tag',
        conditions: { tag: { key: 'team', equals: 'web' } },
        outcome: { team: { id: team } },
      },
    }),
  );
  const refused = () => expectError(t, deleteTeam(client, team), 409, 'conflict');
  t.is(
    await refused(),
    'The team is assigned to applications Blog, Mail, Shop, 1 more, is linked to repository acme/web, is the outcome of inference rule By tag.',
  );
  for (const [application, id] of assigned) await dataOf(removeOwner(client, application, id));
  t.is(
    await refused(),
    'The team is linked to repository acme/web, is the outcome of inference rule By tag.',
  );
  await dataOf(link([]));
  t.is(await refused(), 'The team is the outcome of inference rule By tag.');
  await dataOf(client.DELETE('/api/v1/inference-rules/{id}', { params: { path: { id: rule.id } } }));
  t.deepEqual(await dataOf(deleteTeam(client, team)), { id: team, deleted: true });
});

test('a deletion waits for an assignment in progress and is rejected', async (t) => {
  const { client } = await fixture.api.signUp();
  const [team, application] = [await createTeam(client, 'Web'), await createApplication(client, 'Shop')];
  const held = await queryAsOwner.hold(
    fixture.api.database.url,
    'select from applications where id = $1 for update',
    [application],
  );
  const assignment = assignOwner(client, application, { team_id: team });
  await held.untilWaiting(1);
  const deletion = deleteTeam(client, team);
  await held.untilWaiting(2);
  await held.release();
  t.is((await assignment).response.status, 201);
  await expectError(t, deletion, 409, 'conflict');
});

test('a deletion and concurrent assignments leave no assignment of a deleted team', async (t) => {
  const { client } = await fixture.api.signUp();
  for (let round = 0; round < 5; round += 1) {
    const team = await createTeam(client, `Team ${round}`);
    const application = await createApplication(client, `Application ${round}`);
    const [deletion, ...assignments] = await Promise.all([
      deleteTeam(client, team),
      assignOwner(client, application, { team_id: team }),
      assignOwner(client, application, { team_id: team, kind: 'on_call' }),
    ]);
    const assigned = assignments.filter(({ response }) => response.status === 201).length;
    t.is(deletion.response.status, assigned === 0 ? 200 : 409);
    for (const { response } of assignments) t.true([201, 400].includes(response.status));
    const path = { id: application };
    const { items } = await dataOf(client.GET('/api/v1/applications/{id}/owners', { params: { path } }));
    t.is(items.length, assigned);
  }
});

test('an unknown team is not found', async (t) => {
  const { client } = await fixture.api.signUp();
  const id = randomUUID();
  await expectError(t, updateTeam(client, id, { is_active: false }), 404, 'not_found');
  await expectError(t, deleteTeam(client, id), 404, 'not_found');
});
