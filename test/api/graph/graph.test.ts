import { randomUUID } from 'node:crypto';
import test from 'ava';
import { newGraphOrganization } from '../../support/graph/graph-api.ts';
import type { GraphOrganization } from '../../support/graph/graph-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

interface Graph {
  readonly nodes: readonly {
    readonly id: string;
    readonly name: string;
    readonly entity_type: string;
    readonly depth: number;
    readonly hidden_edges?: number;
  }[];
  readonly edges: readonly {
    readonly id: string;
    readonly source_id: string;
    readonly target_id: string;
    readonly relationship_type: string;
    readonly confidence: string;
    readonly status: string;
    readonly last_observed_at: string;
  }[];
  readonly truncated: boolean;
  readonly freshness: { readonly stale_accounts: readonly object[] };
}

async function graphOf({ client }: GraphOrganization, query: string): Promise<Graph> {
  const { status, body } = await client.request<Graph>('GET', `/graph?${query}`);
  if (status !== 200) throw new Error(`status ${status}: ${JSON.stringify(body)}`);
  return body;
}

const byText = (a: string, b: string) => (a < b ? -1 : 1);

const names = ({ nodes }: Graph) => nodes.map(({ name, depth }) => `${depth} ${name}`);

/** A function that reads a queue, which has a dead-letter queue and an external key; the function runs as a role. */
async function newShop() {
  const organization = await newGraphOrganization(api);
  const { accountId, graph } = organization;
  const [worker, queue, dead, role] = await graph.resources([
    { accountId, type: 'AWS::Lambda::Function', name: 'worker' },
    { accountId, type: 'AWS::SQS::Queue', name: 'orders' },
    { accountId, type: 'AWS::SQS::Queue', name: 'dead', nativeId: 'https://sqs/dead-letters' },
    { accountId, type: 'AWS::IAM::Role', name: 'role', region: 'global' },
  ]);
  const [key] = await graph.externalNodes([{ identifier: 'arn:aws:kms:eu-west-1:999999999999:key/1' }]);
  const edges = await graph.edges([
    { source: worker, target: queue, type: 'reads_from' },
    { source: queue, target: dead, type: 'dead_letters_to' },
    { source: queue, target: key, type: 'encrypted_by' },
    { source: worker, target: role, type: 'runs_as' },
  ]);
  return { ...organization, worker, queue, dead, role, key, edges };
}

test('returns the graph around a resource up to a depth, with the freshness of the inventory', async (t) => {
  const shop = await newShop();
  const root = `root_type=resource&root_id=${shop.worker}`;
  const near = await graphOf(shop, root);
  t.deepEqual(names(near), ['0 worker', '1 orders', '1 role']);
  t.is(near.freshness.stale_accounts.length, 1);
  t.false(near.truncated);
  const far = await graphOf(shop, `${root}&depth=2`);
  t.deepEqual(names(far), [
    '0 worker',
    '1 orders',
    '1 role',
    '2 dead',
    '2 arn:aws:kms:eu-west-1:999999999999:key/1',
  ]);
  t.deepEqual(far.edges.map(({ id }) => id).toSorted(byText), shop.edges.toSorted(byText));
  t.like(
    far.edges.find(({ id }) => id === shop.edges[0]),
    {
      source_id: shop.worker,
      target_id: shop.queue,
      relationship_type: 'reads_from',
      confidence: 'high',
      status: 'active',
    },
  );
  t.deepEqual(names(await graphOf(shop, `${root}&depth=2&direction=incoming`)), ['0 worker']);
  t.deepEqual(names(await graphOf(shop, `${root}&depth=2&relationship_type=runs_as`)), [
    '0 worker',
    '1 role',
  ]);
});

test('with filters, returns only matching nodes, the root and no external node', async (t) => {
  const shop = await newShop();
  const root = `root_type=resource&root_id=${shop.worker}&depth=3`;
  const queues = await graphOf(shop, `${root}&resource_type=AWS::SQS::Queue`);
  t.deepEqual(names(queues), ['0 worker', '1 orders', '2 dead']);
  t.deepEqual(names(await graphOf(shop, `${root}&q=letters`)), ['0 worker']);
});

