import test from 'ava';
import { runDocument } from '../support/run-document.ts';
import { collectService } from '../../../../activities/discovery/collect/collect-service.ts';
import { allActions, RESOURCE_TYPES } from '../../../../domain/discovery/declaration/resource-types.ts';
import { collect, noLimit } from '../support/collect.ts';
import { scripted, awsError, denied, scope, input, queueUrl, queues } from '../support/scripted-aws.ts';
import { eventually } from '../../../support/eventually.ts';
import { emulatedAccount } from '../../../support/discovery/emulated-account.ts';

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

test('reads tags while it reads details', async (t) => {
  const calls: string[] = [];
  const { clients } = scripted(async ({ operation }) => {
    if (operation === 'ListQueues') return { QueueUrls: [queueUrl('a')] };
    calls.push(operation);
    await eventually('both calls', () => Promise.resolve(calls.length === 2), 20);
    return operation === 'GetResources' ? { ResourceTagMappingList: [] } : { Attributes: {} };
  });
  const { resources } = await collect({ service: 'sqs', clients, ...scope });
  t.is(resources.length, 1);
  t.is(resources[0]?.unreadable, undefined, 'one of the calls waited for the end of the other');
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

test('reads the other types of a service when one type fails', async (t) => {
  const { clients } = scripted((request) => {
    if (request.operation === 'ListAliases') return denied('kms:ListAliases');
    return request.operation === 'ListKeys' ? { Keys: [] } : {};
  });
  const { cells } = await collect({ service: 'kms', clients, ...scope });
  t.is(cells['AWS::KMS::Key']?.outcome, 'complete');
  t.is(cells['AWS::KMS::Alias']?.outcome, 'denied');
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

test('reads as many pages of a detail as its declaration says', async (t) => {
  const grants = async (length: number) => {
    const { clients, calls } = scripted((request) => {
      if (request.operation === 'ListKeys') return { Keys: [{ KeyId: 'a' }] };
      if (request.operation === 'DescribeKey')
        return { KeyMetadata: { KeyId: 'a', KeyManager: 'CUSTOMER', KeySpec: 'RSA_2048' } };
      if (request.operation !== 'ListGrants') return {};
      const page = Number(input(request)['Marker'] ?? 1);
      return {
        Grants: [{ GrantId: String(page) }],
        ...(page < length ? { Truncated: true, NextMarker: String(page + 1) } : { Truncated: false }),
      };
    });
    const { resources } = await collect({
      service: 'kms',
      resourceTypes: ['AWS::KMS::Key'],
      clients,
      ...scope,
    });
    const read = calls.filter(({ operation }) => operation === 'ListGrants').length;
    return { grants: resources[0]?.volatile['Grants'], read };
  };
  const named = (...ids: readonly string[]) => ids.map((GrantId) => ({ GrantId }));
  t.deepEqual(await grants(2), { grants: named('1', '2'), read: 2 });
  t.deepEqual(await grants(7), { grants: named('1', '2', '3', '4', '5'), read: 5 }, 'no further page');
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
    throttled: (_: unknown, ms?: number) => Promise.resolve(void reportedMs.push(ms)),
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

/** Fails to resolve the host name of every call. */
const unresolved = (hostname: string) =>
  scripted(() =>
    Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND', hostname }),
  );

test('marks a service that has no endpoint in a region as unsupported', async (t) => {
  const { clients, calls } = unresolved('dax.ca-central-1.amazonaws.com');
  const { cells } = await collect({ service: 'dax', clients, ...scope, region: 'ca-central-1' });
  t.is(cells['AWS::DAX::Cluster']?.outcome, 'unsupported');
  t.is(new Set(calls.map(({ operation }) => operation)).size, calls.length, 'no call is repeated');
});

test('retries a call whose host name does not resolve, and then fails the cell', async (t) => {
  const { clients, calls } = unresolved('sqs.eu-west-1.amazonaws.com');
  const { cells } = await collect({ service: 'sqs', clients, ...scope });
  t.like(cells['AWS::SQS::Queue'], { outcome: 'error', errorCode: 'ENOTFOUND' });
  t.is(calls.length, 4);
});

test('marks a cell that a service control policy denies as blocked', async (t) => {
  const message =
    'User: x is not authorized to perform: sqs:ListQueues with an explicit deny in a service control policy';
  const { clients, calls } = scripted(() =>
    Object.assign(new Error(message), { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } }),
  );
  const { cells } = await collect({ service: 'sqs', clients, ...scope });
  t.like(cells['AWS::SQS::Queue'], { outcome: 'blocked_by_scp', errorCode: 'AccessDenied', error: message });
  t.is(calls.length, 1);
});

test('reads the AWS organization in its management account only', async (t) => {
  const { clients, calls } = scripted(() => ({ Organization: { MasterAccountId: '999999999999' } }));
  const { cells } = await collect({ service: 'organizations', clients, ...scope, region: 'global' });
  t.like(cells['AWS::Organizations::Account'], {
    outcome: 'unsupported',
    error: 'Only the management account of an organization is read.',
  });
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

test('declares each type once, with an IAM action for every call', (t) => {
  t.is(new Set(RESOURCE_TYPES.map(({ resourceType }) => resourceType)).size, RESOURCE_TYPES.length);
  for (const { resourceType, actions } of RESOURCE_TYPES) t.true(actions.length > 0, resourceType);
  t.true(
    allActions().every((action) => /^[a-z0-9-]+:[A-Z]\w+$/.test(action)),
    allActions()
      .filter((action) => !/^[a-z0-9-]+:[A-Z]\w+$/.test(action))
      .join(),
  );
});
