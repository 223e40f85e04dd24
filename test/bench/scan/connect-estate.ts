import type { RelationshipType } from '../../../domain/values.ts';
import { asRoot, estateMix, estateRegions, inLanes } from './estate.ts';
import type { Call, EstateAccount, EstateSize } from './estate.ts';

/** A relationship that extraction has to find. Ends are ARNs; an end outside of the account is its identifier. */
export interface TrueEdge {
  readonly source: string;
  readonly type: RelationshipType;
  readonly target: string;
  /** `<source type> <relationship type> <target type>`. */
  readonly rule: string;
}

/** Types of resources that {@link connectEstate} creates in addition to those of the mix. */
export const connectedTypes = ['AWS::EC2::Instance', 'AWS::SNS::Subscription'] as const;

const makersAtOnce = 12;
const instancesPerRegion = 5;
const imageId = 'ami-12345678';

interface Region {
  readonly call: Call;
  readonly region: string;
  /** 12 digits. */
  readonly number: string;
  readonly countOf: (type: string) => number;
  readonly add: (
    source: string,
    sourceType: string,
    type: RelationshipType,
    target: string,
    targetType: string,
  ) => void;
}

/**
 * Connects the resources of {@link fillEstate}: alarms with topics and queues, topics with queues through subscriptions,
 * queues with dead-letter queues, buckets with keys, rules with queues, functions with their role, and by environment
 * variables with queues and tables, instances with security groups, subnets and volumes. Returns all edges of the account
 * between resources of {@link estateMix} and {@link connectedTypes}, containment included.
 */
export async function connectEstate(
  endpoint: string,
  { awsAccountNumber: number }: EstateAccount,
  { mix = estateMix, regions = estateRegions }: EstateSize = {},
): Promise<readonly TrueEdge[]> {
  const edges: TrueEdge[] = [];
  for (const region of regions) {
    const root = asRoot(endpoint, number, region);
    const scope: Region = {
      call: root.call,
      region,
      number,
      countOf: (type) => mix[`AWS::${type}`] ?? 0,
      add: (source, sourceType, type, target, targetType) =>
        edges.push({ source, type, target, rule: `AWS::${sourceType} ${type} AWS::${targetType}` }),
    };
    for (const connect of [
      connectAlarms,
      connectQueues,
      connectTopics,
      connectBuckets,
      connectRules,
      connectFunctions,
      connectNetworks,
      connectInstances,
    ])
      await connect(scope);
    root.close();
  }
  return edges;
}

const arnOf = ({ region, number }: Region, service: string, resource: string) =>
  `arn:aws:${service}:${region}:${number}:${resource}`;

/** Runs a job for each index below a count. */
function each(count: number, job: (index: number) => Promise<unknown>): Promise<void> {
  return inLanes(
    Array.from({ length: count }, (_, index) => () => job(index)),
    makersAtOnce,
  );
}

function connectAlarms(scope: Region): Promise<void> {
  const { call, countOf, add } = scope;
  return each(countOf('CloudWatch::Alarm'), async (index) => {
    const queue = `queue-${index % countOf('SQS::Queue')}`;
    const topic = arnOf(scope, 'sns', `topic-${index % countOf('SNS::Topic')}`);
    await call('cloudwatch', 'PutMetricAlarm', {
      AlarmName: `alarm-${index}`,
      AlarmActions: [topic],
      ComparisonOperator: 'GreaterThanThreshold',
      Dimensions: [{ Name: 'QueueName', Value: queue }],
      EvaluationPeriods: 1,
      MetricName: 'ApproximateAgeOfOldestMessage',
      Namespace: 'AWS/SQS',
      Period: 60,
      Statistic: 'Sum',
      Threshold: 1,
    });
    const alarm = arnOf(scope, 'cloudwatch', `alarm:alarm-${index}`);
    add(alarm, 'CloudWatch::Alarm', 'notifies', topic, 'SNS::Topic');
    add(alarm, 'CloudWatch::Alarm', 'monitors', arnOf(scope, 'sqs', queue), 'SQS::Queue');
  });
}

