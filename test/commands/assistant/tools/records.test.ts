import test from 'ava';
import { dataOf } from '../../../../api-client/create-typed-client.ts';
import { countsOf, makeToolWorld, readTool, valuesOf } from '../../../support/assistant/tool-world.ts';
import type { Arguments, ToolWorld } from '../../../support/assistant/tool-world.ts';
import { storedGraph } from '../../../support/graph/insert-edges.ts';
import { daysAgo, useInventoryApi } from '../../../support/inventory/inventory-api.ts';
import { aResource } from '../../../support/inventory/test-inventory.ts';
import { storedOwnership } from '../../../support/ownership/stored-ownership.ts';

const fixture = useInventoryApi();
let world: ToolWorld;
test.before(async () => {
  world = await makeToolWorld(fixture);
});

const read = (name: string, args: Arguments) => readTool(fixture, world.organizationId, name, args);

test('get_resource returns the fields and the configuration of GET /resources/{id}', async (t) => {
  const id = world.idOf('web');
  const { rows, total, truncated, freshness } = await read('get_resource', { resource: 'web' });
  const path = { id };
  const resource = await dataOf(world.client.GET('/api/v1/resources/{id}', { params: { path } }));
  t.deepEqual([rows.length, total, truncated], [1, 1, false]);
  t.deepEqual(rows[0]?.entity, { type: 'resource', id, name: 'web', url: `/api/v1/resources/${id}` });
  t.like(rows[0]?.fields, {
    name: 'web',
    resource_type: resource.resource_type,
    region: resource.region,
    account: 'Sandbox',
    status: 'active',
    management_state: 'unmanaged',
    native_id: resource.native_id,
    configuration: resource.configuration,
    first_discovered_at: resource.first_discovered_at.replace(/\.\d{3}Z/, 'Z'),
  });
  t.deepEqual(rows[0]?.fields['tags'], resource.tags);
  t.false('arn' in (rows[0]?.fields ?? {}), 'a missing value is left out');
  t.deepEqual(
    freshness.stale_accounts.map(({ name }) => name),
    ['Sandbox'],
  );
  t.is((await read('get_resource', { resource: 'gone' })).rows[0]?.fields['status'], 'deleted');
});

test('get_resource returns parts of a configuration that is too long', async (t) => {
  const { organizationId, model } = await fixture.withResources((account) => [
    aResource(account, { name: 'big' }),
  ]);
  const statements = Array.from({ length: 300 }, (_, index) => ({
    Sid: `s${index}`,
    Condition: { StringEquals: { 'aws:SourceArn': `arn:aws:sns:eu-west-1:123456789012:topic-${index}` } },
  }));
  const configuration = { Policy: { Statement: statements }, Name: 'big' };
  await fixture.inventory.query(`update resource_documents set configuration = $2 where resource_id = $1`, [
    model[0]?.id,
    JSON.stringify(configuration),
  ]);
  const { rows } = await readTool(fixture, organizationId, 'get_resource', { resource: 'big' });
  const shown = rows[0]?.fields['configuration'] as {
    Name: string;
    Policy: { Statement: readonly object[] };
  };
  t.is(shown.Name, 'big');
  const mark = shown.Policy.Statement.at(-1) as { left_out: string; path: string };
  t.regex(mark.left_out, /^\d+ of 300 items$/);
  t.regex(mark.path, /^Policy\.Statement\[\d+:\]$/);
  const part = await readTool(fixture, organizationId, 'get_resource', {
    resource: 'big',
    path: 'Policy.Statement[299].Condition',
  });
  t.deepEqual(part.rows[0]?.fields['value'], statements[299]?.Condition);
  await t.throwsAsync(
    readTool(fixture, organizationId, 'get_resource', { resource: 'big', path: 'Nothing' }),
    { message: 'path: is not in the configuration' },
  );
});

