import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { operations } from '../../../api-client/api-types.ts';
import { expectError } from '../../support/expect-error.ts';
import { useMembershipApi } from '../../support/ownership/membership-api.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import type { TestClient } from '../../support/test-api.ts';

const fixture = useMembershipApi();

type ListQuery = operations['listMemberships']['parameters']['query'];

const list = async (client: TestClient, query: ListQuery = {}) =>
  (await dataOf(client.GET('/api/v1/memberships', { params: { query } }))).items;

test('lists memberships by status, application, resource and rule, in pages', async (t) => {
  const { client, organizationId, application, ids } = await fixture.withApplication((account) =>
    Array.from({ length: 4 }, () => aResource(account)),
  );
  const other = await dataOf(client.POST('/api/v1/applications', { body: { name: 'Billing' } }));
  const [a = '', b = '', c = '', d = ''] = ids;
  const rule = await fixture.createRule(client, application.id, 'web');
  const add = (
    resource: string,
    status: string,
    to: { application?: string; rule?: string } = {},
  ): Promise<string> =>
    fixture.addMembership(organizationId, { application: application.id, resource, status, ...to });
  const [one, two, three, four, five] = [
    await add(a, 'inferred', { rule }),
    await add(b, 'confirmed'),
    await add(c, 'rejected', { rule }),
    await add(d, 'stale'),
    await add(a, 'declared', { application: other.id }),
  ];
  const listed = async (query: ListQuery) => (await list(client, query)).map(({ id }) => id);
  t.deepEqual(await listed({}), [one, two, three, four, five]);
  t.deepEqual(await listed({ status: ['rejected', 'stale'] }), [three, four]);
  t.deepEqual(await listed({ application_id: other.id }), [five]);
  t.deepEqual(await listed({ application_id: [other.id, application.id] }), [one, two, three, four, five]);
  t.deepEqual(await listed({ application_id: application.id, status: ['inferred', 'rejected'] }), [
    one,
    three,
  ]);
  t.deepEqual(await listed({ resource_id: a }), [one, five]);
  t.deepEqual(await listed({ rule_id: rule }), [one, three]);
  t.deepEqual(await listed({ rule_id: rule, resource_id: [c, d] }), [three]);
  const repeated = [application.id, application.id.toUpperCase()];
  t.deepEqual(await listed({ application_id: repeated, status: ['stale', 'stale'] }), [four], 'listed once');
  t.deepEqual(await listed({ application_id: randomUUID() }), []);
  const pages: string[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { limit: 2, application_id: application.id, ...(cursor === undefined ? {} : { cursor }) };
    const page = await dataOf(client.GET('/api/v1/memberships', { params: { query } }));
    pages.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
    if (cursor === undefined) break;
  }
  t.deepEqual(pages, [one, two, three, four]);
  const { client: stranger } = await fixture.api.signUp();
  t.deepEqual(await list(stranger, { application_id: application.id }), []);
  const params = { path: { id: one } };
  const path = '/api/v1/memberships/{id}';
  await expectError(t, stranger.GET(path, { params }), 404, 'not_found');
  await expectError(t, stranger.POST(`${path}/confirm`, { params, body: {} }), 404, 'not_found');
  await expectError(t, stranger.POST(`${path}/reject`, { params, body: {} }), 404, 'not_found');
});

test('hides memberships of deleted resources, except stale ones, unless include_deleted is set', async (t) => {
  const { client, organizationId, application, ids } = await fixture.withApplication((account) =>
    Array.from({ length: 5 }, () => aResource(account)),
  );
  const statuses = ['inferred', 'confirmed', 'declared', 'rejected', 'stale'] as const;
  for (const [index, status] of statuses.entries())
    await fixture.addMembership(organizationId, {
      application: application.id,
      resource: ids[index] ?? '',
      status,
    });
  const shown = async (query: ListQuery = {}) => (await list(client, query)).map(({ status }) => status);
  const resources = async (query: { status?: (typeof statuses)[number][]; include_deleted?: true } = {}) => {
    const params = { path: { id: application.id }, query };
    const { items, freshness } = await dataOf(client.GET('/api/v1/applications/{id}/resources', { params }));
    t.truthy(freshness);
    return items.map(({ membership }) => membership.status);
  };
  t.deepEqual(await shown(), [...statuses]);
  t.deepEqual(await resources(), ['inferred', 'confirmed', 'declared']);
  await fixture.deleteResources(organizationId, ids);
  t.deepEqual(await shown(), ['stale']);
  t.deepEqual(await shown({ application_id: application.id }), ['stale']);
  t.deepEqual(await shown({ include_deleted: true }), [...statuses]);
  t.deepEqual(await resources(), []);
  t.deepEqual(await resources({ include_deleted: true }), ['inferred', 'confirmed', 'declared']);
  t.deepEqual(await resources({ status: ['stale', 'rejected'] }), ['stale']);
});