/** Every second queue is the dead-letter queue of the one before. */
function connectQueues(scope: Region): Promise<void> {
  const { call, countOf, add, region, number } = scope;
  return each(Math.floor(countOf('SQS::Queue') / 2), async (index) => {
    const deadLetters = arnOf(scope, 'sqs', `queue-${2 * index + 1}`);
    await call('sqs', 'SetQueueAttributes', {
      QueueUrl: `https://sqs.${region}.amazonaws.com/${number}/queue-${2 * index}`,
      Attributes: { RedrivePolicy: JSON.stringify({ deadLetterTargetArn: deadLetters, maxReceiveCount: 3 }) },
    });
    add(
      arnOf(scope, 'sqs', `queue-${2 * index}`),
      'SQS::Queue',
      'dead_letters_to',
      deadLetters,
      'SQS::Queue',
    );
  });
}

function connectTopics(scope: Region): Promise<void> {
  const { call, countOf, add } = scope;
  return each(countOf('SNS::Topic'), async (index) => {
    const topic = arnOf(scope, 'sns', `topic-${index}`);
    const queue = arnOf(scope, 'sqs', `queue-${index % countOf('SQS::Queue')}`);
    const { SubscriptionArn: subscription = '' } = (await call('sns', 'Subscribe', {
      TopicArn: topic,
      Protocol: 'sqs',
      Endpoint: queue,
      ReturnSubscriptionArn: true,
    })) as { SubscriptionArn?: string };
    add(subscription, 'SNS::Subscription', 'contained_in', topic, 'SNS::Topic');
    add(subscription, 'SNS::Subscription', 'delivers_to', queue, 'SQS::Queue');
    add(topic, 'SNS::Topic', 'delivers_to', queue, 'SQS::Queue');
  });
}

async function connectBuckets({ call, countOf, add, number, region }: Region): Promise<void> {
  const { Keys: keys = [] } = (await call('kms', 'ListKeys', {})) as { Keys?: { KeyArn?: string }[] };
  await each(countOf('S3::Bucket'), async (index) => {
    const Bucket = `bench-${number}-${region}-${index}`;
    const key = keys[index % keys.length]?.KeyArn ?? '';
    await call('s3', 'PutBucketEncryption', {
      Bucket,
      ServerSideEncryptionConfiguration: {
        Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: key } }],
      },
    });
    add(`arn:aws:s3:::${Bucket}`, 'S3::Bucket', 'encrypted_by', key, 'KMS::Key');
  });
}

function connectRules(scope: Region): Promise<void> {
  const { call, countOf, add } = scope;
  return each(countOf('Events::Rule'), async (index) => {
    const queue = arnOf(scope, 'sqs', `queue-${index % countOf('SQS::Queue')}`);
    await call('eventbridge', 'PutTargets', {
      Rule: `rule-${index}`,
      Targets: [{ Id: 'queue', Arn: queue }],
    });
    add(arnOf(scope, 'events', `rule/rule-${index}`), 'Events::Rule', 'triggers', queue, 'SQS::Queue');
  });
}

/**
 * Variables name a queue and a table by their names, and a topic by its ARN. The scan stores only their hashes. The URLs of
 * queues contain no region in the emulator, so that those of equal names in two regions are ambiguous.
 */
function connectFunctions(scope: Region): Promise<void> {
  const { call, countOf, add, number } = scope;
  return each(countOf('Lambda::Function'), async (index) => {
    const queue = `queue-${index % countOf('SQS::Queue')}`;
    const table = `table-${index % countOf('DynamoDB::Table')}`;
    const topic = arnOf(scope, 'sns', `topic-${index % countOf('SNS::Topic')}`);
    await call('lambda', 'UpdateFunctionConfiguration', {
      FunctionName: `function-${index}`,
      Environment: {
        Variables: {
          ORDERS_QUEUE: queue,
          ORDERS_TABLE: table,
          EVENTS: topic,
          API_TOKEN: `token of ${index}`,
          STAGE: 'production',
        },
      },
    });
    const lambda = arnOf(scope, 'lambda', `function:function-${index}`);
    add(lambda, 'Lambda::Function', 'runs_as', `arn:aws:iam::${number}:role/inventory`, 'IAM::Role');
    add(lambda, 'Lambda::Function', 'references', arnOf(scope, 'sqs', queue), 'SQS::Queue');
    add(
      lambda,
      'Lambda::Function',
      'references',
      arnOf(scope, 'dynamodb', `table/${table}`),
      'DynamoDB::Table',
    );
    add(lambda, 'Lambda::Function', 'references', topic, 'SNS::Topic');
  });
}

