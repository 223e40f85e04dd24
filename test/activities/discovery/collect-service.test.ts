import test from 'ava';
import { runDocument } from './support/run-document.ts';
import type { AwsCaller, AwsRequest } from '../../../clients/aws/aws-clients.ts';
import { collectService } from '../../../activities/discovery/collect-service.ts';
import { allActions, RESOURCE_TYPES } from '../../../domain/discovery/resource-types.ts';
import { collect, noLimit } from './support/collect.ts';
import { emulatedAccount } from '../../support/discovery/emulated-account.ts';

type ScriptedResponse = object | Error;
type Script = (request: AwsRequest, count: number) => ScriptedResponse | Promise<ScriptedResponse>;

/** An AWS client that calls `script` for each response, and records the requests. */
function scripted(script: Script): { clients: AwsCaller; calls: AwsRequest[] } {
  const calls: AwsRequest[] = [];
  const counts = new Map<string, number>();
  return {
    calls,
    clients: {
      async call(request) {
        calls.push(request);
        const count = (counts.get(request.operation) ?? 0) + 1;
        counts.set(request.operation, count);
        const response = await script(request, count);
        if (response instanceof Error) throw response;
        return response;
      },
    },
  };
}
function awsError(name: string, status: number, message = name): Error {
  return Object.assign(new Error(message), { name, $metadata: { httpStatusCode: status } });
}
const denied = (action: string): Error =>
  awsError('AccessDeniedException', 403, `User: x is not authorized to perform: ${action} on resource: *`);
const scope = { awsAccountNumber: '123456789012', region: 'eu-west-1' } as const;
const input = (request: AwsRequest): Record<string, unknown> => ({ ...request.input });

const queueUrl = (name: string): string => `https://sqs.eu-west-1.amazonaws.com/123456789012/${name}`;
function queues(script: Script): Script {
  return (request, count) =>
    request.operation === 'GetResources' ? { ResourceTagMappingList: [] } : script(request, count);
}

test('reads every page, and reads tags in one pass over the tagging API', async (t) => {
  const { clients, calls } = scripted((request) => {
    if (request.operation === 'GetResources') {
      return {
        PaginationToken: '',
        ResourceTagMappingList: [
          { ResourceARN: 'arn:aws:sqs:eu-west-1:123456789012:b', Tags: [{ Key: 'team', Value: 'shop' }] },
        ],
      };
    }
    if (request.operation === 'GetQueueAttributes') return { Attributes: { DelaySeconds: '0' } };
    return input(request)['NextToken'] === 'two'
      ? { QueueUrls: [queueUrl('b')] }
      : { QueueUrls: [queueUrl('a')], NextToken: 'two' };
  });
  const { resources, cells } = await collect({ service: 'sqs', clients, ...scope });
  t.deepEqual(
    resources
      .map(({ name, tags }) => ({ name, tags }))
      .toSorted((x, y) => ((x.name ?? '') < (y.name ?? '') ? -1 : 1)),
    [
      { name: 'a', tags: {} },
      { name: 'b', tags: { team: 'shop' } },
    ],
  );
  t.is(cells['AWS::SQS::Queue']?.outcome, 'complete');
  t.is(calls.filter(({ operation }) => operation === 'GetResources').length, 1);
});

test('does not read tags when a list is empty', async (t) => {
  const { clients, calls } = scripted(() => ({}));
  const { resources, cells } = await collect({ service: 'sqs', clients, ...scope });
  t.is(resources.length, 0);
  t.is(cells['AWS::SQS::Queue']?.outcome, 'complete');
  t.deepEqual(
    calls.map(({ operation }) => operation),
    ['ListQueues'],
  );
});

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

test('reads the children of other parents when the children of one parent are denied', async (t) => {
  const { clients } = scripted((request) => {
    if (request.operation === 'ListClusters') return { clusterArns: ['a', 'b', 'c'] };
    const { cluster, services } = input(request) as { cluster: string; services: string[] };
    if (request.operation === 'ListServices')
      return cluster === 'a' ? denied('ecs:ListServices') : { serviceArns: [`${cluster}/web`] };
    return { services: services.map((serviceArn) => ({ serviceArn, serviceName: 'web' })) };
  });
  const { resources, cells } = await collect({
    service: 'ecs',
    resourceTypes: ['AWS::ECS::Service'],
    clients,
    ...scope,
  });
  t.deepEqual(resources.map(({ nativeId }) => nativeId).toSorted(), ['b/web', 'c/web']);
  t.is(cells['AWS::ECS::Service']?.outcome, 'denied');
});

