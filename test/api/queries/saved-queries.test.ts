import test from 'ava';
import { countProperties } from '../../../activities/queries/count-properties.ts';
import { countSavedQueries } from '../../../activities/queries/count-saved-queries.ts';
import { openIssue } from '../../../db/ownership/issues/issue-store.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { builtInKeys, builtInQueries } from '../../../domain/queries/built-in-queries.ts';
import type { BuiltInKey } from '../../../domain/queries/built-in-queries.ts';
import type { SavedFilter } from '../../../domain/queries/saved-filter.ts';
import { byCodeUnit } from '../../../domain/json/canonical.ts';
import type { Json } from '../../../domain/json/json.ts';
import { expectError } from '../../support/expect-error.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import type { OrganizationWithResources } from '../../support/inventory/inventory-api.ts';
import { builtInFixtures } from '../../support/queries/built-in-fixtures.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import type { TestClient } from '../../support/test-api.ts';

const inventoryApi = useInventoryApi();
const path = '/api/v1/saved-queries';
const lambda = 'AWS::Lambda::Function';
const old = { resource_type: lambda, property: 'Runtime=nodejs14.x' };

const create = (client: TestClient, body: object) =>
  client.POST(path, { body: body as { name: string; filter: Record<string, string> } });
const list = async (client: TestClient) =>
  (await dataOf(client.GET(path, { params: { query: { limit: 200 } } }))).items;
const get = (client: TestClient, id: string) => client.GET(`${path}/{id}`, { params: { path: { id } } });
const change = (client: TestClient, id: string, body: object) =>
  client.PATCH(`${path}/{id}`, { params: { path: { id } }, body });
const remove = (client: TestClient, id: string) =>
  client.DELETE(`${path}/{id}`, { params: { path: { id } } });
const search = (client: TestClient, id: string, query: object = {}) =>
  client.GET(`${path}/{id}/resources`, { params: { path: { id }, query } });

/** An organization with functions of these configurations, named by their index. */
async function withFunctions(configurations: readonly Json[]): Promise<OrganizationWithResources> {
  const organization = await inventoryApi.withResources((account) =>
    configurations.map((_, index) => aResource(account, { type: lambda, name: String(index) })),
  );
  for (const [index, { id }] of organization.model.entries())
    await inventoryApi.inventory.query(
      'update resource_documents set configuration = $1 where resource_id = $2',
      [JSON.stringify(configurations[index]), id],
    );
  return organization;
}

const services = () => inventoryApi.api.services;
const { signal } = new AbortController();
const countAll = ({ organizationId }: OrganizationWithResources, limitSeconds?: number) =>
  countSavedQueries(services(), { organizationId }, signal, limitSeconds);

test('a query is saved, changed, searched page by page, and deleted', async (t) => {
  const { client, userId } = await withFunctions([
    { Runtime: 'nodejs14.x' },
    { Runtime: 'nodejs22.x' },
    { Runtime: 'nodejs14.x' },
  ]);
  const created = create(client, {
    name: 'Old',
    filter: { ...old, sort: 'name' },
    columns: ['name', 'property:Runtime'],
  });
  t.is((await created).response.status, 201);
  const query = await dataOf(created);
  t.like(query, {
    name: 'Old',
    filter: { ...old, sort: 'name' },
    created_by: userId,
    created_by_type: 'user',
    version: 1,
  });
  t.is(query.built_in, undefined);
  t.is(query.count, undefined);
  await expectError(t, create(client, { name: 'Old', filter: old }), 409, 'conflict');
  const first = await dataOf(search(client, query.id, { limit: 1 }));
  t.like(first, { total: 2 });
  t.deepEqual(first.items[0]?.columns, { 'property:Runtime': 'nodejs14.x' }, 'the name is a field');
  t.deepEqual(first.facets?.resource_type, [{ value: lambda, count: 2 }]);
  const second = await dataOf(search(client, query.id, { limit: 1, cursor: first.next_cursor }));
  t.deepEqual(
    [first, second].map(({ items }) => items[0]?.name),
    ['0', '2'],
  );
  await expectError(t, search(client, query.id, { q: 'x' }), 400, 'validation_failed');
  t.is((await dataOf(change(client, query.id, { name: 'New', description: 'text' }))).name, 'New');
  t.is((await dataOf(change(client, query.id, { description: null }))).description, undefined);
  t.is((await dataOf(change(client, query.id, {}))).version, 3);
  await dataOf(change(client, query.id, { filter: { resource_type: [lambda] } }));
  await expectError(
    t,
    search(client, query.id, { limit: 1, cursor: first.next_cursor }),
    400,
    'validation_failed',
  );
  t.is((await dataOf(search(client, query.id))).total, 3);
  t.deepEqual(await dataOf(remove(client, query.id)), { id: query.id, deleted: true });
  for (const request of [get, remove, search])
    await expectError(t, request(client, query.id), 404, 'not_found');
});

