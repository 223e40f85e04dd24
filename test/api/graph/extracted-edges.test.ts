import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { connectOwner } from '../../support/discovery/owner.ts';
import { extractEstate } from '../../support/graph/extract-estate.ts';
import { insertAccounts } from '../../support/graph/insert-resources.ts';
import type { InventoryResource } from '../../support/graph/insert-resources.ts';
import { useFixture } from '../../support/use-fixture.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();
const fixture = useFixture(
  () => Promise.resolve({ owner: connectOwner(api.database.url) }),
  ({ owner }) => owner.close(),
);

const own = '123456789012';
const other = '210987654321';
const unknown = '999988887777';
const arn = (service: string, resource: string, account = own) =>
  `arn:aws:${service}:eu-west-1:${account}:${resource}`;
const iam = (resource: string, account = own) => `arn:aws:iam::${account}:${resource}`;
const policy = (...statements: readonly object[]) =>
  JSON.stringify({ Version: '2012-10-17', Statement: statements });

interface Node {
  readonly id: string;
  readonly entity_type: string;
  readonly name: string;
  readonly resource_type?: string;
  readonly aws_account_id?: string;
}
interface Row {
  readonly id: string;
  readonly relationship_type: string;
  readonly direction: string;
  readonly confidence: string;
  readonly status: string;
  readonly properties: object;
  readonly evidence_count: number;
  readonly peer: Node;
}

async function newEstate() {
  const { owner } = fixture;
  const { client, organizationId } = await api.signUp();
  const accounts = await insertAccounts(owner, organizationId, [own, other]);
  const [accountId = '', otherId = ''] = accounts;
  const relationshipsOf = async (id: string, query = '') => {
    const path = `/resources/${id}/relationships?limit=200&${query}`;
    const { body } = await client.request<{ relationships: readonly Row[] }>('GET', path);
    return body.relationships;
  };
  return {
    client,
    accountId,
    otherId,
    relationshipsOf,
    extract: (resources: readonly InventoryResource[], mode: 'full' | 'incremental' = 'full') =>
      extractEstate({ owner, url: api.database.url, organizationId }, resources, mode),
    /** Returns the outgoing relationships of a resource as text. */
    edgesOf: async (id: string) => {
      const rows = await relationshipsOf(id, 'direction=outgoing');
      return rows
        .map(
          ({ relationship_type: type, confidence, peer }) =>
            `${type} ${peer.entity_type} ${peer.name} ${confidence}`,
        )
        .toSorted();
    },
  };
}

test('a trust policy gives edges to the roles, accounts and services that it names, and to everyone', async (t) => {
  const { accountId, otherId, extract, edgesOf } = await newEstate();
  const principals = [
    iam('root'),
    iam('root', other),
    iam('root', unknown),
    iam('role/deploy', other),
    iam('role/vendor', unknown),
    `arn:aws:sts::${unknown}:assumed-role/vendor/session`,
    iam('role/worker'),
    'AROAEXAMPLEROLE',
    '*',
  ];
  const [worker = ''] = await extract([
    {
      accountId,
      region: 'global',
      type: 'AWS::IAM::Role',
      nativeId: 'worker',
      arn: iam('role/worker'),
      name: 'worker',
      configuration: {
        AssumeRolePolicyDocument: policy(
          { Effect: 'Allow', Principal: { AWS: principals, Service: 'ec2.amazonaws.com' } },
          { Effect: 'Deny', Principal: { AWS: iam('role/denied', unknown) } },
          { Effect: 'Allow', NotPrincipal: { AWS: iam('role/excluded', unknown) } },
        ),
      },
    },
    {
      accountId: otherId,
      region: 'global',
      type: 'AWS::IAM::Role',
      nativeId: 'deploy',
      arn: iam('role/deploy', other),
      name: 'deploy',
    },
  ]);
  t.deepEqual(await edgesOf(worker), [
    'trusts external * high',
    `trusts external ${own} high`,
    `trusts external ${other} high`,
    `trusts external ${unknown} high`,
    `trusts external ${iam('role/vendor', unknown)} high`,
    'trusts external ec2.amazonaws.com high',
    'trusts resource deploy high',
  ]);
});

