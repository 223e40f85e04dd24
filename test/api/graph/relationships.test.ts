import { randomUUID } from 'node:crypto';
import test from 'ava';
import { newGraphOrganization } from '../../support/graph/graph-api.ts';
import type { SignedUp } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

interface Row {
  readonly id: string;
  readonly relationship_type: string;
  readonly direction: string;
  readonly confidence: string;
  readonly status: string;
  readonly properties: object;
  readonly evidence_count: number;
  readonly last_observed_at: string;
  readonly peer: { readonly id: string; readonly name: string };
  readonly via_member?: { readonly id: string; readonly name: string };
}
interface List {
  readonly relationships: readonly Row[];
  readonly next_cursor?: string;
}

const newOrganization = () => newGraphOrganization(api);

const byText = (a: string, b: string) => (a < b ? -1 : 1);

const listOf = async ({ client }: Pick<SignedUp, 'client'>, path: string) => {
  const { status, body } = await client.request<List>('GET', path);
  if (status !== 200) throw new Error(`status ${status}: ${JSON.stringify(body)}`);
  return body;
};

test('lists the active relationships of a resource in both directions', async (t) => {
  const organization = await newOrganization();
  const { accountId, graph } = organization;
  const [queue, topic] = await graph.resources([
    { accountId, type: 'AWS::SQS::Queue', name: 'orders' },
    { accountId, type: 'AWS::SNS::Topic', nativeId: 'arn:topic' },
  ]);
  const [external] = await graph.externalNodes([
    {
      identifier: 'arn:aws:kms:us-east-1:999999999999:key/1',
      type: 'AWS::KMS::Key',
      account: '999999999999',
      region: 'us-east-1',
    },
  ]);
  const [outgoing, incoming] = await graph.edges([
    { source: queue, target: external, type: 'encrypted_by', properties: { cross_account: true } },
    { source: topic, target: queue, type: 'delivers_to', confidence: 'medium', evidence: [{}, {}] },
    { source: topic, target: queue, type: 'uses', staleAt: new Date() },
  ]);
  const { relationships } = await listOf(organization, `/resources/${queue}/relationships`);
  const byId = new Map(relationships.map((row) => [row.id, row]));
  t.is(relationships.length, 2);
  t.like(byId.get(outgoing), {
    relationship_type: 'encrypted_by',
    direction: 'outgoing',
    confidence: 'high',
    status: 'active',
    properties: { cross_account: true },
    evidence_count: 0,
  });
  t.deepEqual(byId.get(outgoing)?.peer as object, {
    entity_type: 'external',
    id: external,
    name: 'arn:aws:kms:us-east-1:999999999999:key/1',
    resource_type: 'AWS::KMS::Key',
    account_id: '999999999999',
    region: 'us-east-1',
  });
  t.like(byId.get(incoming), {
    relationship_type: 'delivers_to',
    direction: 'incoming',
    confidence: 'medium',
    evidence_count: 2,
  });
  t.deepEqual(byId.get(incoming)?.peer as object, {
    entity_type: 'resource',
    id: topic,
    name: 'arn:topic',
    resource_type: 'AWS::SNS::Topic',
    aws_account_id: accountId,
    region: 'eu-west-1',
  });
});

test('filters relationships by type, direction, confidence and status', async (t) => {
  const organization = await newOrganization();
  const { accountId, graph } = organization;
  const [a, b] = await graph.resources([{ accountId }, { accountId }]);
  const [uses, triggers, stale] = await graph.edges([
    { source: a, target: b, type: 'uses', confidence: 'low' },
    { source: b, target: a, type: 'triggers' },
    { source: a, target: b, type: 'monitors', staleAt: new Date() },
  ]);
  const ids = async (query: string) => {
    const { relationships } = await listOf(organization, `/resources/${a}/relationships?${query}`);
    return relationships.map(({ id }) => id).toSorted(byText);
  };
  t.deepEqual(await ids('relationship_type=uses&relationship_type=monitors'), [uses]);
  t.deepEqual(await ids('direction=incoming'), [triggers]);
  t.deepEqual(await ids('confidence=low'), [uses]);
  t.deepEqual(await ids('status=stale'), [stale]);
  t.deepEqual(await ids('status=stale&status=active'), [uses, triggers, stale].toSorted(byText));
  const { body } = await organization.client.request<{ message: string }>(
    'GET',
    `/resources/${a}/relationships?relationship_type=knows`,
  );
  t.regex(body.message, /^relationship_type: /);
});