test('marks only types, regions, states, counts and times as structural', async (t) => {
  const [search] = (await read('search_resources', { q: 'web' })).rows;
  t.deepEqual(
    Object.keys(search?.fields ?? {}).filter((name) => search?.structural.includes(name) !== true),
    ['name', 'account', 'native_id', 'tags'],
  );
  const [edge] = (await read('get_relationships', { resource: 'orders' })).rows;
  t.deepEqual(
    Object.keys(edge?.fields ?? {}).filter((name) => edge?.structural.includes(name) !== true),
    ['name', 'account'],
  );
});

test('list_revisions returns the revisions with their diffs, newest first', async (t) => {
  const { organizationId, model } = await fixture.withResources((account) => [
    aResource(account, { name: 'web' }),
  ]);
  const id = model[0]?.id ?? '';
  await fixture.inventory.query(
    `insert into resource_revisions (organization_id, resource_id, revision, config_hash, rule_set, observed_at,
       configuration, tags, diff)
     select $1, $2, n, 'h', 1, now() - make_interval(days => 5 - n), '{}', '{}',
       jsonb_build_array(jsonb_build_object('op', 'replace', 'path', '/Size', 'before', n - 1, 'after', n),
         jsonb_build_object('op', 'add', 'path', '/Long', 'after', repeat('x', 600)))
     from generate_series(1, 3) n`,
    [organizationId, id],
  );
  const list = (args: Arguments) =>
    readTool(fixture, organizationId, 'list_revisions', { resource: 'web', ...args });
  const all = await list({});
  t.deepEqual(valuesOf(all, 'revision'), [3, 2, 1]);
  t.deepEqual(all.rows[0]?.fields['diff'], [
    { op: 'replace', path: '/Size', before: 2, after: 3 },
    { op: 'add', path: '/Long' },
  ]);
  t.like(all.rows[0]?.entity, {
    type: 'revision',
    name: 'web, revision 3',
    url: `/api/v1/resources/${id}/revisions`,
  });
  t.is(all.subject?.id, id);
  const first = await list({ limit: 2 });
  t.deepEqual([first.rows.length, first.truncated, first.total], [2, true, null]);
});

test('get_relationships returns the peers of GET /resources/{id}/relationships and counts them', async (t) => {
  const graph = storedGraph(fixture.inventory, world.organizationId);
  const { idOf } = world;
  const [external] = await graph.externalNodes([{ identifier: 'hooks.example.com' }]);
  await graph.edges([
    { source: idOf('mail'), target: external, type: 'delivers_to', confidence: 'low' },
    { source: idOf('mail'), target: idOf('invoices'), type: 'dead_letters_to' },
    { source: idOf('db'), target: idOf('mail'), firstObservedAt: daysAgo(2), staleAt: daysAgo(1) },
  ]);
  const path = { id: idOf('mail') };
  const cases = [
    {},
    { direction: 'incoming' },
    { direction: ['incoming', 'outgoing'] },
    { status: ['active', 'stale'] },
    { confidence: 'low' },
    { relationship_type: ['dead_letters_to', 'uses'] },
  ] as const;
  for (const query of cases) {
    const { relationships } = await dataOf(
      world.client.GET('/api/v1/resources/{id}/relationships', {
        params: { path, query: query as Readonly<Record<string, never>> },
      }),
    );
    const found = await read('get_relationships', { resource: 'mail', ...query });
    t.is(found.total, relationships.length, JSON.stringify(query));
    t.deepEqual(
      found.rows.map(({ fields }) => [fields['name'], fields['relationship_type'], fields['direction']]),
      relationships.map(({ peer, relationship_type, direction }) => [
        peer.name,
        relationship_type,
        direction,
      ]),
      JSON.stringify(query),
    );
    const counted = await read('get_relationships', { resource: 'mail', ...query, count_only: true });
    t.deepEqual([counted.rows.length, counted.total], [0, relationships.length]);
  }
  const { rows } = await read('get_relationships', { resource: 'mail', confidence: 'low' });
  t.is(rows[0]?.entity.id, idOf('mail'), 'a node without a record cites the resource');
  t.false(rows[0]?.fields['in_inventory']);
  const limited = await read('get_relationships', { resource: 'mail', limit: 1 });
  t.deepEqual([limited.rows.length, limited.total, limited.truncated], [1, 2, true]);
});

