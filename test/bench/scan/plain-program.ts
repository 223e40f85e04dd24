import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { EC2 } from '@aws-sdk/client-ec2';
import { ECR } from '@aws-sdk/client-ecr';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { IAM } from '@aws-sdk/client-iam';
import { KMS } from '@aws-sdk/client-kms';
import { Lambda } from '@aws-sdk/client-lambda';
import { ResourceGroupsTaggingAPI } from '@aws-sdk/client-resource-groups-tagging-api';
import { S3 } from '@aws-sdk/client-s3';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { STS } from '@aws-sdk/client-sts';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { Agent } from 'node:http';
import type { EstateAccount } from './estate.ts';
import { estateRegions, inLanes } from './estate.ts';

/** Concurrent calls per account and region; more do not increase the throughput of the emulator. */
const lanes = 16;
const requestHandler = new NodeHttpHandler({ httpAgent: new Agent({ keepAlive: true, maxSockets: 64 }) });

/**
 * Baseline of a scan: reads configuration and tags of the types of the estate with the fewest calls possible, for all
 * accounts and regions concurrently, and stores nothing.
 *
 * @returns the number of resources
 */
export async function runPlainProgram(endpoint: string, accounts: readonly EstateAccount[]): Promise<number> {
  const counts = await Promise.all(accounts.map((account) => fetchAccount(endpoint, account)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function fetchAccount(endpoint: string, { role }: EstateAccount): Promise<number> {
  const own = { accessKeyId: 'emulated', secretAccessKey: 'emulated' };
  const sts = new STS({ endpoint, region: 'us-east-1', credentials: own, requestHandler });
  const { Credentials } = await sts.assumeRole({
    RoleArn: role.roleArn,
    ExternalId: role.externalId,
    RoleSessionName: 'plain',
  });
  const credentials = {
    accessKeyId: Credentials?.AccessKeyId ?? '',
    secretAccessKey: Credentials?.SecretAccessKey ?? '',
    sessionToken: Credentials?.SessionToken ?? '',
  };
  const base = { endpoint, credentials, requestHandler, maxAttempts: 3 };
  const counts = await Promise.all([
    fetchIdentities(new IAM({ ...base, region: 'us-east-1' })),
    ...estateRegions.map((region) => fetchRegion({ ...base, region }, region)),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

async function fetchIdentities(iam: IAM): Promise<number> {
  const roles = await pages(
    (Marker) => iam.getAccountAuthorizationDetails({ MaxItems: 1000, Filter: ['Role'], Marker }),
    (page) => page.RoleDetailList,
    (page) => page.Marker,
  );
  return roles.length;
}

interface Config {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly requestHandler: NodeHttpHandler;
  readonly maxAttempts: number;
  readonly region: string;
}

async function fetchRegion(config: Config, region: string): Promise<number> {
  const sqs = new SQS(config);
  const sns = new SNS(config);
  const dynamodb = new DynamoDB(config);
  const lambda = new Lambda(config);
  const kms = new KMS(config);
  const ecr = new ECR(config);
  const events = new EventBridge(config);
  const s3 = new S3({ ...config, forcePathStyle: true });
  const ec2 = new EC2(config);
  const logs = new CloudWatchLogs(config);
  const ssm = new SSM(config);
  const secrets = new SecretsManager(config);
  const alarms = new CloudWatch(config);
  const tagging = new ResourceGroupsTaggingAPI(config);
  const details: (() => Promise<unknown>)[] = [];
  const each = <T>(items: readonly T[], ...make: readonly ((item: T) => Promise<unknown>)[]): number => {
    for (const item of items) for (const call of make) details.push(() => call(item));
    return items.length;
  };
  const counts = await Promise.all([
    pages(
      (NextToken) => sqs.listQueues({ MaxResults: 1000, NextToken }),
      (page) => page.QueueUrls,
      (page) => page.NextToken,
    ).then((urls) => each(urls, (QueueUrl) => sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] }))),
    pages(
      (NextToken) => sns.listTopics({ NextToken }),
      (page) => page.Topics,
      (page) => page.NextToken,
    ).then((topics) => each(topics, ({ TopicArn }) => sns.getTopicAttributes({ TopicArn }))),
    pages(
      (ExclusiveStartTableName) => dynamodb.listTables({ Limit: 100, ExclusiveStartTableName }),
      (page) => page.TableNames,
      (page) => page.LastEvaluatedTableName,
    ).then((names) =>
      each(
        names,
        // The policy is read by the ARN, which only DescribeTable returns.
        async (TableName) => {
          const { Table } = await dynamodb.describeTable({ TableName });
          await orNothing(dynamodb.getResourcePolicy({ ResourceArn: Table?.TableArn }));
        },
        (TableName) => dynamodb.describeContinuousBackups({ TableName }),
        (TableName) => dynamodb.describeTimeToLive({ TableName }),
      ),
    ),
    pages(
      (Marker) => lambda.listFunctions({ MaxItems: 50, Marker }),
      (page) => page.Functions,
      (page) => page.NextMarker,
    ).then((functions) =>
      each(functions, ({ FunctionName }) => orNothing(lambda.getPolicy({ FunctionName }))),
    ),
    pages(
      (Marker) => kms.listKeys({ Limit: 1000, Marker }),
      (page) => page.Keys,
      (page) => page.NextMarker,
    ).then((keys) =>
      each(
        keys,
        ({ KeyId }) => kms.describeKey({ KeyId }),
        ({ KeyId }) => kms.getKeyPolicy({ KeyId, PolicyName: 'default' }),
        ({ KeyId }) => orNothing(kms.getKeyRotationStatus({ KeyId })),
      ),
    ),
    pages(
      (nextToken) => ecr.describeRepositories({ maxResults: 1000, nextToken }),
      (page) => page.repositories,
      (page) => page.nextToken,
    ).then((repositories) =>
      each(
        repositories,
        ({ repositoryName }) => orNothing(ecr.getRepositoryPolicy({ repositoryName })),
        ({ repositoryName }) => orNothing(ecr.getLifecyclePolicy({ repositoryName })),
        ({ repositoryArn }) => ecr.listTagsForResource({ resourceArn: repositoryArn }),
      ),
    ),
    pages(
      (NextToken) => events.listRules({ EventBusName: 'default', Limit: 100, NextToken }),
      (page) => page.Rules,
      (page) => page.NextToken,
    ).then((rules) => each(rules, ({ Name }) => events.listTargetsByRule({ Rule: Name, Limit: 100 }))),
    pages(
      (ContinuationToken) => s3.listBuckets({ MaxBuckets: 1000, BucketRegion: region, ContinuationToken }),
      (page) => page.Buckets,
      (page) => page.ContinuationToken,
    ).then((buckets) =>
      each(
        buckets,
        ...bucketParts.map(
          (part) =>
            ({ Name }: { Name?: string | undefined }) =>
              orNothing(s3[part]({ Bucket: Name })),
        ),
      ),
    ),
    pages(
      (NextToken) => ec2.describeSecurityGroups({ MaxResults: 1000, NextToken }),
      (page) => page.SecurityGroups,
      (page) => page.NextToken,
    ).then(size),
    pages(
      (NextToken) => ec2.describeVolumes({ MaxResults: 1000, NextToken }),
      (page) => page.Volumes,
      (page) => page.NextToken,
    ).then(size),
    pages(
      (NextToken) => ec2.describeSubnets({ MaxResults: 1000, NextToken }),
      (page) => page.Subnets,
      (page) => page.NextToken,
    ).then(size),
    pages(
      (nextToken) => logs.describeLogGroups({ limit: 50, nextToken }),
      (page) => page.logGroups,
      (page) => page.nextToken,
    ).then(size),
    pages(
      (NextToken) => ssm.describeParameters({ MaxResults: 50, NextToken }),
      (page) => page.Parameters,
      (page) => page.NextToken,
    ).then(size),
    pages(
      (NextToken) => secrets.listSecrets({ MaxResults: 100, NextToken }),
      (page) => page.SecretList,
      (page) => page.NextToken,
    ).then((list) => each(list, ({ ARN }) => orNothing(secrets.getResourcePolicy({ SecretId: ARN })))),
    pages(
      (NextToken) => alarms.describeAlarms({ MaxRecords: 100, AlarmTypes: ['MetricAlarm'], NextToken }),
      (page) => page.MetricAlarms,
      (page) => page.NextToken,
    ).then(size),
    pages(
      (PaginationToken) =>
        tagging.getResources({ ResourceTypeFilters: taggedThere, ResourcesPerPage: 100, PaginationToken }),
      (page) => page.ResourceTagMappingList,
      (page) => page.PaginationToken,
    ).then(() => 0),
  ]);
  await inLanes(details, lanes);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Types whose tags are read from the tagging API, because their list operations do not return tags. */
const taggedThere = [
  'sqs',
  'sns',
  'dynamodb:table',
  'lambda:function',
  'kms:key',
  'events:rule',
  's3',
  'logs',
  'ssm:parameter',
  'cloudwatch:alarm',
];

const bucketParts = [
  'getBucketEncryption',
  'getBucketVersioning',
  'getBucketPolicy',
  'getPublicAccessBlock',
  'getBucketOwnershipControls',
  'getBucketLogging',
  'getBucketNotificationConfiguration',
  'getBucketReplication',
  'getBucketLifecycleConfiguration',
  'getBucketCors',
  'getBucketAcl',
  'getBucketWebsite',
] as const;

const size = (items: readonly unknown[]): number => items.length;

async function pages<Page, Item>(
  request: (token: string | undefined) => Promise<Page>,
  items: (page: Page) => readonly Item[] | undefined,
  next: (page: Page) => string | undefined,
): Promise<Item[]> {
  const found: Item[] = [];
  let token: string | undefined;
  do {
    const page = await request(token);
    found.push(...(items(page) ?? []));
    token = next(page) || undefined;
  } while (token !== undefined);
  return found;
}

/** Returns the response, or `undefined` when the resource has no such configuration. */
async function orNothing(call: Promise<unknown>): Promise<unknown> {
  return call.catch(() => undefined);
}
