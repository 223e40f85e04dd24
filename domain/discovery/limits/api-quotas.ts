import type { BucketLimits } from './token-bucket.ts';

/** An operation of an SDK client. */
export interface ApiCall {
  /** SDK client package without `@aws-sdk/client-`. */
  readonly client: string;
  readonly operation: string;
}

/** A request quota that AWS publishes. The operations of one quota share one token bucket. */
export interface ApiQuota {
  /** Name of the token bucket: `<IAM prefix>.<quota>`. */
  readonly bucket: string;
  readonly clients: readonly string[];
  /** `all`: the operations of the clients that no other quota names. */
  readonly operations: readonly string[] | 'all';
  /** Published requests per second. */
  readonly perSecond: number;
  /** Published burst, in requests; by default the requests of one second. */
  readonly burst?: number;
  /** `region`: one quota for each account and region. `account`: one quota for all regions of an account. */
  readonly scope: 'region' | 'account';
  readonly source: string;
}

const quota = (
  bucket: string,
  client: string | readonly string[],
  operations: ApiQuota['operations'],
  perSecond: number,
  source: string,
  rest: Partial<Pick<ApiQuota, 'burst' | 'scope'>> = {},
): ApiQuota => ({
  bucket,
  clients: typeof client === 'string' ? [client] : client,
  operations,
  perSecond,
  source,
  scope: 'region',
  ...rest,
});

const lambdaQuotas = 'Lambda Developer Guide, Lambda quotas: API requests';
const serviceQuotas = (service: string): string =>
  `Service Quotas, ${service}: request rates, defaults of August 2022`;
const wafQuotas = 'WAF Developer Guide, Quotas: fixed quotas on calls per account per Region';
const gatewayQuotas = 'API Gateway Developer Guide, Quotas for creating, deploying and managing an API';
const elbQuotas =
  'Elastic Load Balancing User Guide, Request throttling: non-mutating actions, for each API version';
const kinesisQuotas = 'Kinesis Data Streams API Reference, page of the operation';
const cognitoQuotas = 'Cognito Developer Guide, Quotas: API request rate quotas by category';
const poolQuotas = `${cognitoQuotas}; 5 for each user pool, 15 or 20 for the account`;
const acmQuotas = 'ACM User Guide, Quotas: API rate quotas';
const identityCenterQuotas = 'IAM Identity Center User Guide, Quotas: throttle limits';
const explorerQuotas = 'Resource Explorer User Guide, Quotas; not adjustable';
const cloudwatchQuotas = 'CloudWatch User Guide, Service quotas';
const logsQuotas = 'CloudWatch Logs User Guide, Quotas: transactions per second';
const statesQuotas = 'Step Functions Developer Guide, Quotas related to API action throttling';
const snsQuotas = serviceQuotas('SNS');
const emrQuotas = `${serviceQuotas('EMR')}; the rate is the replenishment rate, the burst the requests per second`;

/**
 * Published quotas below the default rate, for the operations of collectors, feeds and hints. Other published quotas (KMS,
 * Secrets Manager `ListSecrets`) are higher than the default rate. No published quota was found for IAM, CloudFormation, SSM,
 * RDS and Organizations; their buckets have the rates of `bucket-limits.ts`. "Not confirmed" in a source means that the page
 * was not found or does not name the operation. In that case the lower rate is used.
 */