test('stops calling a child list that is denied for several parents', async (t) => {
  const { clients, calls } = scripted((request) =>
    request.operation === 'ListClusters'
      ? { clusterArns: Array.from({ length: 100 }, (_, index) => `c${index}`) }
      : denied('ecs:ListServices'),
  );
  await collect({ service: 'ecs', resourceTypes: ['AWS::ECS::Service'], clients, ...scope });
  t.true(calls.length < 20);
});

test('reads organizational units at every depth', async (t) => {
  const tree: Record<string, string[]> = { root: ['ou-a'], 'ou-a': ['ou-b'], 'ou-b': [] };
  const { clients } = scripted((request) => {
    if (request.operation === 'DescribeOrganization')
      return { Organization: { MasterAccountId: scope.awsAccountNumber } };
    if (request.operation === 'ListRoots') return { Roots: [{ Id: 'root' }] };
    if (request.operation === 'ListTagsForResource') return { Tags: [] };
    return {
      OrganizationalUnits: (tree[String(input(request)['ParentId'])] ?? []).map((Id) => ({
        Id,
        Arn: `arn:${Id}`,
        Name: Id,
      })),
    };
  });
  const type = 'AWS::Organizations::OrganizationalUnit';
  const { resources, cells } = await collect({
    service: 'organizations',
    resourceTypes: [type],
    clients,
    ...scope,
    region: 'global',
  });
  t.deepEqual(
    Object.fromEntries(resources.map(({ nativeId, configuration }) => [nativeId, configuration['ParentId']])),
    { 'ou-a': 'root', 'ou-b': 'ou-a' },
  );
  t.is(cells[type]?.outcome, 'complete');
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

test('skips a resource that was deleted between list and detail call', async (t) => {
  const { clients } = scripted(
    queues((request) => {
      if (request.operation === 'ListQueues')
        return { QueueUrls: [queueUrl('existing'), queueUrl('deleted')] };
      return input(request)['QueueUrl'] === queueUrl('deleted')
        ? awsError('QueueDoesNotExist', 400)
        : { Attributes: {} };
    }),
  );
  const { resources, cells } = await collect({ service: 'sqs', clients, ...scope });
  t.deepEqual(
    resources.map(({ name }) => name),
    ['existing'],
  );
  t.is(cells['AWS::SQS::Queue']?.outcome, 'complete');
});

test('reads the other types of a service when one type fails', async (t) => {
  const { clients } = scripted((request) => {
    if (request.operation === 'ListAliases') return denied('kms:ListAliases');
    return request.operation === 'ListKeys' ? { Keys: [] } : {};
  });
  const { cells } = await collect({ service: 'kms', clients, ...scope });
  t.is(cells['AWS::KMS::Key']?.outcome, 'complete');
  t.is(cells['AWS::KMS::Alias']?.outcome, 'denied');
});

test('marks a child type as complete only when every page of its parents was listed', async (t) => {
  const { clients } = scripted((request) => {
    if (request.operation === 'ListClusters')
      return input(request)['nextToken'] === undefined
        ? { clusterArns: ['arn:aws:ecs:eu-west-1:1:cluster/a'], nextToken: 'two' }
        : denied('ecs:ListClusters');
    if (request.operation === 'ListServices') return { serviceArns: [] };
    return {};
  });
  const { cells } = await collect({ service: 'ecs', clients, ...scope });
  t.is(cells['AWS::ECS::Cluster']?.outcome, 'denied');
  t.is(cells['AWS::ECS::Service']?.outcome, 'denied');
  t.is(cells['AWS::ECS::TaskDefinition']?.outcome, 'complete');
});

test('marks a child type as complete although the details of its parents are denied', async (t) => {
  const { clients } = scripted((request) => {
    if (request.operation === 'ListClusters') return { clusterArns: ['arn:aws:ecs:eu-west-1:1:cluster/a'] };
    if (request.operation === 'ListServices') return { serviceArns: [] };
    return request.operation === 'DescribeClusters' ? denied('ecs:DescribeClusters') : {};
  });
  const { cells } = await collect({ service: 'ecs', clients, ...scope });
  t.is(cells['AWS::ECS::Cluster']?.outcome, 'complete');
  t.is(cells['AWS::ECS::Service']?.outcome, 'complete');
});

test('lists the parents of a requested child type without yielding them', async (t) => {
  const { clients, calls } = scripted((request) => {
    if (request.operation === 'ListClusters')
      return { clusterArns: ['arn:aws:ecs:eu-west-1:1:cluster/a', 'arn:aws:ecs:eu-west-1:1:cluster/b'] };
    const { cluster, services } = input(request) as { cluster: string; services: string[] };
    if (request.operation === 'ListServices') return { serviceArns: [`${cluster}/web`] };
    return {
      services: services.map((serviceArn) => ({ serviceArn, serviceName: 'web', clusterArn: cluster })),
    };
  });
  const { resources, cells } = await collect({
    service: 'ecs',
    resourceTypes: ['AWS::ECS::Service'],
    clients,
    ...scope,
  });
  t.deepEqual(resources.map(({ nativeId }) => nativeId).toSorted(), [
    'arn:aws:ecs:eu-west-1:1:cluster/a/web',
    'arn:aws:ecs:eu-west-1:1:cluster/b/web',
  ]);
  t.deepEqual(Object.keys(cells), ['AWS::ECS::Service']);
  t.false(calls.some(({ operation }) => operation === 'DescribeClusters'));
});

test('yields the children of other parents when the list of one parent fails, and marks the cell as failed', async (t) => {
  const { clients } = scripted((request) => {
    if (request.operation === 'ListHostedZones')
      return {
        IsTruncated: false,
        HostedZones: [
          { Id: '/hostedzone/A', Name: 'a.' },
          { Id: '/hostedzone/B', Name: 'b.' },
        ],
      };
    if (input(request)['HostedZoneId'] === 'A') return awsError('InternalFailureX', 400);
    return { IsTruncated: false, ResourceRecordSets: [{ Name: 'www.b.', Type: 'A' }] };
  });
  const { resources, cells } = await collect({
    service: 'route53',
    resourceTypes: ['AWS::Route53::RecordSet'],
    clients,
    ...scope,
    region: 'global',
  });
  t.deepEqual(
    resources.map(({ nativeId }) => nativeId),
    ['B_www.b_A'],
  );
  t.is(cells['AWS::Route53::RecordSet']?.outcome, 'error');
});

test('treats a parent deleted during the scan as a parent without children', async (t) => {
  const { clients } = scripted((request) => {
    if (request.operation === 'ListHostedZones')
      return { IsTruncated: false, HostedZones: [{ Id: '/hostedzone/A', Name: 'a.' }] };
    return awsError('NoSuchHostedZone', 404);
  });
  const { cells } = await collect({
    service: 'route53',
    resourceTypes: ['AWS::Route53::RecordSet'],
    clients,
    ...scope,
    region: 'global',
  });
  t.is(cells['AWS::Route53::RecordSet']?.outcome, 'complete');
});

test('does not treat a parent as deleted when a later page of its children fails', async (t) => {
  const { clients } = scripted((request, count) => {
    if (request.operation === 'ListHostedZones')
      return { IsTruncated: false, HostedZones: [{ Id: '/hostedzone/A', Name: 'a.' }] };
    if (count > 1) return awsError('NoSuchHostedZone', 404);
    const ResourceRecordSets = [{ Name: 'a.', Type: 'NS' }];
    return { IsTruncated: true, NextRecordName: 'b.a.', NextRecordType: 'A', ResourceRecordSets };
  });
  const { cells } = await collect({
    service: 'route53',
    resourceTypes: ['AWS::Route53::RecordSet'],
    clients,
    ...scope,
    region: 'global',
  });
  t.is(cells['AWS::Route53::RecordSet']?.outcome, 'error');
});

test('pages record sets by name, type and identifier', async (t) => {
  const { clients, calls } = scripted((request) => {
    if (request.operation === 'ListHostedZones')
      return { IsTruncated: false, HostedZones: [{ Id: '/hostedzone/A', Name: 'a.' }] };
    return input(request)['StartRecordName']
      ? { IsTruncated: false, ResourceRecordSets: [{ Name: 'b.a.', Type: 'A' }] }
      : {
          IsTruncated: true,
          NextRecordName: 'b.a.',
          NextRecordType: 'A',
          ResourceRecordSets: [{ Name: 'a.', Type: 'NS' }],
        };
  });
  const { resources } = await collect({
    service: 'route53',
    resourceTypes: ['AWS::Route53::RecordSet'],
    clients,
    ...scope,
    region: 'global',
  });
  t.is(resources.length, 2);
  t.like(calls.at(-1), {
    region: 'us-east-1',
    input: { StartRecordName: 'b.a.', StartRecordType: 'A', HostedZoneId: 'A' },
  });
  t.is(resources.find(({ name }) => name === 'a')?.origin, 'default');
});

test('calls a list once for all types that are read from it', async (t) => {
  const { clients, calls } = scripted(() => ({ IsTruncated: false }));
  const { cells } = await collect({ service: 'iam', clients, ...scope, region: 'global' });
  t.is(calls.filter(({ operation }) => operation === 'GetAccountAuthorizationDetails').length, 1);
  t.is(cells['AWS::IAM::Role']?.outcome, 'complete');
  t.is(cells['AWS::IAM::GroupPolicy']?.outcome, 'complete');
});

test('reports a throttled call to the limiter and retries it', async (t) => {
  const reportedMs: (number | undefined)[] = [];
  let acquired = 0;
  const { clients } = scripted((_, count) => {
    if (count > 3) return { Keys: [] };
    return Object.assign(awsError('ThrottlingException', 400), {
      $response: { headers: { 'retry-after': '0' } },
    });
  });
  const limiter = {
    acquire: () => Promise.resolve(void (acquired += 1)),
    throttled: (ms?: number) => Promise.resolve(void reportedMs.push(ms)),
  };
  const { cells } = await collect({
    service: 'kms',
    resourceTypes: ['AWS::KMS::Key'],
    clients,
    limiter,
    ...scope,
  });
  t.is(cells['AWS::KMS::Key']?.outcome, 'complete');
  t.deepEqual(reportedMs, [0, 0, 0]);
  t.is(acquired, 4);
});

test('marks a cell as throttled when its call stays throttled', async (t) => {
  const { clients } = scripted(() => awsError('RequestLimitExceeded', 503));
  const { cells } = await collect({ service: 'sqs', clients, ...scope, throttleTimeoutMs: 50 });
  t.is(cells['AWS::SQS::Queue']?.outcome, 'throttled');
});

test('retries a page that fails twice', async (t) => {
  const { clients } = scripted((request, count) => {
    if (request.operation === 'ListKeys') return { Keys: [], NextMarker: undefined };
    return count < 3 ? awsError('InternalFailure', 500) : { Aliases: [] };
  });
  const { cells } = await collect({ service: 'kms', clients, ...scope });
  t.is(cells['AWS::KMS::Alias']?.outcome, 'complete');
});

test('marks a cell as failed when a list returns the same page token twice', async (t) => {
  const { clients } = scripted(() => ({ Aliases: [], NextMarker: 'again', Truncated: true }));
  const { cells } = await collect({ service: 'kms', resourceTypes: ['AWS::KMS::Alias'], clients, ...scope });
  t.is(cells['AWS::KMS::Alias']?.outcome, 'error');
  t.is(cells['AWS::KMS::Alias']?.errorCode, 'PagingError');
});

test('marks a cell as failed when a truncated list has no page token', async (t) => {
  const { clients } = scripted(() => ({ Aliases: [], Truncated: true }));
  const { cells } = await collect({ service: 'kms', resourceTypes: ['AWS::KMS::Alias'], clients, ...scope });
  t.is(cells['AWS::KMS::Alias']?.outcome, 'error');
});

test('marks a service that is not available in a region as unsupported', async (t) => {
  const { clients } = scripted(() =>
    Object.assign(new Error('getaddrinfo ENOTFOUND x'), { code: 'ENOTFOUND' }),
  );
  const { cells } = await collect({ service: 'sqs', clients, ...scope });
  t.is(cells['AWS::SQS::Queue']?.outcome, 'unsupported');
});

test('reads the AWS organization in its management account only', async (t) => {
  const { clients, calls } = scripted(() => ({ Organization: { MasterAccountId: '999999999999' } }));
  const { cells } = await collect({ service: 'organizations', clients, ...scope, region: 'global' });
  t.is(cells['AWS::Organizations::Account']?.outcome, 'unsupported');
  t.is(calls.length, 1);
});

test('throws and makes no further call when aborted', async (t) => {
  const abort = new AbortController();
  const { clients, calls } = scripted((_, count) => {
    if (count === 2) abort.abort(new Error('stopped'));
    return { Aliases: [{ AliasName: `alias/${count}`, AliasArn: 'arn:x' }], NextMarker: String(count) };
  });
  await t.throwsAsync(
    async () => {
      const events = collectService({
        service: 'kms',
        resourceTypes: ['AWS::KMS::Alias'],
        clients,
        ...scope,
        partition: 'aws',
        limiter: noLimit,
        hmacKey: 'k',
        runDocument,
        signal: abort.signal,
      });
      for await (const event of events) t.is(event.kind, 'page');
    },
    { message: 'stopped' },
  );
  t.is(calls.length, 2);
});

test('makes at most eight calls at the same time', async (t) => {
  let now = 0;
  let most = 0;
  const { clients } = scripted(
    queues(async (request) => {
      if (request.operation === 'ListQueues')
        return { QueueUrls: Array.from({ length: 60 }, (_, index) => queueUrl(`q${index}`)) };
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return { Attributes: {} };
    }),
  );
  await collect({ service: 'sqs', clients, ...scope });
  t.is(most, 8);
});

test('yields a resource that is listed on two pages twice, but only once per page', async (t) => {
  const { clients } = scripted(
    queues((request) =>
      request.operation === 'ListQueues' ? { QueueUrls: [queueUrl('a'), queueUrl('a')] } : { Attributes: {} },
    ),
  );
  const { resources } = await collect({ service: 'sqs', clients, ...scope });
  t.is(resources.length, 1);
});

test('yields no secret, and changes the hash when a secret changes', async (t) => {
  const run = async (secret: string): Promise<Awaited<ReturnType<typeof collect>>> =>
    collect({
      service: 'lambda',
      resourceTypes: ['AWS::Lambda::Function'],
      ...scope,
      clients: scripted((request) => {
        if (request.operation === 'ListFunctions')
          return {
            Functions: [
              { FunctionName: 'f', FunctionArn: 'arn:f', Environment: { Variables: { ANY: secret } } },
            ],
          };
        return request.operation === 'GetPolicy'
          ? awsError('ResourceNotFoundException', 404)
          : { ResourceTagMappingList: [] };
      }).clients,
    });
  const [one, two] = [await run('first canary'), await run('second canary')];
  t.false(JSON.stringify([one, two]).includes('canary'));
  t.not(one.resources[0]?.configHash, two.resources[0]?.configHash);
});

test('yields a bucket only in its own region', async (t) => {
  const account = await emulatedAccount();
  const { awsAccountNumber, product } = account;
  for (const region of ['eu-west-1', 'us-east-1', 'us-west-2']) {
    const where = region === 'us-east-1' ? {} : { CreateBucketConfiguration: { LocationConstraint: region } };
    await account.call('s3', 'CreateBucket', { Bucket: `${region}-${awsAccountNumber}`, ...where }, region);
  }
  for (const region of ['eu-west-1', 'us-east-1', 'us-west-2', 'eu-central-1']) {
    const { resources } = await collect({ service: 's3', region, awsAccountNumber, clients: product });
    const expected = region === 'eu-central-1' ? [] : [`${region}-${awsAccountNumber}`];
    t.deepEqual(
      resources.map(({ nativeId }) => nativeId),
      expected,
    );
  }
});

test('declares each type once, an action for every call, and a broad catalogue', (t) => {
  t.is(new Set(RESOURCE_TYPES.map(({ resourceType }) => resourceType)).size, RESOURCE_TYPES.length);
  t.true(RESOURCE_TYPES.length >= 150);
  t.true(new Set(RESOURCE_TYPES.map(({ service }) => service)).size >= 55);
  for (const { resourceType, actions } of RESOURCE_TYPES) t.true(actions.length > 0, resourceType);
  t.true(
    allActions().every((action) => /^[a-z0-9-]+:[A-Z]\w+$/.test(action)),
    allActions()
      .filter((action) => !/^[a-z0-9-]+:[A-Z]\w+$/.test(action))
      .join(),
  );
});
