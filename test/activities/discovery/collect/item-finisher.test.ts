import test from 'ava';
import { collect } from '../support/collect.ts';
import { collectFrom } from '../support/collect-from.ts';
import { scripted, awsError, denied, scope, input, queueUrl, queues } from '../support/scripted-aws.ts';
import type { Script } from '../support/scripted-aws.ts';
import { gate } from '../../../support/gate.ts';

test('yields a resource whose detail call is denied without that part, in a complete cell', async (t) => {
  const { clients } = scripted(
    queues((request) => {
      if (request.operation === 'ListQueues') return { QueueUrls: [queueUrl('open'), queueUrl('shut')] };
      return input(request)['QueueUrl'] === queueUrl('shut')
        ? denied('sqs:GetQueueAttributes')
        : { Attributes: { A: '1' } };
    }),
  );
  const { resources, cells } = await collect({ service: 'sqs', clients, ...scope });
  const unreadable = Object.fromEntries(resources.map((resource) => [resource.name, resource.unreadable]));
  t.deepEqual(unreadable, {
    open: undefined,
    shut: [{ part: 'Attributes', scope: 'key', reason: 'denied', action: 'sqs:GetQueueAttributes' }],
  });
  t.is(cells['AWS::SQS::Queue']?.outcome, 'complete');
});

test('names the parts that depend on a denied part', async (t) => {
  const { clients } = scripted(
    queues((request) =>
      request.operation === 'ListKeys'
        ? { Keys: [{ KeyId: 'k', KeyArn: 'arn:k' }] }
        : denied('kms:DescribeKey'),
    ),
  );
  const resourceTypes = ['AWS::KMS::Key'];
  const { resources, cells } = await collect({ service: 'kms', resourceTypes, clients, ...scope });
  t.deepEqual(
    resources[0]?.unreadable?.map(({ part, scope: of, reason }) => [part, of, reason]),
    [
      ['DescribeKey', 'rest', 'denied'],
      ['Policy', 'key', 'denied'],
      ['Rotation', 'key', 'denied'],
      ['Grants', 'key', 'denied'],
    ],
  );
  t.is(resources[0]?.nativeId, 'k');
  t.is(cells['AWS::KMS::Key']?.outcome, 'complete');
});

test('yields the resources of a type without their tags when the tagging API is denied', async (t) => {
  const { clients } = scripted((request) => {
    if (request.operation === 'ListQueues') return { QueueUrls: [queueUrl('a')] };
    return request.operation === 'GetResources' ? denied('tag:GetResources') : { Attributes: { A: '1' } };
  });
  const { resources, cells } = await collect({ service: 'sqs', clients, ...scope });
  t.deepEqual(resources[0]?.unreadable, [
    { part: 'tags', scope: 'tags', reason: 'denied', action: 'tag:GetResources' },
  ]);
  t.is(cells['AWS::SQS::Queue']?.outcome, 'complete');
});

/** Collects queues that are stored with tags, except `new`. `response` responds to the calls of the tagging API. */
async function tagsOfQueues(names: readonly string[], response: (arns: unknown) => object | Error) {
  const { clients, calls } = scripted((request) => {
    if (request.operation === 'ListQueues') return { QueueUrls: names.map(queueUrl) };
    if (request.operation === 'GetResources') return response(input(request)['ResourceARNList']);
    return { Attributes: { QueueArn: queueArn(String(input(request)['QueueUrl']).split('/').at(-1) ?? '') } };
  });
  const storedWithTags = (_type: string, ids: readonly string[]) =>
    Promise.resolve(new Set(ids.filter((id) => id !== queueUrl('new'))));
  const { resources } = await collect({ service: 'sqs', clients, storedWithTags, ...scope });
  const read = calls.filter(({ operation }) => operation === 'GetResources').map(input);
  return { resources, arns: read.flatMap(({ ResourceARNList: arns }) => (arns === undefined ? [] : [arns])) };
}

const queueArn = (name: string) => `arn:aws:sqs:eu-west-1:123456789012:${name}`;
const tagsOf = (names: readonly string[]) => ({
  ResourceTagMappingList: names.map((name) => ({
    ResourceARN: queueArn(name),
    Tags: name === 'cleared' ? [] : [{ Key: 'team', Value: name }],
  })),
});