/** The VPCs are no resources of the estate. Includes the subnets and groups that an account has from the beginning. */
async function connectNetworks(scope: Region): Promise<void> {
  const { call, add } = scope;
  const { SecurityGroups: groups = [] } = (await call('ec2', 'DescribeSecurityGroups', {})) as {
    SecurityGroups?: { GroupId?: string; VpcId?: string }[];
  };
  const { Subnets: subnets = [] } = (await call('ec2', 'DescribeSubnets', {})) as {
    Subnets?: { SubnetId?: string; VpcId?: string }[];
  };
  for (const { GroupId = '', VpcId = '' } of groups)
    add(
      arnOf(scope, 'ec2', `security-group/${GroupId}`),
      'EC2::SecurityGroup',
      'contained_in',
      VpcId,
      'EC2::VPC',
    );
  for (const { SubnetId = '', VpcId = '' } of subnets)
    add(arnOf(scope, 'ec2', `subnet/${SubnetId}`), 'EC2::Subnet', 'contained_in', VpcId, 'EC2::VPC');
}

interface CreatedInstance {
  readonly InstanceId?: string;
  readonly SubnetId?: string;
  readonly VpcId?: string;
  readonly SecurityGroups?: readonly { readonly GroupId?: string }[];
  readonly NetworkInterfaces?: readonly { readonly NetworkInterfaceId?: string }[];
}

async function connectInstances(scope: Region): Promise<void> {
  const { call, add } = scope;
  const { SecurityGroups: groups = [] } = (await call('ec2', 'DescribeSecurityGroups', {
    Filters: [{ Name: 'group-name', Values: ['group-*'] }],
  })) as { SecurityGroups?: { GroupId?: string; VpcId?: string }[] };
  const { Subnets: subnets = [] } = (await call('ec2', 'DescribeSubnets', {
    Filters: [{ Name: 'vpc-id', Values: [groups[0]?.VpcId ?? ''] }],
  })) as { Subnets?: { SubnetId?: string }[] };
  await each(Math.min(instancesPerRegion, groups.length), async (index) => {
    const { Instances: created = [] } = (await call('ec2', 'RunInstances', {
      ImageId: imageId,
      InstanceType: 't3.micro',
      MinCount: 1,
      MaxCount: 1,
      SubnetId: subnets[index % subnets.length]?.SubnetId,
      SecurityGroupIds: [groups[index]?.GroupId],
    })) as { Instances?: CreatedInstance[] };
    for (const {
      InstanceId = '',
      SubnetId = '',
      VpcId = '',
      SecurityGroups = [],
      NetworkInterfaces = [],
    } of created) {
      const instance = arnOf(scope, 'ec2', `instance/${InstanceId}`);
      const [type, subnet] = ['EC2::Instance', arnOf(scope, 'ec2', `subnet/${SubnetId}`)];
      add(instance, type, 'contained_in', subnet, 'EC2::Subnet');
      add(instance, type, 'contained_in', VpcId, 'EC2::VPC');
      add(instance, type, 'uses', imageId, 'EC2::Image');
      for (const { GroupId = '' } of SecurityGroups)
        add(instance, type, 'uses', arnOf(scope, 'ec2', `security-group/${GroupId}`), 'EC2::SecurityGroup');
      for (const { NetworkInterfaceId = '' } of NetworkInterfaces)
        add(NetworkInterfaceId, 'EC2::NetworkInterface', 'attached_to', instance, type);
      await addVolumes(scope, InstanceId);
    }
  });
}

async function addVolumes(scope: Region, instanceId: string): Promise<void> {
  const { Volumes: volumes = [] } = (await scope.call('ec2', 'DescribeVolumes', {
    Filters: [{ Name: 'attachment.instance-id', Values: [instanceId] }],
  })) as { Volumes?: { VolumeId?: string }[] };
  for (const { VolumeId = '' } of volumes)
    scope.add(
      arnOf(scope, 'ec2', `volume/${VolumeId}`),
      'EC2::Volume',
      'attached_to',
      arnOf(scope, 'ec2', `instance/${instanceId}`),
      'EC2::Instance',
    );
}
