import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { operations } from '../../../api-client/api-types.ts';
import { expectError } from '../../support/expect-error.ts';
import { storedGraph } from '../../support/graph/insert-edges.ts';
import type { InsertedEdge } from '../../support/graph/insert-edges.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { storedOwnership } from '../../support/ownership/stored-ownership.ts';
import type { TestClient } from '../../support/test-api.ts';

const fixture = useInventoryApi();

type Query = operations['getImpact']['parameters']['query'];

const impactOf = (client: TestClient, query: Query) =>
  dataOf(client.GET('/api/v1/graph/impact', { params: { query } }));

/** An organization with named resources, and functions that insert rows about them. */
async function prepare(...names: readonly string[]) {
  const { client, organizationId, account, model } = await fixture.withResources((id) =>
    names.map((name) => aResource(id, { name })),
  );
  const idOf = (name: string) => model.find(({ versions }) => versions[0]?.name === name)?.id ?? name;
  const graph = storedGraph(fixture.inventory, organizationId);
  return {
    client,
    organizationId,
    account,
    idOf,
    graph,
    ownership: storedOwnership(fixture.inventory, organizationId),
    edges: (edges: readonly InsertedEdge[]) =>
      graph.edges(edges.map((edge) => ({ ...edge, source: idOf(edge.source), target: idOf(edge.target) }))),
  };
}

test('returns the resources that fail with a resource, with the path to each', async (t) => {
  const { client, account, idOf, edges } = await prepare('queue', 'mapping', 'function', 'api', 'alarm');
  const [reads, triggers, invokes, monitors] = await edges([
    { source: 'mapping', target: 'queue', type: 'reads_from' },
    { source: 'mapping', target: 'function', type: 'triggers' },
    { source: 'api', target: 'function', type: 'invokes', confidence: 'medium' },
    { source: 'alarm', target: 'queue', type: 'monitors' },
  ]);
  const impact = await impactOf(client, { resource_id: idOf('queue') });
  t.is(impact.direction, 'incoming');
  t.is(impact.depth, 3);
  t.false(impact.truncated);
  t.like(impact.root, { id: idOf('queue'), name: 'queue', depth: 0, entity_type: 'resource' });
  t.deepEqual(impact.resources.map(({ name, depth }) => `${name} ${depth}`).toSorted(), [
    'alarm 1',
    'api 3',
    'function 2',
    'mapping 1',
  ]);
  const api = impact.resources.find(({ name }) => name === 'api');
  t.like(api, { aws_account_id: account, resource_type: 'AWS::EC2::Instance' });
  t.deepEqual(
    api?.path.map((step) => [step.node.name, step.relationship_id, step.relationship_type]),
    [
      ['queue', undefined, undefined],
      ['mapping', reads, 'reads_from'],
      ['function', triggers, 'triggers'],
      ['api', invokes, 'invokes'],
    ],
  );
  t.deepEqual(
    impact.resources.find(({ name }) => name === 'alarm')?.path.map((step) => step.relationship_id),
    [undefined, monitors],
  );
  t.deepEqual(
    impact.freshness.stale_accounts.map((stale) => stale.aws_account_id),
    [account],
  );
});

test('ends a path at a relationship with low confidence and at one that fails nothing', async (t) => {
  const { client, idOf, edges } = await prepare(
    'table',
    'reader',
    'behind reader',
    'logger',
    'behind logger',
  );
  await edges([
    { source: 'reader', target: 'table', type: 'uses', confidence: 'low' },
    { source: 'behind reader', target: 'reader' },
    { source: 'logger', target: 'table', type: 'logs_to' },
    { source: 'behind logger', target: 'logger' },
  ]);
  const impact = await impactOf(client, { resource_id: idOf('table'), depth: 5 });
  t.deepEqual(
    impact.resources.map(({ name }) => name),
    ['logger', 'reader'],
  );
});

