import { keyedHash } from '../../../runtime/keyed-hash.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import type { RelationshipType } from '../../../domain/values.ts';
import { accountCount, accountNumber, hubOf, namesOf, region, resource } from './generated-resource.ts';
import type { GeneratedResource } from './generated-resource.ts';

/** A relationship that extraction has to find, by native ids. */
export interface GeneratedEdge {
  readonly source: string;
  readonly type: RelationshipType;
  readonly target: string;
}

export interface GeneratedUnit {
  readonly resources: readonly GeneratedResource[];
  readonly edges: readonly GeneratedEdge[];
}

/** Resources of a unit. */
export const unitSize = 28;
const instancesOfUnit = 2;
const functionsOfUnit = 8;

/** The organization's key for the hashes of secret values. */
export const secretHashKey = Buffer.alloc(32, 1);
const hash = keyedHash(secretHashKey);
/** Returns a value as a scan stores it in place of a secret. */
const secretHash = (text: string): string => `hmac-sha256:${hash(text)}`;

/** The network of an account: a VPC and its default security group, which the instances of all units use. */
export function generateNetwork(account: number): GeneratedUnit {
  const vpc = resource(account, 'EC2', 'VPC', `vpc-0000000${account}`, 'ec2', `vpc/vpc-0000000${account}`, {
    VpcId: `vpc-0000000${account}`,
  });
  const group = hubOf(account);
  return {
    resources: [
      vpc,
      resource(account, 'EC2', 'SecurityGroup', group, 'ec2', `security-group/${group}`, {
        GroupId: group,
        VpcId: vpc.nativeId,
      }),
    ],
    edges: [{ source: group, type: 'contained_in', target: vpc.nativeId }],
  };
}

/**
 * An application of 28 resources in the account `index % 4`: a queue with its dead-letter queue, a function that reads it, a
 * topic that delivers to it, an alarm, a bucket, a key, a role, more functions, instances with volumes, and a load balancer
 * with a DNS record. Functions, instances and load balancers use the default security group. The variables of functions, whose
 * values are stored as hashes, name the queue, a table and a database cluster. The bucket of one in ten units notifies the queue of the next unit, in another
 * account.
 */
