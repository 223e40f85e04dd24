import test from 'ava';
import { API_QUOTAS, limitsOfQuota, quotaOf } from '../../../../domain/discovery/limits/api-quotas.ts';
import { bucketLimits } from '../../../../domain/discovery/limits/bucket-limits.ts';
import { SERVICES } from '../../../../domain/discovery/collectors/index.ts';
import { callsOf } from '../../../support/aws-models/check-collector.ts';
import { readSdkClient } from '../../../support/aws-models/read-sdk-client.ts';

const limitsOf = (client: string, operation: string) => {
  const quota = quotaOf({ client, operation });
  return quota && { bucket: quota.bucket, ...limitsOfQuota(quota) };
};

test('discovery uses half of a published quota', (t) => {
  t.deepEqual(limitsOf('lambda', 'ListAliases'), { bucket: 'lambda.control', rate: 7.5, burst: 8 });
  t.deepEqual(limitsOf('lambda', 'GetPolicy'), { bucket: 'lambda.policy', rate: 7.5, burst: 8 });
  t.deepEqual(limitsOf('api-gateway', 'GetResources'), {
    bucket: 'apigateway.resources',
    rate: 1.25,
    burst: 3,
  });
  t.deepEqual(limitsOf('cloudtrail', 'LookupEvents'), { bucket: 'cloudtrail.lookup', rate: 1, burst: 1 });
  t.deepEqual(limitsOf('ec2', 'DescribeVpcs'), { bucket: 'ec2', rate: 10, burst: 50 });
});

test('both API Gateway clients share one quota, which with GetResources is half of 10 per second', (t) => {
  const total = limitsOf('api-gateway', 'GetStages');
  t.deepEqual(total, limitsOf('apigatewayv2', 'GetStages'));
  t.is((total?.rate ?? 0) + (limitsOf('api-gateway', 'GetResources')?.rate ?? 0), 5);
});

/** Quotas that are easily missed: the call → published requests per second and at once. */
const published: readonly (readonly [client: string, operation: string, perSecond: number, burst: number])[] =
  [
    ['route-53', 'ListResourceRecordSets', 10, 50],
    ['route53resolver', 'ListResolverRules', 5, 5],
    ['ec2', 'DescribeSpotFleetRequests', 3, 50],
    ['wafv2', 'ListResourcesForWebACL', 1, 1],
    ['wafv2', 'GetWebACL', 5, 10],
    ['identitystore', 'ListGroupMemberships', 20, 20],
    ['sns', 'GetTopicAttributes', 30, 30],
    ['cognito-identity-provider', 'DescribeUserPoolClient', 5, 5],
    ['emr', 'ListClusters', 0.5, 20],
    ['emr', 'DescribeCluster', 1, 10],
    ['emr', 'ListStudios', 5, 25],
    ['emr-serverless', 'GetApplication', 10, 50],
    ['iot', 'ListTopicRules', 1, 1],
    ['mq', 'DescribeBroker', 15, 100],
    ['securityhub', 'DescribeHub', 10, 30],
    ['amp', 'ListWorkspaces', 10, 10],
    ['acm-pca', 'ListTags', 20, 20],
    ['cloudwatch-logs', 'ListTagsForResource', 5, 5],
    ['cloudwatch', 'ListMetricStreams', 10, 10],
  ];
for (const [client, operation, perSecond, burst] of published) {
  test(`${client} ${operation} uses half of ${perSecond} per second with a burst of ${burst}`, (t) => {
    t.like(limitsOf(client, operation), { rate: perSecond / 2, burst: Math.ceil(burst / 2) });
  });
}

test('both SES clients share one quota of one request per second', (t) => {
  t.deepEqual(limitsOf('ses', 'ListReceiptRuleSets'), { bucket: 'ses', rate: 0.5, burst: 6 });
  t.deepEqual(limitsOf('sesv2', 'GetEmailIdentity'), limitsOf('ses', 'DescribeReceiptRuleSet'));
});

test('returns no quota for an operation without a published quota', (t) => {
  t.is(quotaOf({ client: 'iam', operation: 'ListRoles' }), undefined);
  t.is(quotaOf({ client: 'kinesis', operation: 'DescribeStream' }), undefined);
  t.deepEqual(bucketLimits('iam'), { rate: 50, burst: 100 });
});

test('every quota names a source and operations that the client has, and only one quota names an operation', (t) => {
  const named: string[] = [];
  for (const { bucket, clients, operations, source } of API_QUOTAS) {
    t.true(source.length > 10, bucket);
    for (const client of clients)
      if (operations === 'all') named.push(`${client} *`);
      else
        for (const operation of operations) {
          named.push(`${client} ${operation}`);
          t.truthy(readSdkClient(client)?.operation(operation), `${client} ${operation}`);
        }
  }
  t.is(new Set(named).size, named.length);
  t.is(new Set(API_QUOTAS.map(({ bucket }) => bucket)).size, API_QUOTAS.length);
});

test('no quota allows more than the default rate, and every bucket holds at least one token', (t) => {
  const highest = bucketLimits('any service without limits').rate;
  for (const quota of API_QUOTAS) {
    const { rate, burst } = limitsOfQuota(quota);
    t.true(rate > 0 && rate <= highest, quota.bucket);
    t.true(burst >= 1, quota.bucket);
  }
});

test('only services that are scanned in region global have a quota for all regions', (t) => {
  for (const { clients } of API_QUOTAS.filter(({ scope }) => scope === 'account')) {
    const services = SERVICES.filter(({ client }) => clients.includes(client));
    t.deepEqual([...new Set(services.map(({ scope }) => scope))], ['global']);
  }
});

test('discovery calls an operation of every quota', (t) => {
  const used = new Set([
    ...collectorCalls().map(({ client, operation }) => quotaOf({ client, operation })?.bucket),
    ...otherCalls.map((call) => quotaOf(call)?.bucket),
  ]);
  t.deepEqual(
    API_QUOTAS.filter(({ bucket }) => !used.has(bucket)).map(({ bucket }) => bucket),
    [],
  );
});

/** Calls of feeds, tags and hints. */
const otherCalls = [
  { client: 'cloudtrail', operation: 'LookupEvents' },
  { client: 'resource-groups-tagging-api', operation: 'GetResources' },
];

/** Source: Amazon EC2 Developer Guide, Request throttling: unfiltered and unpaginated non-mutating actions. */
const smallerUnlessPaginated = [
  'DescribeInstances',
  'DescribeInstanceStatus',
  'DescribeNetworkInterfaces',
  'DescribeSecurityGroups',
  'DescribeSnapshots',
  'DescribeSpotInstanceRequests',
  'DescribeVolumes',
];

test('lists of EC2 are paginated or filtered where AWS has a smaller quota for others', (t) => {
  const calls = collectorCalls().filter(
    ({ client, operation }) => client === 'ec2' && smallerUnlessPaginated.includes(operation),
  );
  t.true(calls.length > 5);
  for (const { operation, input } of calls)
    t.true('MaxResults' in (input ?? {}) || 'Filters' in (input ?? {}), operation);
});

function collectorCalls() {
  return SERVICES.flatMap(({ client, types }) =>
    types.flatMap((type) => callsOf(type).map((call) => ({ ...call, client: call.client ?? client }))),
  );
}