test('refuses a filter that GET /resources refuses, the parameters of a page, and columns that an export refuses', async (t) => {
  const { client } = await withFunctions([]);
  const refused = (body: object) =>
    expectError(t, create(client, { name: 'x', ...body }), 400, 'validation_failed');
  t.regex(
    (await refused({ filter: { property: 'a=1' } })) ?? '',
    /^filter\.property: requires resource_type/,
  );
  t.regex(
    (await refused({ filter: { resource_type: lambda, property: 'a' } })) ?? '',
    /^filter\.property: .*character 2/,
  );
  for (const name of ['as_of', 'cursor', 'limit', 'facets', 'unknown'])
    t.regex((await refused({ filter: { [name]: '1' } })) ?? '', /^filter/);
  await refused({ filter: { status: 'lost' } });
  await refused({ filter: { q: 1 } });
  await refused({ filter: { sort: 'size' } });
  t.regex((await refused({ filter: {}, columns: ['nothing'] })) ?? '', /^columns: /);
  await refused({ filter: {}, columns: ['name', 'name'] });
});

test('an organization has at most 200 queries besides the built-in ones', async (t) => {
  const { client, organizationId } = await withFunctions([]);
  await inventoryApi.inventory.query(
    `insert into saved_queries (organization_id, name, filter) select $1, 'q' || n, '{}' from generate_series(1, 200) n`,
    [organizationId],
  );
  await expectError(t, create(client, { name: 'one more', filter: {} }), 409, 'conflict');
  const builtIn = (await list(client)).find((query) => query.built_in !== undefined);
  await expectError(t, change(client, builtIn?.id ?? '', { name: 'mine' }), 409, 'conflict');
});

test('every organization begins with the built-in queries; a changed one is none, a deleted one does not come back', async (t) => {
  const { client, organizationId } = await withFunctions([{ Runtime: 'nodejs14.x' }]);
  const queries = await list(client);
  t.deepEqual(
    queries.map((query) => query.built_in ?? '').toSorted(byCodeUnit),
    builtInKeys.toSorted(byCodeUnit),
  );
  for (const { id, name } of queries) t.is((await search(client, id)).response.status, 200, name);
  const [changed, deleted] = queries;
  const { name, filter } = changed ?? { name: '', filter: {} };
  const mine = await dataOf(change(client, changed?.id ?? '', { description: 'mine' }));
  t.like(mine, { name, filter, description: 'mine' });
  t.is(mine.built_in, undefined);
  await dataOf(remove(client, deleted?.id ?? ''));
  await countSavedQueries(services(), { organizationId }, signal);
  t.is((await list(client)).length, builtInKeys.length - 1);
});

