import { randomInt } from 'node:crypto';
import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';
import { createAwsClients } from '../../../clients/aws/aws-clients.ts';

export interface EstateAccount {
  /** 12 digits. */
  readonly awsAccountNumber: string;
  readonly role: { readonly roleArn: string; readonly externalId: string };
}

/** Tags of every resource of the estate. */
export const estateTags: Readonly<Record<string, string>> = { Environment: 'bench', Owner: 'team-platform' };
export const estateRegions = ['eu-west-1', 'us-east-1'] as const;

/** Number of resources of each type per account and region. */
export const estateMix: Readonly<Record<string, number>> = {
  'AWS::Logs::LogGroup': 190,
  'AWS::SSM::Parameter': 140,
  'AWS::EC2::SecurityGroup': 130,
  'AWS::EC2::Volume': 130,
  'AWS::CloudWatch::Alarm': 130,
  'AWS::SQS::Queue': 120,
  'AWS::SecretsManager::Secret': 80,
  'AWS::SNS::Topic': 70,
  'AWS::Lambda::Function': 70,
  'AWS::EC2::Subnet': 60,
  'AWS::DynamoDB::Table': 60,
  'AWS::IAM::Role': 50,
  'AWS::Events::Rule': 15,
  'AWS::KMS::Key': 10,
  'AWS::ECR::Repository': 10,
  'AWS::S3::Bucket': 5,
};

const makersAtOnce = 12;

/** Creates an account in the emulator with the role that the product assumes. */
export async function createAccount(
  endpoint: string,
  given: { readonly externalId?: string; readonly denied?: readonly string[] } = {},
): Promise<EstateAccount> {
  const awsAccountNumber = String(randomInt(100_000_000_000, 999_999_999_999));
  // External ids are unique among connections.
  const { externalId = `external-id-of-the-bench-${awsAccountNumber}`, denied = [] } = given;
  const root = asRoot(endpoint, awsAccountNumber, 'us-east-1');
  const policy = (...statements: readonly object[]) =>
    JSON.stringify({ Version: '2012-10-17', Statement: statements });
  await root.call('iam', 'CreateRole', {
    RoleName: 'inventory',
    AssumeRolePolicyDocument: policy({
      Effect: 'Allow',
      Principal: { AWS: '*' },
      Action: 'sts:AssumeRole',
      Condition: { StringEquals: { 'sts:ExternalId': externalId } },
    }),
  });
  await root.call('iam', 'PutRolePolicy', {
    RoleName: 'inventory',
    PolicyName: 'everything',
    PolicyDocument: policy(
      { Effect: 'Allow', Action: '*', Resource: '*' },
      ...(denied.length === 0 ? [] : [{ Effect: 'Deny', Action: denied, Resource: '*' }]),
    ),
  });
  root.close();
  return {
    awsAccountNumber,
    role: { roleArn: `arn:aws:iam::${awsAccountNumber}:role/inventory`, externalId },
  };
}

/** Default: {@link estateMix} in {@link estateRegions}. */
export interface EstateSize {
  /** Number of resources of each type per region. */
  readonly mix?: Readonly<Record<string, number>>;
  readonly regions?: readonly string[];
}

/**
 * Creates the resources of a mix in every region of an account.
 *
 * @returns the number of resources
 */
export async function fillEstate(
  endpoint: string,
  account: EstateAccount,
  { mix = estateMix, regions = estateRegions }: EstateSize = {},
): Promise<number> {
  let made = 0;
  for (const region of regions) {
    const root = asRoot(endpoint, account.awsAccountNumber, region);
    const network = (await root.call('ec2', 'CreateVpc', { CidrBlock: '10.0.0.0/16' })) as {
      Vpc?: { VpcId?: string };
    };
    const scope: AccountScope = { ...account, region, vpcId: network.Vpc?.VpcId ?? '' };
    const jobs = Object.entries(mix).flatMap(([type, count]) =>
      Array.from({ length: count }, (_, index) => () => makeOne(type, root.call, index, scope)),
    );
    await inLanes(jobs, makersAtOnce);
    made += jobs.length;
    root.close();
  }
  return made;
}

/** Creates many log groups and parameters, half of each, through CloudFormation, which is faster than the services' APIs. */
export async function fillPlain(endpoint: string, account: EstateAccount, count: number): Promise<void> {
  const root = asRoot(endpoint, account.awsAccountNumber, 'eu-west-1');
  const perStack = 400;
  for (let first = 0; first < count; first += perStack) {
    const indexes = Array.from({ length: Math.min(perStack, count - first) }, (_, offset) => first + offset);
    const resources = indexes.map((index) => [
      `R${index}`,
      index % 2 === 0 ? logGroup(index) : parameter(index),
    ]);
    await root.call('cloudformation', 'CreateStack', {
      StackName: `plain-${first}`,
      TemplateBody: JSON.stringify({ Resources: Object.fromEntries(resources) }),
    });
  }
  root.close();
}

export const plainTypes = ['AWS::Logs::LogGroup', 'AWS::SSM::Parameter'] as const;

function logGroup(index: number): object {
  return { Type: plainTypes[0], Properties: { LogGroupName: `/plain/${index}`, RetentionInDays: 30 } };
}

function parameter(index: number): object {
  return {
    Type: plainTypes[1],
    Properties: { Name: `/plain/${index}`, Type: 'String', Value: `value ${index}` },
  };
}

/** Runs jobs with limited concurrency. */
export async function inLanes(jobs: readonly (() => Promise<unknown>)[], lanes: number): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) await job();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Retries failed creations, because the emulator sometimes fails on concurrent requests. */
async function makeOne(type: string, call: Call, index: number, scope: AccountScope): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await makers[type]?.(call, index, scope);
      return;
    } catch (error) {
      const there = error instanceof Error && /exist|duplicate/i.test(error.name);
      if (tries > 1 && there) return;
      if (tries === 3) throw error;
    }
  }
}

