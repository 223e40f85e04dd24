import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { UpdateApplicationBody, operations } from '../../../api-client/api-types.ts';
import { expectError } from '../../support/expect-error.ts';
import type { TestClient } from '../../support/test-api.ts';
import { changeResources } from '../../support/inventory/inventory-writer.ts';
import type { NewResource } from '../../support/inventory/inventory-writer.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { daysAgo, useInventoryApi } from '../../support/inventory/inventory-api.ts';

const fixture = useInventoryApi();

async function withApplication(make: (account: string) => readonly NewResource[]) {
  const someone = await fixture.withResources(make);
  const { client } = someone;
  const application = await dataOf(client.POST('/api/v1/applications', { body: { name: 'Web shop' } }));
  return { ...someone, ids: someone.model.map(({ id }) => id), application };
}

type Resources = operations['listApplicationResources']['parameters'];
type Changes = operations['listApplicationChanges']['parameters'];
type Search = operations['listResources']['parameters'];

const listResources = (client: TestClient, id: string, query: Resources['query'] = {}) =>
  client.GET('/api/v1/applications/{id}/resources', { params: { path: { id }, query } });

const addResources = (client: TestClient, id: string, ids: readonly string[]) =>
  client.POST('/api/v1/applications/{id}/resources', {
    params: { path: { id } },
    body: { resource_ids: [...ids] },
  });

test('derives a free slug for every application with the same name, also under concurrent requests', async (t) => {
  const { client } = await fixture.api.signUp();
  const create = async () =>
    (await dataOf(client.POST('/api/v1/applications', { body: { name: '支付' } }))).slug;
  await dataOf(client.POST('/api/v1/applications', { body: { name: 'Other', slug: 'application-3' } }));
  const slugs: string[] = [];
  for (let count = 0; count < 22; count += 1) slugs.push(await create());
  slugs.push(...(await Promise.all([create(), create(), create()])));
  const numbers = Array.from({ length: 26 }, (_, index) => index + 1).filter((number) => number !== 3);
  t.deepEqual(
    slugs.toSorted(),
    numbers.map((number) => (number === 1 ? 'application' : `application-${number}`)).toSorted(),
  );
});

test('creates an application with a unique slug, updates, archives and restores it', async (t) => {
  const { client, userId, organizationId } = await fixture.api.signUp();
  const create = (body: { name: string; slug?: string; criticality?: 'high' }) =>
    client.POST('/api/v1/applications', { body });
  const { data: made, response } = await create({ name: 'Web shop', criticality: 'high' });
  t.is(response.status, 201);
  t.like(made, {
    name: 'Web shop',
    slug: 'web-shop',
    criticality: 'high',
    lifecycle: 'active',
    source: 'manual',
    created_by: userId,
    organization_id: organizationId,
  });
  t.is((await dataOf(create({ name: 'Web  Shop!' }))).slug, 'web-shop-2');
  await expectError(t, create({ name: 'Other', slug: 'web-shop' }), 409, 'conflict');
  const params = { path: { id: made?.id ?? '' } };
  const update = (body: UpdateApplicationBody) => client.PATCH('/api/v1/applications/{id}', { params, body });
  await expectError(t, update({ slug: 'web-shop-2' }), 409, 'conflict');
  t.deepEqual((await update({})).data, made);
  const archived = await dataOf(update({ archived: true, description: 'Sells.' }));
  t.truthy(archived.archived_at);
  t.is((await dataOf(update({ archived: true }))).archived_at, archived.archived_at);
  const back = await dataOf(update({ archived: false, lifecycle: 'deprecated' }));
  t.is(back.archived_at, undefined);
  const read = await dataOf(client.GET('/api/v1/applications/{id}', { params }));
  t.like(read, { description: 'Sells.', lifecycle: 'deprecated' });
  const list = (query: { limit: number; cursor?: string }) =>
    dataOf(client.GET('/api/v1/applications', { params: { query } }));
  const first = await list({ limit: 1 });
  const rest = await list({ limit: 1, cursor: first.next_cursor ?? '' });
  t.deepEqual(
    [...first.applications, ...rest.applications].map(({ slug }) => slug),
    ['web-shop', 'web-shop-2'],
  );
  const { client: stranger } = await fixture.api.signUp();
  await expectError(t, stranger.GET('/api/v1/applications/{id}', { params }), 404, 'not_found');
  const foreign = stranger.PATCH('/api/v1/applications/{id}', { params, body: { name: 'mine' } });
  await expectError(t, foreign, 404, 'not_found');
  t.deepEqual((await dataOf(stranger.GET('/api/v1/applications'))).applications, []);
});