test('reads tags that a page of the tagging API lacks by the ARNs of the resources', async (t) => {
  const { resources, arns } = await tagsOfQueues(
    ['listed', 'missing', 'removed', 'cleared', 'new'],
    (given) => (given === undefined ? tagsOf(['listed', 'cleared']) : tagsOf(['missing'])),
  );
  t.deepEqual(Object.fromEntries(resources.map(({ name, tags }) => [name, tags])), {
    listed: { team: 'listed' },
    missing: { team: 'missing' },
    removed: {},
    cleared: {},
    new: {},
  });
  t.deepEqual(arns, [[queueArn('missing'), queueArn('removed')]]);
  t.true(resources.every(({ unreadable }) => unreadable === undefined));
});

test('reads the tags of 100 resources per call', async (t) => {
  const names = Array.from({ length: 200 }, (_, index) => `q${index}`);
  const { arns } = await tagsOfQueues(names, () => tagsOf([]));
  t.deepEqual(
    arns.flatMap((list) => list as string[]),
    names.map(queueArn),
  );
  t.true(arns.every((list) => (list as string[]).length <= 100));
});

test('keeps tags of which the tagging API does not confirm the removal', async (t) => {
  const { resources } = await tagsOfQueues(['listed', 'missing'], (given) =>
    given === undefined ? tagsOf(['listed']) : denied('tag:GetResources'),
  );
  t.deepEqual(Object.fromEntries(resources.map(({ name, unreadable }) => [name, unreadable])), {
    listed: undefined,
    missing: [{ part: 'tags', scope: 'tags', reason: 'denied', action: 'tag:GetResources' }],
  });
});

test('reads the pages after a page with a resource whose detail call is denied', async (t) => {
  const { clients } = scripted(
    queues((request) => {
      const { QueueUrl, NextToken } = input(request);
      if (request.operation === 'GetQueueAttributes')
        return QueueUrl === queueUrl('shut') ? denied('x:Y') : { Attributes: {} };
      return NextToken === 'two'
        ? { QueueUrls: [queueUrl('late')] }
        : { QueueUrls: [queueUrl('shut')], NextToken: 'two' };
    }),
  );
  const { resources, cells } = await collect({ service: 'sqs', clients, ...scope });
  t.deepEqual(
    resources.map(({ name }) => name),
    ['shut', 'late'],
  );
  t.is(cells['AWS::SQS::Queue']?.outcome, 'complete');
});

test('stops making a detail call that is denied for several items', async (t) => {
  const urls = Array.from({ length: 200 }, (_, index) => queueUrl(`q${index}`));
  const { clients, calls } = scripted(
    queues((request) =>
      request.operation === 'ListQueues' ? { QueueUrls: urls } : denied('sqs:GetQueueAttributes'),
    ),
  );
  const { resources } = await collect({ service: 'sqs', clients, ...scope });
  t.is(resources.filter(({ unreadable }) => unreadable?.length === 1).length, 200);
  t.true(calls.filter(({ operation }) => operation === 'GetQueueAttributes').length < 20);
});

test('makes the calls of an item at the same time, except those that need the result of another', async (t) => {
  const called: string[] = [];
  const backups = gate();
  const { clients } = scripted(async ({ operation }) => {
    called.push(operation);
    switch (operation) {
      case 'ListTables':
        return { TableNames: ['orders'] };
      case 'DescribeTable':
        await backups.opened;
        called.push('described');
        return { Table: { TableName: 'orders', TableArn: 'arn:orders' } };
      case 'DescribeContinuousBackups':
        backups.open();
        return { ContinuousBackupsDescription: { ContinuousBackupsStatus: 'ENABLED' } };
      case 'DescribeTimeToLive':
        return denied('dynamodb:DescribeTimeToLive');
      case 'GetResourcePolicy':
        return { Policy: '{}' };
      case 'DescribeKinesisStreamingDestination':
        return { KinesisDataStreamDestinations: [] };
      default:
        return { ResourceTagMappingList: [] };
    }
  });
  const { resources } = await collect({
    service: 'dynamodb',
    resourceTypes: ['AWS::DynamoDB::Table'],
    clients,
    ...scope,
  });
  t.deepEqual(
    called.filter((name) => name !== 'GetResources'),
    [
      'ListTables',
      'DescribeTable',
      'DescribeContinuousBackups',
      'DescribeTimeToLive',
      'described',
      'GetResourcePolicy',
      'DescribeKinesisStreamingDestination',
    ],
  );
  const [table] = resources;
  t.deepEqual(table?.configuration['ContinuousBackups'], { ContinuousBackupsStatus: 'ENABLED' });
  t.deepEqual(
    table?.unreadable?.map(({ part }) => part),
    ['TimeToLive'],
  );
});