test('pages through all relationships without repeating or skipping one', async (t) => {
  const organization = await newOrganization();
  const { accountId, graph } = organization;
  const [hub] = await graph.resources([{ accountId }]);
  const others = await graph.resources(Array.from({ length: 23 }, () => ({ accountId })));
  const inserted = await graph.edges(
    others.map((other, index) =>
      index % 2 === 0 ? { source: hub, target: other } : { source: other, target: hub },
    ),
  );
  const found: string[] = [];
  let cursor = '';
  for (;;) {
    const page: List = await listOf(organization, `/resources/${hub}/relationships?limit=5${cursor}`);
    found.push(...page.relationships.map(({ id }) => id));
    if (page.next_cursor === undefined) break;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
  t.deepEqual(found, inserted.toSorted(byText));
});

test('lists relationships of an application with nodes outside of it, through its members', async (t) => {
  const organization = await newOrganization();
  const { accountId, graph } = organization;
  const [web, queue, key, rejected, other] = await graph.resources([
    { accountId, name: 'web' },
    { accountId, name: 'queue' },
    { accountId, name: 'key' },
    { accountId, name: 'rejected' },
    { accountId, name: 'other' },
  ]);
  const application = await graph.application('Shop', [web, queue]);
  await organization.query(
    `insert into memberships (organization_id, application_id, resource_id, status, source, confidence)
     values ($1, $2, $3, 'rejected', 'rule', 'high')`,
    [organization.organizationId, application, rejected],
  );
  const [, toKey, fromRejected] = await graph.edges([
    { source: web, target: queue, type: 'uses' },
    { source: queue, target: key, type: 'encrypted_by' },
    { source: rejected, target: web, type: 'uses' },
    { source: other, target: key, type: 'encrypted_by' },
  ]);
  const path = `/applications/${application}/relationships`;
  const { relationships } = await listOf(organization, path);
  const lines = relationships.map(({ id, direction, via_member, peer }) =>
    [id, direction, via_member?.name, peer.name].join(' '),
  );
  t.deepEqual(
    lines.toSorted(byText),
    [`${toKey} outgoing queue key`, `${fromRejected} incoming web rejected`].toSorted(byText),
  );
  const outgoing = await listOf(organization, `${path}?direction=outgoing`);
  t.deepEqual(
    outgoing.relationships.map(({ id }) => id),
    [toKey],
  );
  const first = await listOf(organization, `${path}?limit=1`);
  t.is(first.relationships.length, 1);
  t.truthy(first.next_cursor);
});

test('returns a relationship with both ends and its evidence, without the id of the holder', async (t) => {
  const organization = await newOrganization();
  const { accountId, graph } = organization;
  const [a, b] = await graph.resources([
    { accountId, name: 'a' },
    { accountId, name: 'b' },
  ]);
  const scanId = randomUUID();
  const [id] = await graph.edges([
    {
      source: a,
      target: b,
      holderAccountId: accountId,
      firstObservedAt: new Date('2026-01-01T00:00:00Z'),
      lastObservedAt: new Date('2026-01-02T00:00:00Z'),
      evidence: [
        {
          kind: 'arn',
          path: 'Policy.Resource[]',
          value: 'arn:b',
          holder_id: a,
          observed_at: '2026-01-02T00:00:00+00:00',
          scan_id: scanId,
        },
      ],
    },
  ]);
  const get = () =>
    organization.client.request<Row & { source: object; evidence: object }>(
      'GET',
      `/graph/relationships/${id}`,
    );
  const { status, body } = await get();
  t.is(status, 200);
  t.like(body, {
    id,
    direction: 'outgoing',
    relationship_type: 'uses',
    first_observed_at: '2026-01-01T00:00:00.000Z',
    last_observed_at: '2026-01-02T00:00:00.000Z',
    source: { id: a, name: 'a' },
    target: { id: b, name: 'b' },
    peer: { id: b, name: 'b' },
  });
  t.deepEqual(body.evidence, [
    {
      kind: 'arn',
      path: 'Policy.Resource[]',
      value: 'arn:b',
      observed_at: '2026-01-02T00:00:00.000Z',
      scan_id: scanId,
    },
  ]);
  // An extraction that finds the relationship unchanged stores only its own time.
  await organization.query(
    `insert into graph_accounts (organization_id, aws_account_id, last_extracted_at) values ($1, $2, '2026-02-01')`,
    [organization.organizationId, accountId],
  );
  t.is((await get()).body.last_observed_at, '2026-02-01T00:00:00.000Z');
});

test('returns 404 for ids of another organization', async (t) => {
  const [own, foreign] = [await newOrganization(), await newOrganization()];
  const [a, b] = await foreign.graph.resources([
    { accountId: foreign.accountId },
    { accountId: foreign.accountId },
  ]);
  const application = await foreign.graph.application('Shop', [a]);
  const [edge] = await foreign.graph.edges([{ source: a, target: b }]);
  for (const path of [
    `/resources/${a}/relationships`,
    `/applications/${application}/relationships`,
    `/graph/relationships/${edge}`,
  ]) {
    t.is((await own.client.request('GET', path)).status, 404, path);
    t.is((await foreign.client.request('GET', path)).status, 200, path);
  }
});

test('skips relationships with resources that were removed with their account', async (t) => {
  const organization = await newOrganization();
  const { accountId, graph } = organization;
  const [a, b] = await graph.resources([{ accountId }, { accountId }]);
  const [gone, kept] = await graph.edges([
    { source: a, target: randomUUID() },
    { source: a, target: b },
  ]);
  const { relationships } = await listOf(organization, `/resources/${a}/relationships`);
  t.deepEqual(
    relationships.map(({ id }) => id),
    [kept],
  );
  t.is((await organization.client.request('GET', `/graph/relationships/${gone}`)).status, 404);
});