test('without a root, returns the matching resources and the edges between them', async (t) => {
  const shop = await newShop();
  const queues = await graphOf(shop, 'resource_type=AWS::SQS::Queue');
  t.deepEqual(names(queues).toSorted(byText), ['0 orders', '0 dead'].toSorted(byText));
  t.deepEqual(
    queues.edges.map(({ relationship_type: type }) => type),
    ['dead_letters_to'],
  );
  const cut = await graphOf(shop, 'limit=1');
  t.true(cut.truncated);
  t.is(cut.nodes.length, 1);
});

test('shows the members of an application at depth 1 with the ids of their memberships', async (t) => {
  const shop = await newShop();
  const application = await shop.graph.application('Shop', [shop.worker, shop.queue]);
  const graph = await graphOf(shop, `root_type=application&root_id=${application}`);
  t.deepEqual(names(graph).toSorted(byText), ['0 Shop', '1 worker', '1 orders'].toSorted(byText));
  const [member] = graph.edges;
  t.is(member?.relationship_type, 'has_member');
  const { status } = await shop.client.request('GET', `/memberships/${member?.id}`);
  t.is(status, 200);
  t.is(graph.edges.length, 3);
  const { body } = await shop.client.request<{ nodes: { name: string; groups?: object }[] }>(
    'GET',
    `/graph?root_type=resource&root_id=${shop.worker}&include=groups`,
  );
  const groupsOf = (name: string) => body.nodes.find((node) => node.name === name)?.groups;
  t.deepEqual(groupsOf('worker'), { account: '123456789012', application: 'Shop' });
  t.deepEqual(groupsOf('role'), { account: '123456789012' });
});

test('at the level of applications, edges are depends_on with ids that stay the same', async (t) => {
  const shop = await newShop();
  const [front, back] = [
    await shop.graph.application('Front', [shop.worker]),
    await shop.graph.application('Back', [shop.queue]),
  ];
  const path = `level=application&root_type=application&root_id=${front}`;
  const graph = await graphOf(shop, path);
  t.deepEqual(names(graph), ['0 Front', '1 Back']);
  t.like(graph.edges[0], {
    source_id: front,
    target_id: back,
    relationship_type: 'depends_on',
    confidence: 'high',
  });
  t.deepEqual((await graphOf(shop, path)).edges, graph.edges);
  t.deepEqual(names(await graphOf(shop, `${path}&direction=incoming`)), ['0 Front']);
  const ofResource = await graphOf(shop, `level=application&root_type=resource&root_id=${shop.queue}`);
  t.deepEqual(names(ofResource), ['0 Back', '1 Front']);
  t.deepEqual(
    names(await graphOf(shop, 'level=application')).toSorted(byText),
    ['0 Front', '0 Back'].toSorted(byText),
  );
});

test('a hub passes on 50 neighbours of a type, and shows how many are hidden', async (t) => {
  const organization = await newGraphOrganization(api);
  const { accountId, graph } = organization;
  const [instance, group] = await graph.resources([
    { accountId, name: 'instance' },
    { accountId, name: 'default' },
  ]);
  const interfaces = await graph.resources(Array.from({ length: 80 }, () => ({ accountId })));
  await graph.edges([
    { source: instance, target: group },
    ...interfaces.map((source) => ({ source, target: group })),
  ]);
  const result = await graphOf(organization, `root_type=resource&root_id=${instance}&depth=3`);
  const hub = result.nodes.find(({ id }) => id === group);
  // The 50 neighbours include the root if its id is among the first.
  t.is((hub?.hidden_edges ?? 0) + result.nodes.length, 82);
  t.true(result.nodes.length === 51 || result.nodes.length === 52);
  t.true(result.truncated);
  const ofHub = await graphOf(organization, `root_type=resource&root_id=${group}`);
  t.is(ofHub.nodes.length, 82);
  t.false(ofHub.truncated);
});

test('as_of returns the nodes and edges of that time', async (t) => {
  const organization = await newGraphOrganization(api);
  const { accountId, graph } = organization;
  const hour = (number: number) => new Date(Date.now() - number * 3_600_000);
  const [a, b, c] = await graph.resources([
    { accountId, name: 'a', at: hour(10) },
    { accountId, name: 'b', at: hour(10) },
    { accountId, name: 'c', at: hour(2) },
  ]);
  await graph.edges([
    { source: a, target: b, firstObservedAt: hour(9), staleAt: hour(5) },
    { source: a, target: c, firstObservedAt: hour(2) },
  ]);
  const at = (time: Date) =>
    graphOf(organization, `root_type=resource&root_id=${a}&as_of=${time.toISOString()}`);
  t.deepEqual(names(await at(hour(7))), ['0 a', '1 b']);
  t.deepEqual(names(await at(hour(4))), ['0 a']);
  t.deepEqual(names(await at(hour(1))), ['0 a', '1 c']);
  t.like((await at(hour(7))).edges[0], { status: 'active' });
});