test('the built-in queries find their fixtures, and no similar resources', async (t) => {
  const fixtures = Object.entries(builtInFixtures(new Date())).flatMap(([key, { matches, others }]) => {
    const { resource_type: types }: SavedFilter = builtInQueries[key as BuiltInKey].filter(new Date());
    const type = [types ?? ''].flat()[0] ?? '';
    const named = (kind: string) => (configuration: Json, index: number) =>
      [type, `${key} ${kind} ${index}`, configuration] as const;
    return [...matches.map(named('matches')), ...others.map(named('others'))];
  });
  const { client, model } = await inventoryApi.withResources((account) =>
    fixtures.map(([type, name]) => aResource(account, { type, name })),
  );
  for (const [index, { id }] of model.entries())
    await inventoryApi.inventory.query(
      'update resource_documents set configuration = $1 where resource_id = $2',
      [JSON.stringify(fixtures[index]?.[2]), id],
    );
  for (const { id, name } of await list(client)) {
    const found = (await dataOf(search(client, id, { limit: 200 }))).items.map((item) => item.name ?? '');
    const own = (kind: string) =>
      fixtures.map(([, fixture]) => fixture).filter((fixture) => fixture.startsWith(`${name} ${kind} `));
    t.deepEqual(
      own('matches').filter((fixture) => !found.includes(fixture)),
      [],
      name,
    );
    t.deepEqual(
      own('others').filter((fixture) => found.includes(fixture)),
      [],
      name,
    );
  }
});

test('production-unowned finds resources of production environments with the open issue alone', async (t) => {
  const organization = await inventoryApi.withResources((account) =>
    ['unowned', 'owned'].map((name) => aResource(account, { type: lambda, name })),
  );
  const { client, model, organizationId } = organization;
  const environment = await dataOf(
    client.POST('/api/v1/environments', { body: { name: 'Live', class: 'production' } }),
  );
  await dataOf(
    client.PUT('/api/v1/aws-accounts/{id}/default-environment', {
      params: { path: { id: model[0]?.account ?? '' } },
      body: { environment_id: environment.id },
    }),
  );
  await services().database.withTenant(organizationId, (tenant) =>
    openIssue(tenant, 'unowned_resource', 'resource', model[0]?.id ?? '', 'No owner.'),
  );
  const query = (await list(client)).find(({ name }) => name === 'production-unowned');
  const found = async () => (await dataOf(search(client, query?.id ?? ''))).items.map(({ name }) => name);
  t.deepEqual(await found(), ['unowned']);
  await dataOf(
    client.PATCH('/api/v1/environments/{id}', {
      params: { path: { id: environment.id } },
      body: { class: 'staging' },
    }),
  );
  t.deepEqual(await found(), []);
});

test('reading needs resources:read, and changes queries:manage', async (t) => {
  const organization = await withFunctions([]);
  const { client: viewer } = await inviteMember(inventoryApi.api, organization, ['viewer']);
  const { client: engineer } = await inviteMember(inventoryApi.api, organization, ['engineer']);
  await expectError(t, create(viewer, { name: 'v', filter: {} }), 403, 'forbidden');
  const { id } = await dataOf(create(engineer, { name: 'e', filter: {} }));
  t.is((await get(viewer, id)).response.status, 200);
  await expectError(t, change(viewer, id, { name: 'v' }), 403, 'forbidden');
  const other = await withFunctions([]);
  for (const request of [get, remove, search])
    await expectError(t, request(other.client, id), 404, 'not_found');
});

test('a count stores the number, or the error of a filter that is no longer valid', async (t) => {
  const organization = await withFunctions([{ Runtime: 'nodejs14.x' }, { Runtime: 'nodejs14.x' }]);
  const { client } = organization;
  const valid = await dataOf(create(client, { name: 'valid', filter: old }));
  const invalid = await dataOf(create(client, { name: 'invalid', filter: { q: 'x' } }));
  await inventoryApi.inventory.query(`update saved_queries set filter = '{"colour": "red"}' where id = $1`, [
    invalid.id,
  ]);
  await countAll(organization);
  const counted = await dataOf(get(client, valid.id));
  t.like(counted, { count: 2, count_error: undefined });
  t.truthy(counted.counted_at);
  t.regex((await dataOf(get(client, invalid.id))).count_error ?? '', /^filter.*colour/);
  await expectError(t, search(client, invalid.id), 400, 'validation_failed');
  await countAll(organization, 0);
  t.like(await dataOf(get(client, valid.id)), {
    count: 2,
    count_error: 'The count took longer than 0 seconds.',
  });
  t.is((await dataOf(change(client, valid.id, { filter: { q: 'x' } }))).count_error, undefined);
});