test('skips a resource that was deleted between list and description', async (t) => {
  const { clients } = scripted(
    queues((request) => {
      if (request.operation === 'ListTables') return { TableNames: ['existing', 'deleted'] };
      if (input(request)['TableName'] === 'deleted') return awsError('ResourceNotFoundException', 400);
      return { Table: { TableName: 'existing' } };
    }),
  );
  const resourceTypes = ['AWS::DynamoDB::Table'];
  const { resources, cells } = await collect({ service: 'dynamodb', resourceTypes, clients, ...scope });
  t.deepEqual(
    resources.map(({ name }) => name),
    ['existing'],
  );
  t.is(cells['AWS::DynamoDB::Table']?.outcome, 'complete');
});

test('keeps a listed resource whose further details or tags do not exist, without that part', async (t) => {
  const parts = async (
    options: Pick<Parameters<typeof collect>[0], 'service' | 'region'>,
    script: Script,
  ) => {
    const { resources } = await collect({ ...scope, ...options, clients: scripted(queues(script)).clients });
    return resources.map(({ unreadable }) => unreadable);
  };
  const queue: Script = ({ operation }) =>
    operation === 'ListQueues' ? { QueueUrls: [queueUrl('a')] } : awsError('QueueDoesNotExist', 400);
  t.deepEqual(await parts({ service: 'sqs', region: scope.region }, queue), [
    [{ part: 'Attributes', scope: 'key', reason: 'error' }],
  ]);
  const healthChecks: Script = ({ operation }) => {
    if (operation === 'ListHealthChecks')
      return { IsTruncated: false, HealthChecks: [{ Id: 'a' }, { Id: 'b' }] };
    if (operation === 'ListHostedZones') return { IsTruncated: false, HostedZones: [] };
    return awsError('NoSuchHealthCheck', 404);
  };
  const tags = [{ part: 'tags', scope: 'tags', reason: 'error' }] as const;
  t.deepEqual(await parts({ service: 'route53', region: 'global' }, healthChecks), [tags, tags]);
});

test('marks the details that a joined list lacks as unreadable', async (t) => {
  const { resources, cells } = await collectFrom(
    'iam',
    'AWS::IAM::Role',
    {
      GetAccountAuthorizationDetails: {
        RoleDetailList: ['a', 'b'].map((name) => ({ RoleName: name, RoleId: name, Arn: `arn:${name}` })),
      },
      ListRoles: { Roles: [{ RoleName: 'a', MaxSessionDuration: 3600 }] },
    },
    'global',
  );
  t.deepEqual(
    resources.map(({ name, unreadable }) => [name, unreadable?.map(({ part }) => part)]),
    [
      ['a', undefined],
      ['b', ['Description', 'MaxSessionDuration']],
    ],
  );
  t.is(cells['AWS::IAM::Role']?.outcome, 'complete');
});

test('the internet gateway of the default VPC is a default, that of another VPC is not', async (t) => {
  const gateway = (id: string, vpc: string) => ({ InternetGatewayId: id, Attachments: [{ VpcId: vpc }] });
  const { clients } = scripted((request) => {
    if (request.operation === 'DescribeInternetGateways') {
      return {
        InternetGateways: [
          gateway('igw-1', 'vpc-default'),
          gateway('igw-2', 'vpc-2'),
          { InternetGatewayId: 'igw-3' },
        ],
      };
    }
    const asked = JSON.stringify(request.input);
    return { Vpcs: asked.includes('vpc-default') ? [{ VpcId: 'vpc-default', IsDefault: true }] : [] };
  });
  const resourceTypes = ['AWS::EC2::InternetGateway'];
  const { resources } = await collect({ service: 'ec2', resourceTypes, clients, ...scope });
  t.deepEqual(Object.fromEntries(resources.map(({ nativeId, origin }) => [nativeId, origin])), {
    'igw-1': 'default',
    'igw-2': undefined,
    'igw-3': undefined,
  });
});
