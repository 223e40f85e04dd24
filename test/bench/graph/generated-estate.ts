import type { JsonObject } from '../../../domain/json.ts';
import type { RelationshipType } from '../../../domain/values.ts';

/** A resource as a scan stores it. `account` is an index. */
export interface GeneratedResource {
  readonly account: number;
  readonly region: string;
  readonly type: string;
  readonly nativeId: string;
  readonly arn: string;
  readonly name: string;
  readonly configuration: JsonObject;
}

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

export const accountCount = 4;
/** Resources of a unit. */
export const unitSize = 24;
const instancesOfUnit = 2;
const functionsOfUnit = 8;
const region = 'eu-west-1';

export const accountNumber = (account: number): string => String(100_000_000_000 + account);
export const hubOf = (account: number): string => `sg-0000000${account}`;

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
 * An application of 24 resources in the account `index % 4`: a queue with its dead-letter queue, a function that reads it, a
 * topic that delivers to it, an alarm, a bucket, a key, a role, more functions, and instances with volumes. Functions and
 * instances use the default security group. The bucket of one in ten units notifies the queue of the next unit, in another
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
  for (const name of functionNames) {
    add(
      make('Lambda', 'Function', name, 'lambda', `function:${name}`, {
        FunctionName: name,
        Role: arns.role,
        KMSKeyArn: arns.key,
        VpcConfig: { VpcId: vpc, SubnetIds: [subnet], SecurityGroupIds: [hubOf(account)] },
        DeadLetterConfig: { TargetArn: arns.dead },
        LoggingConfig: { LogGroup: logGroup },
      }),
      ['runs_as', role],
      ['encrypted_by', key],
      ['contained_in', vpc],
      ['contained_in', subnet],
      ['uses', hubOf(account)],
      ['dead_letters_to', dead],
      ['logs_to', logGroup],
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

/** Identifiers of a unit that other resources name. */
export function namesOf(index: number) {
  const account = accountNumber(index % accountCount);
  const hex = index.toString(16).padStart(12, '0');
  const arn = (service: string, path: string, isGlobal = false) =>
    `arn:aws:${service}:${isGlobal ? '' : region}:${account}:${path}`;
  return {
    key: arn('kms', `key/${hex}`),
    role: arn('iam', `role/role-${hex}`, true),
    profile: arn('iam', `instance-profile/profile-${hex}`, true),
    queue: arn('sqs', `queue-${hex}`),
    queueUrl: `https://sqs.${region}.amazonaws.com/${account}/queue-${hex}`,
    dead: arn('sqs', `dead-${hex}`),
    topic: arn('sns', `topic-${hex}`),
  };
}

function resource(
  account: number,
  service: string,
  kind: string,
  nativeId: string,
  namespace: string,
  path: string,
  configuration: JsonObject,
): GeneratedResource {
  const isGlobal = namespace === 'iam';
  const scope = namespace === 's3' ? '::' : `${isGlobal ? '' : region}:${accountNumber(account)}:`;
  return {
    account,
    region: isGlobal ? 'global' : region,
    type: `AWS::${service}::${kind}`,
    nativeId,
    arn: `arn:aws:${namespace}:${scope}${path}`,
    name: namespace === 'logs' ? nativeId : (path.split(/[/:]/).at(-1) ?? path),
    configuration,
  };
}