test('a subscription that names a query is told which resources match since the last count', async (t) => {
  const organization = await withFunctions([{ Runtime: 'nodejs14.x' }, { Runtime: 'nodejs22.x' }]);
  const { client, model, organizationId } = organization;
  const { inventory } = inventoryApi;
  const { id } = await dataOf(create(client, { name: 'watched', filter: old }));
  await inventory.query(
    `insert into event_subscriptions (organization_id, name, kind, url_sealed, url_hint, events, types, filter, created_by, position)
     values ($1, 'matches', 'slack', '', '', '{query.matched}', '{query.matched}', $2, $1, 0)`,
    [organizationId, JSON.stringify({ saved_query_id: [id] })],
  );
  const told = () =>
    inventory.query<{ data: Json }>(
      "select data from events where organization_id = $1 and type = 'query.matched' order by id",
      [organizationId],
    );
  await countAll(organization);
  await countAll(organization);
  t.deepEqual(await told(), [], 'the first members, and the same members');
  const setRuntime = (index: number, runtime: string) =>
    inventory.query('update resource_documents set configuration = $1 where resource_id = $2', [
      JSON.stringify({ Runtime: runtime }),
      model[index]?.id,
    ]);
  await setRuntime(0, 'nodejs22.x');
  await setRuntime(1, 'nodejs14.x');
  await countAll(organization);
  t.deepEqual(await told(), [
    {
      data: {
        query: { id, name: 'watched', url: `/api/v1/saved-queries/${id}` },
        added: [model[1]?.id ?? ''],
        removed: [model[0]?.id ?? ''],
        count: 1,
        previous_count: 1,
      },
    },
  ]);
  await inventory.query('delete from event_subscriptions where organization_id = $1', [organizationId]);
  await countAll(organization);
  const members = await inventory.query('select from saved_query_members where saved_query_id = $1', [id]);
  t.is(members.length, 0, 'without a subscription nothing is remembered');
});

test('the properties of a type are those of the last count', async (t) => {
  const secret = `hmac-sha256:${'0'.repeat(64)}`;
  const organization = await withFunctions([
    {
      Runtime: 'nodejs14.x',
      Timeout: 3,
      Environment: { Variables: { A: secret, stage: 'x' } },
      Layers: [{ Arn: 'a' }],
    },
    {
      Runtime: 'x'.repeat(65),
      Timeout: 900,
      Environment: { Variables: { B_C: secret } },
      Layers: [],
      Url: secret,
    },
    { Runtime: 'python3.12', 'a.b': null },
  ]);
  const read = async (type: string) =>
    (
      await dataOf(
        organization.client.GET('/api/v1/resource-types/{type}/properties', { params: { path: { type } } }),
      )
    ).items;
  t.deepEqual(await read(lambda), []);
  await countProperties(services(), organization, signal);
  const byPath = new Map((await read(lambda)).map(({ path: found, ...rest }) => [found, rest]));
  t.deepEqual([...byPath.keys()][0], 'Runtime');
  t.deepEqual(byPath.get('Runtime'), { types: ['string'], count: 3, examples: ['nodejs14.x', 'python3.12'] });
  t.deepEqual(byPath.get('Timeout'), { types: ['number'], count: 2, examples: [3, 900] });
  t.deepEqual(byPath.get('Environment.Variables'), { types: ['object'], count: 2, examples: [] });
  t.deepEqual(byPath.get('Layers[].Arn'), { types: ['string'], count: 1, examples: ['a'] });
  t.deepEqual(byPath.get('Url'), { types: ['string'], count: 1, examples: [] });
  t.false([...byPath.keys()].some((found) => found.startsWith('Environment.Variables.')));
  t.deepEqual(await read('AWS::None::Such'), []);
});