export const API_QUOTAS: readonly ApiQuota[] = [
  quota('lambda.policy', 'lambda', ['GetPolicy'], 15, lambdaQuotas),
  quota(
    'lambda.control',
    'lambda',
    'all',
    15,
    `${lambdaQuotas}: all control plane operations but GetFunction and GetPolicy together`,
  ),

  quota('apigateway.resources', 'api-gateway', ['GetResources'], 2.5, `${gatewayQuotas}: 5 every 2 seconds`, {
    burst: 5,
  }),
  // The total quota is 10 per second with a burst of 40. It includes GetResources, which has its own bucket.
  quota(
    'apigateway.total',
    ['api-gateway', 'apigatewayv2'],
    'all',
    7.5,
    `${gatewayQuotas}: total operations`,
    { burst: 35 },
  ),

  quota('cloudtrail.lookup', 'cloudtrail', ['LookupEvents'], 2, 'CloudTrail API Reference, LookupEvents'),
  quota(
    'cloudtrail.read',
    'cloudtrail',
    'all',
    10,
    'CloudTrail User Guide, Quotas: Get, Describe and List APIs',
  ),

  // EC2 has this quota for each operation. One bucket for all operations needs one lease instead of forty.
  quota('ec2', 'ec2', 'all', 20, 'EC2 Developer Guide, Request throttling: non-mutating actions', {
    burst: 100,
  }),
  quota(
    'ec2.spot-fleets',
    'ec2',
    ['DescribeSpotFleetRequests'],
    3,
    'EC2 Developer Guide, Request throttling: uncategorized actions',
    { burst: 50 },
  ),
  quota('elasticloadbalancing.v2', 'elastic-load-balancing-v2', 'all', 10, elbQuotas, { burst: 40 }),
  quota('elasticloadbalancing.v1', 'elastic-load-balancing', 'all', 10, elbQuotas, { burst: 40 }),
  // The quota of cluster reads, which is the smallest of the read quotas.
  quota('ecs', 'ecs', 'all', 20, 'ECS API Reference, Request throttling: cluster read actions', {
    burst: 50,
  }),

  quota(
    'route53',
    'route-53',
    'all',
    10,
    'Route 53 Developer Guide, Throttling for Amazon Route 53 API requests: all actions together',
    { burst: 50, scope: 'account' },
  ),
  quota(
    'route53resolver',
    'route53resolver',
    'all',
    5,
    'Route 53 Developer Guide, Quotas: frequency of VPC Resolver API requests, per account per Region',
  ),
  // WAF has this quota for each operation. The burst is for one request of each of five operations.
  quota('wafv2', 'wafv2', 'all', 5, wafQuotas, { burst: 10 }),
  quota('wafv2.associations', 'wafv2', ['ListResourcesForWebACL'], 1, wafQuotas),

  quota('kinesis.streams', 'kinesis', ['ListStreams'], 5, kinesisQuotas),
  quota('kinesis.tags', 'kinesis', ['ListTagsForStream'], 5, kinesisQuotas),
  quota('kinesis.summary', 'kinesis', ['DescribeStreamSummary'], 20, kinesisQuotas),
  // The quota of this operation is for each stream.
  quota('kinesis.consumers', 'kinesis', ['ListStreamConsumers'], 5, kinesisQuotas),
  quota('firehose', 'firehose', 'all', 5, serviceQuotas('Firehose')),

  quota(
    'dynamodb.backups',
    'dynamodb',
    ['DescribeContinuousBackups'],
    10,
    'DynamoDB API Reference, DescribeContinuousBackups',
  ),
  quota('dax.tags', 'dax', ['ListTags'], 10, 'DAX API Reference, ListTags'),

  quota(
    'cognito-idp.pools',
    'cognito-identity-provider',
    ['ListUserPools', 'DescribeUserPool'],
    15,
    cognitoQuotas,
  ),
  quota(
    'cognito-idp.clients',
    'cognito-identity-provider',
    ['ListUserPoolClients', 'DescribeUserPoolClient'],
    5,
    poolQuotas,
  ),
  quota(
    'cognito-idp.resources',
    'cognito-identity-provider',
    ['ListGroups', 'ListIdentityProviders', 'DescribeIdentityProvider', 'ListResourceServers'],
    5,
    poolQuotas,
  ),

  quota('acm.list', 'acm', ['ListCertificates'], 8, acmQuotas),
  quota('acm.describe', 'acm', ['DescribeCertificate'], 10, acmQuotas),
  // AWS Private CA has this quota for each operation, as have IoT, SES and EMR Serverless below.
  quota('acm-pca', 'acm-pca', 'all', 20, serviceQuotas('Private CA')),

  quota('resource-explorer-2', 'resource-explorer-2', 'all', 3, explorerQuotas),
  quota(
    'tag',
    'resource-groups-tagging-api',
    ['GetResources'],
    15,
    'not confirmed: AWS General Reference, Resource Groups and Tagging quotas',
  ),

  quota(
    'events',
    'eventbridge',
    'all',
    50,
    `${serviceQuotas('EventBridge')}; all operations except PutEvents and those of endpoints`,
  ),
  quota(
    'secretsmanager.policy',
    'secrets-manager',
    ['GetResourcePolicy'],
    50,
    'Secrets Manager User Guide, Quotas: operations of resource policies together',
  ),
  quota('sso', 'sso-admin', 'all', 20, `${identityCenterQuotas}: all Identity Center operations together`),
  quota(
    'identitystore',
    'identitystore',
    'all',
    20,
    `${identityCenterQuotas}: all Identity Store operations together`,
  ),
  // The burst, which AWS does not publish, is for one request of each list.
  quota(
    'ses',
    ['ses', 'sesv2'],
    'all',
    1,
    'SES Developer Guide, Service quotas: every action except SendEmail, SendRawEmail and SendTemplatedEmail',
    { burst: 12 },
  ),

  quota('sns.topics', 'sns', ['ListTopics'], 30, snsQuotas),
  quota('sns.subscriptions', 'sns', ['ListSubscriptions'], 30, snsQuotas),
  quota('sns.topic', 'sns', ['GetTopicAttributes'], 30, snsQuotas),
  quota('sns.subscription', 'sns', ['GetSubscriptionAttributes'], 30, snsQuotas),
  quota('states.describe', 'sfn', ['DescribeStateMachine'], 20, statesQuotas, { burst: 200 }),
  quota('states.machines', 'sfn', ['ListStateMachines'], 5, statesQuotas, { burst: 100 }),
  quota('states.activities', 'sfn', ['ListActivities'], 5, statesQuotas, { burst: 100 }),
  quota('states.tags', 'sfn', ['ListTagsForResource'], 1, statesQuotas, { burst: 100 }),

  quota(
    'athena.queries',
    'athena',
    ['ListNamedQueries', 'BatchGetNamedQuery'],
    5,
    'Athena User Guide, Service quotas: API call quotas',
    { burst: 10 },
  ),
  quota('cloudwatch.alarms', 'cloudwatch', ['DescribeAlarms'], 9, cloudwatchQuotas),
  quota('cloudwatch.dashboards', 'cloudwatch', ['ListDashboards', 'GetDashboard'], 10, cloudwatchQuotas),
  quota('cloudwatch.rules', 'cloudwatch', ['DescribeInsightRules'], 20, cloudwatchQuotas),
  quota('cloudwatch.streams', 'cloudwatch', ['ListMetricStreams'], 10, cloudwatchQuotas),
  quota('logs.groups', 'cloudwatch-logs', ['DescribeLogGroups'], 10, logsQuotas),
  quota('logs.metric-filters', 'cloudwatch-logs', ['DescribeMetricFilters'], 5, logsQuotas),
  quota('logs.subscription-filters', 'cloudwatch-logs', ['DescribeSubscriptionFilters'], 5, logsQuotas),
  quota('logs.destinations', 'cloudwatch-logs', ['DescribeDestinations'], 5, logsQuotas),
  quota('logs.tags', 'cloudwatch-logs', ['ListTagsForResource'], 5, logsQuotas),

  quota('elasticmapreduce.clusters', 'emr', ['ListClusters'], 0.5, emrQuotas, { burst: 20 }),
  quota('elasticmapreduce.cluster', 'emr', ['DescribeCluster'], 1, emrQuotas, { burst: 10 }),
  quota('elasticmapreduce.security-lists', 'emr', ['ListSecurityConfigurations'], 0.5, emrQuotas, {
    burst: 5,
  }),
  quota('elasticmapreduce.security', 'emr', ['DescribeSecurityConfiguration'], 0.5, emrQuotas, { burst: 5 }),
  quota('elasticmapreduce', 'emr', 'all', 5, `${emrQuotas}, of all operations together`, { burst: 25 }),
  quota('emr-serverless', 'emr-serverless', 'all', 10, 'EMR Serverless User Guide, Quotas: API limits', {
    burst: 50,
  }),
  quota('iot.rules', 'iot', ['ListTopicRules'], 1, serviceQuotas('IoT Core')),
  // The burst is for one request of each list.
  quota('iot', 'iot', 'all', 10, serviceQuotas('IoT Core'), { burst: 20 }),
  quota('aps', 'amp', 'all', 10, serviceQuotas('Managed Service for Prometheus')),
  quota('mq', 'mq', 'all', 15, serviceQuotas('MQ'), { burst: 100 }),
  quota(
    'securityhub',
    'securityhub',
    'all',
    10,
    'Security Hub API Reference, Welcome: throttling limits of all other operations',
    { burst: 30 },
  ),
  quota(
    'timestream',
    'timestream-write',
    'all',
    1,
    'Timestream Developer Guide, Quotas: throttle rate for CRUD APIs; not confirmed: that it includes lists',
  ),
  quota(
    'bedrock-agent',
    'bedrock-agent',
    'all',
    10,
    'not confirmed: Service Quotas, Bedrock, has a quota for each operation; its value was not found',
  ),
  quota(
    'scheduler.groups',
    'scheduler',
    ['ListScheduleGroups', 'ListTagsForResource'],
    10,
    'not confirmed: EventBridge Scheduler User Guide, Quotas; 10 for CreateScheduleGroup and DeleteScheduleGroup',
  ),
];

/** Fraction of a published quota that discovery may use. The rest is left to the customer's own calls. */
const share = 0.5;

const byOperation = new Map<string, ApiQuota>();
for (const one of API_QUOTAS)
  for (const client of one.clients)
    for (const operation of one.operations === 'all' ? ['*'] : one.operations)
      byOperation.set(`${client} ${operation}`, one);

/** Returns the published quota of an operation, or `undefined`: the operation uses the bucket of its task's service. */
export function quotaOf({ client, operation }: ApiCall): ApiQuota | undefined {
  return byOperation.get(`${client} ${operation}`) ?? byOperation.get(`${client} *`);
}

/** Returns the rate and burst that discovery may use of a quota. The burst is a whole number of tokens. */
export function limitsOfQuota({ perSecond, burst = perSecond }: ApiQuota): BucketLimits {
  return { rate: perSecond * share, burst: Math.ceil(burst * share) };
}