test('returns what a resource needs with direction outgoing', async (t) => {
  const { client, idOf, edges, graph } = await prepare('function', 'role', 'cluster', 'service', 'bucket');
  const [external] = await graph.externalNodes([
    {
      identifier: 'arn:aws:kms:eu-west-1:999999999999:key/1',
      type: 'AWS::KMS::Key',
      account: '999999999999',
    },
  ]);
  await edges([
    { source: 'function', target: 'role', type: 'runs_as' },
    { source: 'cluster', target: 'function', type: 'contains' },
    { source: 'service', target: 'cluster', type: 'uses' },
    { source: 'function', target: external, type: 'encrypted_by' },
    { source: 'function', target: 'bucket', type: 'logs_to' },
  ]);
  const impact = await impactOf(client, { resource_id: idOf('function'), direction: 'outgoing' });
  t.deepEqual(impact.resources.map(({ name, entity_type }) => `${entity_type} ${name}`).toSorted(), [
    'external arn:aws:kms:eu-west-1:999999999999:key/1',
    'resource bucket',
    'resource cluster',
    'resource role',
  ]);
  t.like(
    impact.resources.find(({ entity_type }) => entity_type === 'external'),
    { resource_type: 'AWS::KMS::Key', account_id: '999999999999' },
  );
});

test('finds paths as long as the depth', async (t) => {
  const chain = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const { client, idOf, edges } = await prepare(...chain);
  await edges(chain.slice(1).map((source, index) => ({ source, target: chain[index] ?? '' })));
  const namesAt = async (depth?: number) => {
    const impact = await impactOf(client, {
      resource_id: idOf('a'),
      ...(depth === undefined ? {} : { depth }),
    });
    return impact.resources.map(({ name }) => name).join('');
  };
  t.is(await namesAt(1), 'b');
  t.is(await namesAt(), 'bcd');
  t.is(await namesAt(5), 'bcdef');
});

test('says what happens to each resource, counts the failing ones, and filters by it', async (t) => {
  const { client, idOf, edges } = await prepare('queue', 'worker', 'group', 'alarm', 'reader', 'behind');
  await edges([
    { source: 'worker', target: 'queue', type: 'reads_from' },
    { source: 'group', target: 'worker', type: 'targets' },
    { source: 'behind', target: 'group' },
    { source: 'alarm', target: 'queue', type: 'monitors' },
    { source: 'reader', target: 'queue', confidence: 'low' },
  ]);
  const outcomes = async (query: { readonly fails?: boolean; readonly depth?: number }) => {
    const impact = await impactOf(client, { resource_id: idOf('queue'), ...query });
    return {
      resources: impact.resources.map(({ name, fails, how }) => `${name} ${how} ${fails}`).toSorted(),
      counted: impact.by_environment.map(({ resources, touched }) => [resources, touched]),
      depthReached: impact.depth_reached,
    };
  };
  t.deepEqual(await outcomes({}), {
    resources: [
      'alarm observes false',
      'behind degrades true',
      'group degrades true',
      'reader observes false',
      'worker stops true',
    ],
    counted: [[3, 5]],
    depthReached: false,
  });
  t.like(await outcomes({ depth: 2 }), { counted: [[2, 4]], depthReached: true });
  t.deepEqual((await outcomes({ fails: true })).resources.length, 3);
  t.deepEqual((await outcomes({ fails: false })).counted, [[0, 2]]);
});

test('follows cycles once', async (t) => {
  const { client, idOf, edges } = await prepare('a', 'b', 'c');
  await edges([
    { source: 'b', target: 'a' },
    { source: 'c', target: 'b' },
    { source: 'a', target: 'c' },
  ]);
  const impact = await impactOf(client, { resource_id: idOf('a'), depth: 5 });
  t.deepEqual(
    impact.resources.map(({ name, depth }) => [name, depth]),
    [
      ['b', 1],
      ['c', 2],
    ],
  );
});