export type Call = (client: string, operation: string, input: object) => Promise<object>;
interface AccountScope {
  readonly awsAccountNumber: string;
  readonly region: string;
  readonly vpcId: string;
}

/** Returns a caller with the root credentials of an account of the emulator. */
export function asRoot(
  endpoint: string,
  awsAccountNumber: string,
  region: string,
): { call: Call; close(): void } {
  const clients = createAwsClients({
    endpoint,
    credentials: { accessKeyId: `root-${awsAccountNumber}`, secretAccessKey: 'root' },
  });
  const caller: AwsCaller = clients.own();
  return {
    call: (client, operation, input) => caller.call({ client, operation, input, region }),
    close: () => clients.close(),
  };
}

const tagList = Object.entries(estateTags).map(([Key, Value]) => ({ Key, Value }));
const ec2Tags = (type: string) => ({ TagSpecifications: [{ ResourceType: type, Tags: tagList }] });
const trust = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
});
/** An empty ZIP archive. */
const emptyZip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');

type Maker = (call: Call, index: number, scope: AccountScope) => Promise<unknown>;
const makers: Readonly<Record<string, Maker>> = {
  'AWS::Logs::LogGroup': (call, index) =>
    call('cloudwatch-logs', 'CreateLogGroup', { logGroupName: `/services/s-${index}`, tags: estateTags }),
  'AWS::SSM::Parameter': (call, index) =>
    call('ssm', 'PutParameter', { Name: `/app/p-${index}`, Type: 'String', Value: 'a,b', Tags: tagList }),
  'AWS::EC2::SecurityGroup': (call, index, { vpcId }) =>
    call('ec2', 'CreateSecurityGroup', {
      GroupName: `group-${index}`,
      Description: 'bench',
      VpcId: vpcId,
      ...ec2Tags('security-group'),
    }),
  'AWS::EC2::Volume': (call, _index, { region }) =>
    call('ec2', 'CreateVolume', { AvailabilityZone: `${region}a`, Size: 8, ...ec2Tags('volume') }),
  'AWS::CloudWatch::Alarm': (call, index) =>
    call('cloudwatch', 'PutMetricAlarm', {
      AlarmName: `alarm-${index}`,
      ComparisonOperator: 'GreaterThanThreshold',
      EvaluationPeriods: 1,
      MetricName: 'Errors',
      Namespace: 'Bench',
      Period: 60,
      Statistic: 'Sum',
      Threshold: 1,
      Tags: tagList,
    }),
  'AWS::SQS::Queue': (call, index) =>
    call('sqs', 'CreateQueue', {
      QueueName: `queue-${index}`,
      Attributes: { VisibilityTimeout: '60' },
      tags: estateTags,
    }),
  'AWS::SecretsManager::Secret': (call, index) =>
    call('secrets-manager', 'CreateSecret', { Name: `secret-${index}`, SecretString: 's', Tags: tagList }),
  'AWS::SNS::Topic': (call, index) => call('sns', 'CreateTopic', { Name: `topic-${index}`, Tags: tagList }),
  'AWS::Lambda::Function': (call, index, { awsAccountNumber }) =>
    call('lambda', 'CreateFunction', {
      FunctionName: `function-${index}`,
      Role: `arn:aws:iam::${awsAccountNumber}:role/inventory`,
      Runtime: 'nodejs20.x',
      Handler: 'index.handler',
      Code: { ZipFile: emptyZip },
      Tags: estateTags,
    }),
  'AWS::EC2::Subnet': (call, index, { vpcId }) =>
    call('ec2', 'CreateSubnet', { VpcId: vpcId, CidrBlock: `10.0.${index}.0/24`, ...ec2Tags('subnet') }),
  'AWS::DynamoDB::Table': (call, index) =>
    call('dynamodb', 'CreateTable', {
      TableName: `table-${index}`,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      Tags: tagList,
    }),
  'AWS::IAM::Role': (call, index, { region }) =>
    call('iam', 'CreateRole', {
      RoleName: `role-${region}-${index}`,
      AssumeRolePolicyDocument: trust,
      Tags: tagList,
    }),
  'AWS::Events::Rule': (call, index) =>
    call('eventbridge', 'PutRule', {
      Name: `rule-${index}`,
      ScheduleExpression: 'rate(1 day)',
      Tags: tagList,
    }),
  'AWS::KMS::Key': (call, index) =>
    call('kms', 'CreateKey', {
      Description: `key ${index}`,
      Tags: tagList.map(({ Key, Value }) => ({ TagKey: Key, TagValue: Value })),
    }),
  'AWS::ECR::Repository': (call, index) =>
    call('ecr', 'CreateRepository', { repositoryName: `repository-${index}`, tags: tagList }),
  'AWS::WAFv2::WebACL': (call, index) =>
    call('wafv2', 'CreateWebACL', {
      Name: `acl-${index}`,
      Scope: 'REGIONAL',
      DefaultAction: { Allow: {} },
      VisibilityConfig: {
        SampledRequestsEnabled: false,
        CloudWatchMetricsEnabled: false,
        MetricName: `acl-${index}`,
      },
      Tags: tagList,
    }),
  'AWS::S3::Bucket': async (call, index, { awsAccountNumber, region }) => {
    const Bucket = `bench-${awsAccountNumber}-${region}-${index}`;
    await call('s3', 'CreateBucket', {
      Bucket,
      ...(region === 'us-east-1' ? {} : { CreateBucketConfiguration: { LocationConstraint: region } }),
    });
    await call('s3', 'PutBucketTagging', { Bucket, Tagging: { TagSet: tagList } });
  },
};