test('finds declared resources by application in search, facets, exports and changes', async (t) => {
  const { client, organizationId, ids, model, application } = await withApplication((account) => [
    aResource(account, { name: 'one', tags: { env: 'prod' } }),
    aResource(account, { name: 'two', region: 'us-east-1' }),
    aResource(account, { name: 'three' }),
  ]);
  const [one = '', two = '', three = ''] = ids;
  const { id } = application;
  const declared = await addResources(client, id, [one, two, two]);
  t.is(declared.response.status, 201);
  t.is(declared.data?.items.length, 2);
  t.like(declared.data?.items[0], { status: 'declared', source: 'declared', confidence: 'high' });
  t.is(
    (await addResources(client, id, [one])).response.status,
    201,
    'a repeated declaration changes nothing',
  );

  const members = await dataOf(listResources(client, id, { limit: 1 }));
  const cursor = members.next_cursor ?? '';
  const others = await dataOf(listResources(client, id, { limit: 1, cursor }));
  const names = [...members.items, ...others.items].map(({ name }) => name ?? '');
  t.deepEqual(
    names.toSorted((a, b) => (a < b ? -1 : 1)),
    ['one', 'two'],
  );
  t.is(members.items[0]?.membership.status, 'declared');
  t.deepEqual((await dataOf(listResources(client, id, { status: 'rejected' }))).items, []);

  const search = (query: Search['query'] = {}) =>
    dataOf(client.GET('/api/v1/resources', { params: { query: { application_id: id, ...query } } }));
  const found = await search({ sort: 'name' });
  t.deepEqual([found.items.map(({ name }) => name), found.total], [['one', 'two'], 2]);
  t.deepEqual(found.facets?.region, [
    { value: 'eu-west-1', count: 1 },
    { value: 'us-east-1', count: 1 },
  ]);
  const total = async (query: Search['query'] = {}) => (await search(query)).total;
  t.is(await total({ tag: 'env' }), 1);
  t.is(await total({ q: 'TWO', region: 'us-east-1' }), 1);
  t.is(await total({ q: 'three' }), 0);
  t.is(await total({ application_id: [id, randomUUID()] }), 2);
  const exported = await dataOf(
    client.GET('/api/v1/resources/export', {
      params: { query: { format: 'ndjson', region: 'us-east-1', application_id: id } },
      parseAs: 'text',
    }),
  );
  t.like(JSON.parse(exported), { name: 'two' });

  for (const [index, resourceId] of [one, two, three].entries())
    await fixture.inventory.query(
      `insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, occurred_at, source)
       select organization_id, id, aws_account_id, region, resource_type, 'updated', now() - $2 * interval '1 hour', 'scan'
       from resources where id = $1`,
      [resourceId, index],
    );
  const listChanges = (applicationId: string, query: Changes['query'] = {}) =>
    client.GET('/api/v1/applications/{id}/changes', { params: { path: { id: applicationId }, query } });
  const timeline = async (query: Changes['query'] = {}) =>
    (await dataOf(listChanges(id, query))).items.map((change) => change.resource_id);
  t.deepEqual(await timeline(), [one, two]);
  t.deepEqual(await timeline({ kind: 'created' }), []);
  await expectError(t, listChanges(randomUUID()), 404, 'not_found');

  await fixture.inventory.query(`update memberships set status = 'rejected' where resource_id = $1`, [one]);
  t.is(await total(), 1, 'a rejected resource does not belong to the application');
  t.deepEqual(await timeline(), [two]);
  t.is((await dataOf(listResources(client, id, { status: 'rejected' }))).items[0]?.id, one);
  await addResources(client, id, [one]);
  t.is(await total(), 2, 'a declaration overrides the rejection');
  await fixture.inventory.query(
    `update memberships set status = 'confirmed', source = 'rule' where resource_id = $1`,
    [one],
  );
  const again = await dataOf(addResources(client, id, [one]));
  t.like(
    again.items[0],
    { status: 'confirmed', source: 'rule' },
    'a declaration keeps a confirmed membership',
  );

  const [second] = model.filter((resource) => resource.id === two);
  await fixture.inventory.write(organizationId, (tenant) =>
    changeResources(
      tenant,
      second === undefined
        ? []
        : [
            {
              resource: second,
              to: { name: 'two', status: 'deleted', managementState: 'unknown', tags: {} },
            },
          ],
      daysAgo(1),
    ),
  );
  t.is(await total(), 1);
  t.is(await total({ include_deleted: true }), 2);
});

test('rejects unknown and foreign resources with the same error, and declares nothing', async (t) => {
  const own = await withApplication((account) => [aResource(account)]);
  const other = await withApplication((account) => [aResource(account)]);
  const { id } = own.application;
  const refused = async (ids: readonly unknown[]) => {
    const path = `/applications/${id}/resources`;
    const { status, body } = await own.client.request('POST', path, { body: { resource_ids: ids } });
    t.is(status, 400);
    return body;
  };
  const foreign = await refused([own.ids[0], other.ids[0]]);
  t.regex(String(foreign['message']), /^resource_ids: /);
  t.deepEqual(await refused([own.ids[0], randomUUID()]), foreign);
  t.regex(String((await refused([]))['message']), /^resource_ids: /);
  const tooMany = Array.from({ length: 501 }, () => randomUUID());
  t.regex(String((await refused(tooMany))['message']), /^resource_ids: /);
  t.regex(String((await refused(['x']))['message']), /^resource_ids/);
  t.deepEqual((await dataOf(listResources(own.client, id))).items, []);
  await expectError(t, addResources(other.client, id, other.ids), 404, 'not_found');
  await expectError(t, listResources(other.client, id), 404, 'not_found');
  const query = { application_id: id };
  const found = await dataOf(other.client.GET('/api/v1/resources', { params: { query } }));
  t.is(found.total, 0);
});

test('creates one membership from concurrent declarations', async (t) => {
  const { client, ids, application } = await withApplication((account) => [
    aResource(account),
    aResource(account),
    aResource(account),
  ]);
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      addResources(client, application.id, index % 2 === 0 ? ids : [...ids].reverse()),
    ),
  );
  t.true(responses.every(({ response }) => response.status === 201));
  t.is((await dataOf(listResources(client, application.id))).items.length, 3);
});