test('roles that trust somebody outside, and load balancers without a listener, are found', async (t) => {
  const { client, accountId, extract } = await newEstate();
  const role = (name: string, ...principals: readonly (string | object)[]) => ({
    accountId,
    region: 'global',
    type: 'AWS::IAM::Role',
    nativeId: name,
    arn: iam(`role/${name}`),
    name,
    configuration: {
      AssumeRolePolicyDocument: policy(
        ...principals.map((given) => ({
          Effect: 'Allow',
          Action: 'sts:AssumeRole',
          Principal: typeof given === 'string' ? { AWS: given } : given,
        })),
      ),
    },
  });
  const balancer = (name: string) => ({
    accountId,
    type: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
    nativeId: arn('elasticloadbalancing', `loadbalancer/app/${name}/1`),
    arn: arn('elasticloadbalancing', `loadbalancer/app/${name}/1`),
    name,
  });
  const classic = (name: string, listeners: readonly object[]) => ({
    accountId,
    type: 'AWS::ElasticLoadBalancing::LoadBalancer',
    nativeId: name,
    name,
    configuration: { LoadBalancerName: name, ListenerDescriptions: listeners },
  });
  const listener = arn('elasticloadbalancing', 'listener/app/busy/1/2');
  await extract([
    role('root-of-vendor', iam('root', unknown)),
    role('role-of-vendor', iam('role/scanner', unknown)),
    role('everyone', '*'),
    role('inside', iam('root'), iam('root', other), { Service: 'ec2.amazonaws.com' }),
    role('federated', { Federated: iam('saml-provider/okta') }),
    balancer('idle'),
    balancer('busy'),
    {
      accountId,
      type: 'AWS::ElasticLoadBalancingV2::Listener',
      nativeId: listener,
      arn: listener,
      configuration: { LoadBalancerArn: arn('elasticloadbalancing', 'loadbalancer/app/busy/1') },
    },
    classic('classic-idle', []),
    classic('classic-busy', [{ Listener: { LoadBalancerPort: 80 } }]),
  ]);
  interface Found {
    readonly items: readonly { readonly id: string; readonly name: string }[];
  }
  const namesAt = async (path: string) => {
    const { body } = await client.request<Found>('GET', path);
    return body.items.map(({ name }) => name).toSorted();
  };
  t.deepEqual(await namesAt('/resources?trusts=other_account'), ['role-of-vendor', 'root-of-vendor']);
  t.deepEqual(await namesAt('/resources?trusts=anyone'), ['everyone']);
  const { body } = await client.request<Found>('GET', '/saved-queries');
  const resourcesOf = (name: string) =>
    namesAt(`/saved-queries/${body.items.find((query) => query.name === name)?.id ?? ''}/resources`);
  t.deepEqual(await resourcesOf('roles-trusting-outside'), ['everyone', 'role-of-vendor', 'root-of-vendor']);
  t.deepEqual(await resourcesOf('load-balancers-without-listeners'), ['classic-idle', 'idle']);
});

test('a resource policy gives low edges for allowed callers, not for exceptions and denials', async (t) => {
  const { accountId, extract, edgesOf } = await newEstate();
  const topic = (name: string) => ({
    accountId,
    type: 'AWS::SNS::Topic',
    nativeId: arn('sns', name),
    arn: arn('sns', name),
    name,
  });
  const statement = (Condition: object, fields: object = {}) => ({
    Effect: 'Allow',
    Principal: '*',
    Action: 'sqs:SendMessage',
    Resource: arn('sqs', 'orders'),
    Condition,
    ...fields,
  });
  const [queue = ''] = await extract([
    {
      accountId,
      type: 'AWS::SQS::Queue',
      nativeId: 'https://sqs/orders',
      arn: arn('sqs', 'orders'),
      name: 'orders',
      configuration: {
        Attributes: {
          Policy: policy(
            statement({
              'ForAnyValue:ArnLikeIfExists': { 'AWS:sourceArn': [arn('sns', 'allowed'), arn('sns', 'x*')] },
            }),
            statement({ ArnEquals: { 'aws:SourceArn': arn('sns', 'foreign', unknown) } }),
            statement({ ArnNotLike: { 'aws:SourceArn': arn('sns', 'excepted') } }),
            statement({ StringNotEqualsIfExists: { 'aws:PrincipalArn': arn('sns', 'excepted') } }),
            statement({ ArnEquals: { 'aws:ResourceArn': arn('sns', 'excepted') } }),
            statement({ ArnEquals: { 'aws:SourceArn': arn('sns', 'excepted') } }, { Effect: 'Deny' }),
            statement({}, { Principal: { AWS: [iam('root', unknown), unknown] } }),
          ),
        },
      },
    },
    topic('allowed'),
    topic('excepted'),
  ]);
  // A condition that also allows callers without the key, or names none, does not narrow `*`.
  t.deepEqual(await edgesOf(queue), [
    'allows_from external * low',
    `allows_from external ${unknown} low`,
    `allows_from external ${arn('sns', 'foreign', unknown)} low`,
    'allows_from resource allowed low',
  ]);
});