test('get_impact returns the resources and groups of GET /graph/impact', async (t) => {
  const { organizationId, client, model } = await fixture.withResources((account) =>
    ['api', 'function', 'queue'].map((name) => aResource(account, { name })),
  );
  const [api = '', lambda = '', queue = ''] = model.map(({ id }) => id);
  await storedGraph(fixture.inventory, organizationId).edges([
    { source: api, target: lambda, type: 'invokes' },
    { source: lambda, target: queue, type: 'reads_from' },
  ]);
  const ownership = storedOwnership(fixture.inventory, organizationId);
  const shop = await ownership.application('Shop');
  await ownership.membership(shop, lambda);
  const impact = await dataOf(
    client.GET('/api/v1/graph/impact', { params: { query: { resource_id: queue } } }),
  );
  const call = (args: Arguments) =>
    readTool(fixture, organizationId, 'get_impact', { resource: 'queue', ...args });
  const found = await call({});
  t.is(found.total, 2);
  t.deepEqual(
    found.rows.map(({ entity, fields }) => [entity.id, fields['depth']]),
    impact.resources.map(({ id, depth }) => [id, depth]),
  );
  t.deepEqual(found.rows[1]?.fields['path'], ['queue', 'function', 'api']);
  t.deepEqual(found.summary, { direction: 'incoming', depth: 3, failing: 2, is_complete: true });
  const grouped = await call({ group_by: 'application' });
  t.deepEqual(countsOf(grouped), { [shop]: 1, undefined: 1 });
  t.deepEqual([grouped.rows.length, grouped.total], [0, 2]);
  t.is((await call({ depth: 1 })).total, 1);
  t.is((await call({ direction: 'outgoing' })).total, 0);
  const limited = await call({ limit: 1 });
  t.deepEqual([limited.rows.length, limited.truncated], [1, true]);
});

test('get_ownership returns the active teams of an application, owners first', async (t) => {
  const { organizationId } = await fixture.withResources(() => []);
  const ownership = storedOwnership(fixture.inventory, organizationId);
  const shop = await ownership.application('Shop');
  const payments = await ownership.team('Payments');
  await ownership.teamOwner(shop, payments);
  await ownership.teamOwner(shop, await ownership.team('Old', false));
  const support = await ownership.team('Support');
  const supporter = await ownership.teamOwner(shop, support);
  await fixture.inventory.query(`update application_owners set kind = 'on_call' where id = $1`, [supporter]);
  const call = (args: Arguments) => readTool(fixture, organizationId, 'get_ownership', args);
  const { rows, summary } = await call({ application: 'Shop' });
  t.deepEqual(
    rows.map(({ entity, fields }) => [entity.id, fields]),
    [
      [payments, { relation: 'owner', owner_kind: 'team', name: 'Payments' }],
      [support, { relation: 'on_call', owner_kind: 'team', name: 'Support' }],
    ],
  );
  t.like(summary, { owners: 1, applications: 0 });
  await t.throwsAsync(call({}), { message: /either resource or application/ });
  await t.throwsAsync(call({ resource: 'x', application: 'Shop' }), { message: /either/ });
});