test('as_of returns a resource that was discovered later as an external node', async (t) => {
  const organization = await newGraphOrganization(api);
  const { accountId, graph } = organization;
  const hour = (number: number) => new Date(Date.now() - number * 3_600_000);
  const [a, b] = await graph.resources([
    { accountId, name: 'a', at: hour(10) },
    { accountId, name: 'b', at: hour(2) },
  ]);
  // The edge had an external node as its end, and moved when the resource appeared.
  await graph.edges([{ source: a, target: b, firstObservedAt: hour(9) }]);
  const at = async (time: Date, more = '') => {
    const query = `root_type=resource&root_id=${a}&as_of=${time.toISOString()}${more}`;
    const { nodes, edges } = await graphOf(organization, query);
    return [nodes.map(({ entity_type: type }) => type), edges.length];
  };
  t.deepEqual(await at(hour(5)), [['resource', 'external'], 1]);
  t.deepEqual(await at(hour(1)), [['resource', 'resource'], 1]);
  t.deepEqual(await at(hour(5), '&region=eu-west-1'), [['resource'], 0]);
});

test('names the parameter that is missing, unknown or cannot be combined', async (t) => {
  const organization = await newGraphOrganization(api);
  const foreign = await newShop();
  const application = await organization.graph.application('Shop');
  const asOf = new Date(Date.now() - 60_000).toISOString();
  for (const [query, message] of [
    ['root_type=resource', /^root_id: is required/],
    [`root_id=${randomUUID()}`, /^root_type: is required/],
    [`root_type=resource&root_id=${foreign.worker}`, /^root_id: does not exist/],
    [`root_type=application&root_id=${randomUUID()}`, /^root_id: does not exist/],
    [`root_type=application&root_id=${application}&as_of=${asOf}`, /^root_type: /],
    [`level=team&as_of=${asOf}`, /^level: /],
    ['relationship_type=knows', /^relationship_type: /],
    ['depth=6', /^depth: /],
    ['limit=2001', /^limit: /],
  ] as const) {
    const { status, body } = await organization.client.request<{ message: string }>('GET', `/graph?${query}`);
    t.is(status, 400, query);
    t.regex(body.message, message, query);
  }
});

test('returns a picture as text, with hostile names escaped', async (t) => {
  const organization = await newGraphOrganization(api);
  const { accountId, graph } = organization;
  const [a, b] = await graph.resources([
    { accountId, name: 'x"]; click n1 "javascript:alert(1)"', type: 'AWS::SQS::Queue' },
    { accountId, name: 'b', type: 'AWS::SNS::Topic' },
  ]);
  await graph.edges([{ source: b, target: a, type: 'delivers_to' }]);
  const root = `root_type=resource&root_id=${a}`;
  const mermaid = await organization.client.request<string>('GET', `/graph?${root}&format=mermaid`);
  t.is(mermaid.headers.get('content-type'), 'text/plain; charset=utf-8');
  const body = String(mermaid.body);
  t.deepEqual(
    body
      .slice(body.indexOf('  subgraph'))
      .replace(/"\d{12}[^"]*"/, '"account"')
      .split('\n')
      .map((line) => line.trim()),
    [
      'subgraph g1["account"]',
      'n1["x#34;]; click n1 #34;javascript:alert(1)#34; (SQS::Queue)"]',
      'class n1 root',
      'n2["b (SNS::Topic)"]',
      'end',
      'n2 -->|delivers_to| n1',
      '',
    ],
  );
  const dot = await organization.client.request<string>('GET', `/graph?${root}&format=dot&limit=1`);
  const drawn = String(dot.body);
  t.true(drawn.startsWith('digraph {\n'));
  t.true(drawn.includes('  // Cut: the graph has more nodes or edges than the limit allows.\n'));
  t.true(
    drawn.includes(
      'n1 [label="x\\"]; click n1 \\"javascript:alert(1)\\" (SQS::Queue)", color="#1155cc", penwidth=4];\n',
    ),
  );
});