test('exceptions, metrics of other accounts and equal names elsewhere give no edge', async (t) => {
  const { accountId, otherId, extract, edgesOf } = await newEstate();
  const queue = (account: string, accountNumber: string, region: string) => ({
    accountId: account,
    region,
    type: 'AWS::SQS::Queue',
    nativeId: `https://sqs.${region}.amazonaws.com/${accountNumber}/orders`,
    arn: `arn:aws:sqs:${region}:${accountNumber}:orders`,
    name: 'orders',
  });
  const metric = (AccountId: string) => ({
    Id: 'age',
    AccountId,
    MetricStat: { Metric: { Namespace: 'AWS/SQS', Dimensions: [{ Name: 'QueueName', Value: 'orders' }] } },
  });
  const alarm = (nativeId: string, configuration: object) => ({
    accountId,
    type: 'AWS::CloudWatch::Alarm',
    nativeId,
    arn: arn('cloudwatch', `alarm:${nativeId}`),
    name: nativeId,
    configuration,
  });
  const dimension = { Namespace: 'AWS/SQS', Dimensions: [{ Name: 'QueueName', Value: 'orders' }] };
  const [, , , regional = '', foreign = '', inFrankfurt = '', selection = ''] = await extract([
    queue(accountId, own, 'eu-west-1'),
    queue(accountId, own, 'us-east-1'),
    queue(otherId, other, 'eu-west-1'),
    alarm('regional', { ...dimension, Metrics: [metric(own)] }),
    alarm('foreign', { Metrics: [metric(other)] }),
    { ...alarm('frankfurt', dimension), region: 'eu-central-1' },
    {
      accountId,
      type: 'AWS::Backup::BackupSelection',
      nativeId: 'plan/selection',
      configuration: { NotResources: [arn('sqs', 'orders')], Resources: ['arn:aws:sqs:*:*:*'] },
    },
  ]);
  t.deepEqual(await edgesOf(regional), ['monitors resource orders medium']);
  t.deepEqual(await edgesOf(foreign), []);
  t.deepEqual(await edgesOf(inFrankfurt), []);
  t.deepEqual(await edgesOf(selection), []);
});

test('an edge to an external node moves to a resource that appears, and is stale while that is deleted', async (t) => {
  const { client, accountId, otherId, extract, relationshipsOf } = await newEstate();
  const target = arn('sqs', 'inbox', other);
  const subscription: InventoryResource = {
    accountId,
    type: 'AWS::SNS::Subscription',
    nativeId: arn('sns', 'events:1'),
    arn: arn('sns', 'events:1'),
    configuration: { TopicArn: arn('sns', 'events'), Protocol: 'sqs', Endpoint: target },
  };
  const [id = ''] = await extract([subscription]);
  const [external, ...others] = await relationshipsOf(id, 'relationship_type=delivers_to');
  t.deepEqual(others, []);
  t.like(external, {
    status: 'active',
    confidence: 'high',
    evidence_count: 1,
    peer: {
      entity_type: 'external',
      name: target,
      resource_type: 'AWS::SQS::Queue',
      aws_account_id: otherId,
      region: 'eu-west-1',
    },
    properties: { cross_account: true },
  });
  const detailOf = async (edge: string) => {
    const { body } = await client.request<{ evidence: readonly object[]; stale_at?: string }>(
      'GET',
      `/graph/relationships/${edge}`,
    );
    return body;
  };
  const { evidence } = await detailOf(external?.id ?? '');
  t.is(evidence.length, 1);
  t.like(evidence[0], { kind: 'arn', path: 'Endpoint', value: target });

  const queue = {
    id: '018f0000-0000-7000-8000-000000000001',
    accountId: otherId,
    type: 'AWS::SQS::Queue',
    nativeId: 'https://sqs/inbox',
    arn: target,
    name: 'inbox',
  };
  await extract([queue], 'incremental');
  const [moved] = await relationshipsOf(id, 'relationship_type=delivers_to');
  t.like(moved, { id: external?.id, peer: { entity_type: 'resource', id: queue.id } });
  // The second edge is composed: from the topic, which is an external node.
  t.deepEqual(
    (await relationshipsOf(queue.id)).map(({ direction, peer }) => `${direction} ${peer.name}`).toSorted(),
    [`incoming ${arn('sns', 'events')}`, `incoming ${arn('sns', 'events:1')}`],
  );

  const whileActive = new Date().toISOString();
  // `as_of` is the end of its millisecond.
  await setTimeout(2);
  await extract([{ ...queue, status: 'deleted' }], 'incremental');
  const peersOf = async (status: string) => {
    const rows = await relationshipsOf(id, `relationship_type=delivers_to&status=${status}`);
    return rows.map((row) => `${row.peer.entity_type} ${row.id === moved?.id ? 'same' : 'other'} id`);
  };
  t.deepEqual(await peersOf('active'), ['external other id']);
  t.deepEqual(await peersOf('stale'), ['resource same id']);
  t.truthy((await detailOf(moved?.id ?? '')).stale_at);
  const graph = async (query: string) => {
    const path = `/graph?root_type=resource&root_id=${id}&relationship_type=delivers_to&${query}`;
    const { status, body } = await client.request<{ nodes: readonly Node[] }>('GET', path);
    return [status, status === 200 ? body.nodes.map(({ name }) => name).toSorted() : body];
  };
  t.deepEqual(await graph(''), [200, [subscription.nativeId, target]]);
  t.deepEqual(await graph(`as_of=${whileActive}`), [200, [subscription.nativeId, 'inbox']]);
  await extract([queue], 'incremental');
  t.deepEqual(await peersOf('active'), ['resource same id']);
  t.deepEqual(await peersOf('stale'), ['external other id']);
});