test('get_impact lists the resources that fail before related ones, and counts them', async (t) => {
  const { organizationId, model } = await fixture.withResources((account) =>
    ['alarm', 'dashboard', 'rule', 'worker'].map((name) => aResource(account, { name })),
  );
  const [alarm = '', dashboard = '', rule = '', worker = ''] = model.map(({ id }) => id);
  await storedGraph(fixture.inventory, organizationId).edges([
    { source: alarm, target: rule, type: 'monitors' },
    { source: dashboard, target: rule, type: 'uses', confidence: 'low' },
    { source: rule, target: worker, type: 'triggers' },
  ]);
  const call = (args: Arguments) => readTool(fixture, organizationId, 'get_impact', args);
  const found = await call({ resource: 'rule', depth: 1 });
  t.deepEqual(valuesOf(found, 'fails'), [true, false, false]);
  t.deepEqual(found.rows.map(({ entity }) => entity.id)[0], worker);
  t.is(found.total, 3);
  t.like(found.summary, { failing: 1 });
  t.true(found.rows.every(({ structural }) => structural.includes('fails')));
  const needed = await call({ resource: 'worker', direction: 'outgoing', depth: 1 });
  t.deepEqual(valuesOf(needed, 'name'), ['rule']);
  t.like(needed.summary, { failing: 1 });
});

test('get_code_mapping returns the mappings of GET /resources/{id}/code-mapping', async (t) => {
  const path = { id: world.idOf('orders') };
  const mapping = await dataOf(world.client.GET('/api/v1/resources/{id}/code-mapping', { params: { path } }));
  const found = await read('get_code_mapping', { resource: 'orders' });
  t.is(found.total, mapping.mappings.length);
  t.is(found.total, 1);
  t.deepEqual(found.summary, { management_state: mapping.management_state });
  t.deepEqual(found.rows[0]?.entity, {
    type: 'iac_project',
    id: world.projectId,
    name: 'acme/infra/live',
    url: `/api/v1/iac-projects/${world.projectId}`,
  });
  t.like(found.rows[0]?.fields, {
    project: 'acme/infra/live',
    repository: 'acme/infra',
    address: 'aws_sqs_queue.orders',
    method: 'arn',
    confidence: 'high',
    is_suggestion: false,
  });
  const unmanaged = await read('get_code_mapping', { resource: 'web' });
  t.deepEqual([unmanaged.rows, unmanaged.total, unmanaged.subject?.name], [[], 0, 'web']);
  t.deepEqual(unmanaged.summary, { management_state: 'unmanaged' });
});

test('get_ownership returns the owners, applications and environment of GET /resources/{id}/ownership', async (t) => {
  const path = { id: world.idOf('orders') };
  const expected = await dataOf(world.client.GET('/api/v1/resources/{id}/ownership', { params: { path } }));
  const found = await read('get_ownership', { resource: 'orders' });
  t.deepEqual(
    found.rows.map(({ entity, fields }) => [fields['relation'], entity.type, entity.id, entity.name]),
    [
      ['owner', 'team', expected.owners[0]?.team_id, 'Payments'],
      ['application', 'application', expected.applications[0]?.application_id, 'Shop'],
      ['environment', 'environment', expected.environment?.id, 'Production'],
    ],
  );
  t.deepEqual(found.summary, { owners: 1, applications: 1 });
  t.like(found.rows[0]?.fields, { source: 'application', confidence: 'high', owner_kind: 'team' });
  const { rows, summary } = await read('get_ownership', { resource: 'mail' });
  t.deepEqual([rows, summary], [[], { owners: 0, applications: 0 }]);
});

test('get_ownership names a user who owns the application, and cites the resource', async (t) => {
  const { organizationId, userId, model } = await fixture.withResources((account) => [
    aResource(account, { name: 'web' }),
  ]);
  const ownership = storedOwnership(fixture.inventory, organizationId);
  const shop = await ownership.application('Shop');
  await ownership.membership(shop, model[0]?.id ?? '');
  await fixture.inventory.query(
    'insert into application_owners (organization_id, application_id, user_id) values ($1, $2, $3)',
    [organizationId, shop, userId],
  );
  const { rows } = await readTool(fixture, organizationId, 'get_ownership', { resource: 'web' });
  t.like(rows[0]?.fields, { relation: 'owner', owner_kind: 'user', name: 'Test Admin' });
  t.is(rows[0]?.entity.type, 'resource');
});