test('groups the resources by application, team and environment', async (t) => {
  const names = ['queue', 'worker', 'importer', 'report', 'orphan'];
  const { client, account, organizationId, idOf, edges, graph, ownership } = await prepare(...names);
  await edges([
    { source: 'worker', target: 'queue' },
    { source: 'importer', target: 'queue', confidence: 'medium' },
    { source: 'report', target: 'worker' },
    { source: 'orphan', target: 'report' },
  ]);
  const orders = await ownership.application('Orders');
  const billing = await ownership.application('Billing');
  for (const name of ['worker', 'importer', 'report']) await ownership.membership(orders, idOf(name));
  await ownership.membership(billing, idOf('report'), 'confirmed');
  await ownership.membership(billing, idOf('worker'), 'rejected');
  const team = await ownership.team('Shop');
  await ownership.teamOwner(orders, team);
  await ownership.teamOwner(billing, await ownership.team('Dissolved', false));
  const production = await ownership.environment('production');
  const staging = await ownership.environment('staging');
  await fixture.inventory.query(
    'update aws_accounts set default_environment_id = $3 where organization_id = $1 and id = $2',
    [organizationId, account, production],
  );
  await fixture.inventory.query(
    `insert into resource_environments (organization_id, resource_id, environment_id, source)
     values ($1, $2, $3, 'tag')`,
    [organizationId, idOf('importer'), staging],
  );
  const [external] = await graph.externalNodes([{ identifier: 'arn:aws:iam::999999999999:role/x' }]);
  await edges([{ source: external, target: 'queue', type: 'triggers' }]);

  const impact = await impactOf(client, { resource_id: idOf('queue') });
  const pathOf = (path: readonly { readonly node: { readonly name: string } }[]) =>
    path.map(({ node }) => node.name).join(' < ');
  t.deepEqual(
    impact.by_application.map(({ application, resources, touched, path }) => [
      application,
      resources,
      touched,
      pathOf(path),
    ]),
    [
      [{ id: orders, name: 'Orders' }, 3, 3, 'queue < worker'],
      [{ id: billing, name: 'Billing' }, 1, 1, 'queue < worker < report'],
      [undefined, 1, 2, 'queue < worker < report < orphan'],
    ],
  );
  t.deepEqual(
    impact.by_team.map((group) => [group.team, group.touched]),
    [
      [{ id: team, name: 'Shop' }, 3],
      [undefined, 2],
    ],
  );
  t.deepEqual(
    impact.by_environment.map((group) => [group.environment?.name, group.touched]),
    [
      ['production', 3],
      ['staging', 1],
      [undefined, 1],
    ],
  );
});

test('visits 10,000 resources, lists the first 500 and reports the cut', async (t) => {
  const { client, account, idOf, graph } = await prepare('group');
  const instances = await graph.resources(Array.from({ length: 10_001 }, () => ({ accountId: account })));
  await graph.edges(instances.map((source) => ({ source, target: idOf('group'), type: 'uses' as const })));
  const impact = await impactOf(client, { resource_id: idOf('group') });
  t.true(impact.truncated);
  t.is(impact.resources.length, 500);
  t.deepEqual(
    impact.resources.map(({ id }) => id),
    instances.toSorted().slice(0, 500),
  );
  t.deepEqual(
    impact.by_application.map(({ application, resources }) => [application, resources]),
    [[undefined, 10_000]],
  );
});

test('rejects resources that the organization does not have, and invalid parameters', async (t) => {
  const { client, idOf, graph } = await prepare('a');
  const foreign = await prepare('b');
  const [external] = await graph.externalNodes([{ identifier: 'arn:aws:s3:::x' }]);
  const rejected = async (query: Readonly<Record<string, unknown>>, message: RegExp) => {
    const request = client.GET('/api/v1/graph/impact', { params: { query: query as Query } });
    t.regex(await expectError(t, request, 400, 'validation_failed'), message);
  };
  for (const id of [randomUUID(), foreign.idOf('b'), external])
    await rejected({ resource_id: id }, /^resource_id: does not exist$/);
  await rejected({ resource_id: 'x' }, /^resource_id: /);
  await rejected({}, /^resource_id: /);
  for (const depth of [0, 11, 'x']) await rejected({ resource_id: idOf('a'), depth }, /^depth: /);
  await rejected({ resource_id: idOf('a'), direction: 'up' }, /^direction: /);
  t.deepEqual((await impactOf(client, { resource_id: idOf('a').toUpperCase() })).resources, []);
});