export function generateUnit(index: number, unitCount: number): GeneratedUnit {
  const account = index % accountCount;
  const hex = index.toString(16).padStart(12, '0');
  const arns = namesOf(index);
  const edges: GeneratedEdge[] = [];
  const resources: GeneratedResource[] = [];
  const add = (one: GeneratedResource, ...targets: readonly (readonly [RelationshipType, string])[]) => {
    resources.push(one);
    for (const [type, target] of targets) edges.push({ source: one.nativeId, type, target });
    return one.nativeId;
  };
  const make = (
    service: string,
    kind: string,
    id: string,
    namespace: string,
    path: string,
    body: JsonObject,
  ) => resource(account, service, kind, id, namespace, path, body);

  const vpc = `vpc-0000000${account}`;
  const key = add(make('KMS', 'Key', hex, 'kms', `key/${hex}`, { KeyId: hex }));
  const role = add(
    make('IAM', 'Role', `role-${hex}`, 'iam', `role/role-${hex}`, { RoleName: `role-${hex}` }),
  );
  const profile = add(
    make('IAM', 'InstanceProfile', `profile-${hex}`, 'iam', `instance-profile/profile-${hex}`, {
      InstanceProfileName: `profile-${hex}`,
      Roles: [{ RoleName: role, Arn: arns.role }],
    }),
    ['uses', role],
  );
  const subnetId = `subnet-${hex}`;
  const subnet = add(
    make('EC2', 'Subnet', subnetId, 'ec2', `subnet/${subnetId}`, { SubnetId: subnetId, VpcId: vpc }),
    ['contained_in', vpc],
  );
  const deadId = `https://sqs.${region}.amazonaws.com/${accountNumber(account)}/dead-${hex}`;
  const dead = add(
    make('SQS', 'Queue', deadId, 'sqs', `dead-${hex}`, {
      QueueUrl: deadId,
      Attributes: { KmsMasterKeyId: arns.key },
    }),
    ['encrypted_by', key],
  );
  const queue = add(
    make('SQS', 'Queue', arns.queueUrl, 'sqs', `queue-${hex}`, {
      QueueUrl: arns.queueUrl,
      Attributes: { KmsMasterKeyId: arns.key, RedrivePolicy: { deadLetterTargetArn: arns.dead } },
    }),
    ['encrypted_by', key],
    ['dead_letters_to', dead],
  );
  const topic = add(
    make('SNS', 'Topic', arns.topic, 'sns', `topic-${hex}`, {
      TopicArn: arns.topic,
      Attributes: { KmsMasterKeyId: arns.key },
    }),
    ['encrypted_by', key],
    ['delivers_to', queue],
  );
  const functionNames = Array.from({ length: functionsOfUnit }, (_, n) => `function-${hex}-${n}`);
  const functionArn = (name: string) => `arn:aws:lambda:${region}:${accountNumber(account)}:function:${name}`;
  const isCrossAccount = index % 10 === 0 && index + 1 < unitCount;
  const other = namesOf(index + 1);
  const subscriptionArn = `${arns.topic}:1`;
  add(
    make('SNS', 'Subscription', subscriptionArn, 'sns', `topic-${hex}:1`, {
      TopicArn: arns.topic,
      Endpoint: arns.queue,
      Attributes: { RedrivePolicy: { deadLetterTargetArn: arns.dead } },
    }),
    ['contained_in', topic],
    ['delivers_to', queue],
    ['dead_letters_to', dead],
  );
  add(
    make('S3', 'Bucket', `bucket-${hex}`, 's3', `bucket-${hex}`, {
      Name: `bucket-${hex}`,
      ServerSideEncryptionConfiguration: {
        Rules: [{ ApplyServerSideEncryptionByDefault: { KMSMasterKeyID: arns.key } }],
      },
      NotificationConfiguration: {
        QueueConfigurations: [{ QueueArn: isCrossAccount ? other.queue : arns.queue }],
        LambdaFunctionConfigurations: functionNames.map((name) => ({ LambdaFunctionArn: functionArn(name) })),
      },
    }),
    ['encrypted_by', key],
    ['triggers', isCrossAccount ? other.queueUrl : queue],
    ...functionNames.map((name) => ['triggers', name] as const),
  );
  add(
    make('CloudWatch', 'Alarm', `alarm-${hex}`, 'cloudwatch', `alarm:alarm-${hex}`, {
      AlarmName: `alarm-${hex}`,
      AlarmActions: [arns.topic],
      Namespace: 'AWS/SQS',
      Dimensions: [{ Name: 'QueueName', Value: `queue-${hex}` }],
    }),
    ['notifies', topic],
    ['monitors', queue],
  );
  const logGroup = `/services/${hex}`;
  add(
    make('Logs', 'LogGroup', logGroup, 'logs', `log-group:${logGroup}`, {
      logGroupName: logGroup,
      kmsKeyId: arns.key,
    }),
    ['encrypted_by', key],
  );
  const table = add(
    make('DynamoDB', 'Table', `table-${hex}`, 'dynamodb', `table/table-${hex}`, {
      TableName: `table-${hex}`,
      SSEDescription: { KMSMasterKeyArn: arns.key },
    }),
    ['encrypted_by', key],
  );
  const clusterHost = `cluster-${hex}.cluster-abc.${region}.rds.amazonaws.com`;
  const cluster = add(
    make('RDS', 'DBCluster', `cluster-${hex}`, 'rds', `cluster:cluster-${hex}`, {
      DBClusterIdentifier: `cluster-${hex}`,
      Endpoint: clusterHost,
      KmsKeyId: arns.key,
      VpcSecurityGroups: [{ VpcSecurityGroupId: hubOf(account), Status: 'active' }],
    }),
    ['encrypted_by', key],
    ['uses', hubOf(account)],
  );
  const balancerArn = `arn:aws:elasticloadbalancing:${region}:${accountNumber(account)}:loadbalancer/app/lb-${hex}/1`;
  const balancerHost = `lb-${hex}.${region}.elb.amazonaws.com`;
  const balancer = add(
    make(
      'ElasticLoadBalancingV2',
      'LoadBalancer',
      balancerArn,
      'elasticloadbalancing',
      `loadbalancer/app/lb-${hex}/1`,
      {
        LoadBalancerArn: balancerArn,
        DNSName: `Lb-${hex}.${region}.elb.amazonaws.com`,
        VpcId: vpc,
        AvailabilityZones: [{ ZoneName: `${region}a`, SubnetId: subnet }],
        SecurityGroups: [hubOf(account)],
      },
    ),
    ['contained_in', vpc],
    ['contained_in', subnet],
    ['uses', hubOf(account)],
  );
  add(
    make('Route53', 'RecordSet', `shop-${hex}.example.com.|A|`, 'route53', `recordset/shop-${hex}`, {
      Name: `shop-${hex}.example.com.`,
      Type: 'A',
      AliasTarget: { DNSName: `dualstack.${balancerHost}.`, EvaluateTargetHealth: false },
    }),
    ['points_to', balancer],
  );
  const variables = {
    QUEUE_URL: secretHash(arns.queueUrl),
    ORDERS_TABLE: secretHash(`table-${hex}`),
    DB_HOST: secretHash(clusterHost),
    API_TOKEN: secretHash(`token-${hex}`),
  };
  for (const name of functionNames) {
    add(
      make('Lambda', 'Function', name, 'lambda', `function:${name}`, {
        FunctionName: name,
        Role: arns.role,
        KMSKeyArn: arns.key,
        VpcConfig: { VpcId: vpc, SubnetIds: [subnet], SecurityGroupIds: [hubOf(account)] },
        DeadLetterConfig: { TargetArn: arns.dead },
        LoggingConfig: { LogGroup: logGroup },
        Environment: { Variables: variables },
      }),
      ['runs_as', role],
      ['encrypted_by', key],
      ['contained_in', vpc],
      ['contained_in', subnet],
      ['uses', hubOf(account)],
      ['dead_letters_to', dead],
      ['logs_to', logGroup],
      ['references', queue],
      ['references', table],
      ['references', cluster],
    );
  }
  const [reader = ''] = functionNames;
  const mapping = `00000000-0000-4000-8000-${hex}`;
  add(
    make('Lambda', 'EventSourceMapping', mapping, 'lambda', `event-source-mapping:${mapping}`, {
      UUID: mapping,
      FunctionArn: functionArn(reader),
      EventSourceArn: arns.queue,
    }),
    ['triggers', reader],
    ['reads_from', queue],
  );
  edges.push({ source: queue, type: 'triggers', target: reader });
  for (let n = 0; n < instancesOfUnit; n += 1) {
    const id = `i-${hex}${n}`;
    const volume = `vol-${hex}${n}`;
    add(
      make('EC2', 'Instance', id, 'ec2', `instance/${id}`, {
        InstanceId: id,
        SubnetId: subnet,
        VpcId: vpc,
        IamInstanceProfile: { Arn: arns.profile },
        SecurityGroups: [{ GroupId: hubOf(account) }],
        BlockDeviceMappings: [{ DeviceName: '/dev/xvda', Ebs: { VolumeId: volume } }],
      }),
      ['contained_in', subnet],
      ['contained_in', vpc],
      ['uses', profile],
      ['runs_as', role],
      ['uses', hubOf(account)],
    );
    add(
      make('EC2', 'Volume', volume, 'ec2', `volume/${volume}`, {
        VolumeId: volume,
        KmsKeyId: arns.key,
        Attachments: [{ InstanceId: id, Device: '/dev/xvda' }],
      }),
      ['attached_to', id],
      ['encrypted_by', key],
    );
  }
  return { resources, edges };
}
