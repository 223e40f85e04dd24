import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { ConnectedAccount, ScanFixture } from '../../support/discovery/scan-fixture.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import { eventually } from '../../support/eventually.ts';

const fixture = useScanFixture();

const region = 'eu-west-1';
/** An empty zip archive, which the emulator accepts as code. */
const code = Buffer.from('504b0506'.padEnd(44, '0'), 'hex');
const resourceTypes = [
  'AWS::CloudWatch::Alarm',
  'AWS::IAM::Role',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SQS::Queue',
];

/** Creates a queue, a function that reads it, a topic that delivers to it, and an alarm for it. */
async function createQueue(account: ConnectedAccount): Promise<void> {
  const arn = (service: string, name: string) =>
    `arn:aws:${service}:${region}:${account.awsAccountNumber}:${name}`;
  await account.call('sqs', 'CreateQueue', { QueueName: 'orders' });
  await account.call('iam', 'CreateRole', {
    RoleName: 'worker',
    AssumeRolePolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
      ],
    }),
  });
  await account.call('lambda', 'CreateFunction', {
    FunctionName: 'ship-orders',
    Runtime: 'nodejs22.x',
    Handler: 'index.handler',
    Role: `arn:aws:iam::${account.awsAccountNumber}:role/worker`,
    Code: { ZipFile: code },
  });
  await account.call('lambda', 'CreateEventSourceMapping', {
    FunctionName: 'ship-orders',
    EventSourceArn: arn('sqs', 'orders'),
  });
  await account.call('sns', 'CreateTopic', { Name: 'order-events' });
  await account.call('sns', 'Subscribe', {
    TopicArn: arn('sns', 'order-events'),
    Protocol: 'sqs',
    Endpoint: arn('sqs', 'orders'),
  });
  await account.call('cloudwatch', 'PutMetricAlarm', {
    AlarmName: 'orders-age',
    Namespace: 'AWS/SQS',
    MetricName: 'ApproximateAgeOfOldestMessage',
    Dimensions: [{ Name: 'QueueName', Value: 'orders' }],
    Statistic: 'Maximum',
    Period: 300,
    EvaluationPeriods: 1,
    Threshold: 900,
    ComparisonOperator: 'GreaterThanThreshold',
    AlarmActions: [arn('sns', 'order-events')],
  });
}

function untilExtracted({ client }: ScanFixture, accountId: string) {
  return eventually(
    'the extraction after the scan',
    async () => {
      const query = { aws_account_id: accountId };
      const { items } = await dataOf(client.GET('/api/v1/graph/extraction-runs', { params: { query } }));
      const [run] = items;
      return run === undefined || run.status === 'queued' || run.status === 'running' ? undefined : run;
    },
    120,
  );
}

test('a scan leads to relationships, a graph, and the impact of a queue with its owners', async (t) => {
  t.timeout(300_000);
  const { client } = fixture;
  const account = await fixture.connectAccount([region]);
  await createQueue(account);
  const scan = await fixture.scan({ aws_account_id: account.id, resource_types: resourceTypes });
  t.is(scan.status, 'succeeded');
  const run = await untilExtracted(fixture, account.id);
  t.like(run, { trigger: 'scan', status: 'succeeded' });

  const { items } = await dataOf(client.GET('/api/v1/resources', { params: { query: { limit: 200 } } }));
  const idOf = (type: string, name?: string) =>
    items.find((item) => item.resource_type === `AWS::${type}` && (name === undefined || item.name === name))
      ?.id ?? '';
  const queue = idOf('SQS::Queue');
  const mapping = idOf('Lambda::EventSourceMapping');
  const lambda = idOf('Lambda::Function');

  const params = { path: { id: queue } };
  const { relationships } = await dataOf(client.GET('/api/v1/resources/{id}/relationships', { params }));
  const edges = relationships.map((edge) => `${edge.direction} ${edge.relationship_type} ${edge.peer.name}`);
  for (const expected of [
    'outgoing triggers ship-orders',
    'incoming delivers_to order-events',
    'incoming monitors orders-age',
  ])
    t.true(edges.includes(expected), `${expected}: ${edges.join(', ')}`);
  const composed = relationships.find((edge) => edge.relationship_type === 'triggers');
  const detail = await dataOf(
    client.GET('/api/v1/graph/relationships/{id}', { params: { path: { id: composed?.id ?? '' } } }),
  );
  t.deepEqual([...new Set(detail.evidence.map(({ kind }) => kind))], ['composed']);

  const query = { root_type: 'resource' as const, root_id: queue };
  const graph = await dataOf(client.GET('/api/v1/graph', { params: { query } }));
  const nodes = typeof graph === 'string' ? [] : graph.nodes.map(({ id }) => id);
  t.true([mapping, lambda].every((id) => nodes.includes(id)));
  const picture = await client.GET('/api/v1/graph', {
    params: { query: { ...query, format: 'mermaid' } },
    parseAs: 'text',
  });
  t.regex(String(picture.data), /^flowchart LR/);

  const application = await dataOf(client.POST('/api/v1/applications', { body: { name: 'Orders' } }));
  const team = await dataOf(client.POST('/api/v1/teams', { body: { name: 'Shop', slug: 'shop' } }));
  const applicationParams = { path: { id: application.id } };
  await dataOf(
    client.POST('/api/v1/applications/{id}/resources', {
      params: applicationParams,
      body: { resource_ids: [lambda] },
    }),
  );
  await dataOf(
    client.POST('/api/v1/applications/{id}/owners', {
      params: applicationParams,
      body: { team_id: team.id, kind: 'owner' },
    }),
  );
  const impact = await dataOf(
    client.GET('/api/v1/graph/impact', { params: { query: { resource_id: queue } } }),
  );
  const depths = new Map(impact.resources.map(({ id, depth }) => [id, depth]));
  t.is(depths.get(mapping), 1);
  t.is(depths.get(lambda), 1);
  t.is(depths.get(idOf('SNS::Topic')), 1);
  t.false(depths.has(idOf('IAM::Role', 'worker')));
  t.like(impact.by_application[0], { application: { id: application.id, name: 'Orders' }, resources: 1 });
  t.deepEqual(
    impact.by_application[0]?.path.map(({ node }) => node.id),
    [queue, lambda],
  );
  t.like(impact.by_team[0], { team: { id: team.id, name: 'Shop' }, resources: 1 });

  const role = await dataOf(
    client.GET('/api/v1/graph/impact', { params: { query: { resource_id: idOf('IAM::Role', 'worker') } } }),
  );
  t.true(role.resources.some(({ id }) => id === lambda));
});
