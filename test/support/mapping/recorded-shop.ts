import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { shopFolder } from './shop-code.ts';
import type { ShopCode } from './shop-code.ts';
import { stateKey } from './shop-fixture.ts';
import type { ShopAccount } from './shop-fixture.ts';

/** The values of the recorded state that differ in another account. */
const recordedNumber = '123456789012';
const recordedEndpoint = 'http://127.0.0.1:5977';

interface RecordedState {
  serial: number;
  readonly resources: {
    readonly module?: string;
    readonly type: string;
    name: string;
    readonly instances: {
      readonly index_key?: string | number;
      readonly attributes: Record<string, unknown>;
    }[];
  }[];
}

/** Returns the first text at `path` of the instance with this type and module. */
type RecordedText = (type: string, attribute: string, module?: string) => string;

/**
 * Returns a function that does what `terraform apply` of the shop did when `recorded.tfstate` was recorded: it creates the
 * resources that are missing, writes the state with their ids, and returns the addresses of the state.
 */
export async function applyRecordedShop(
  account: ShopAccount,
): Promise<(code: ShopCode) => Promise<readonly string[]>> {
  const recorded = (await readFile(path.join(shopFolder, 'recorded.tfstate'), 'utf8'))
    .replaceAll(recordedNumber, account.awsAccountNumber)
    .replaceAll(recordedEndpoint, 'https://sqs.eu-west-1.amazonaws.com')
    .replaceAll('"acme-', `"${account.bucketPrefix}-`)
    .replaceAll(':::acme-', `:::${account.bucketPrefix}-`);
  const ids = await createResources(account, JSON.parse(recorded) as RecordedState);
  const text = [...ids].reduce((state, [old, created]) => state.replaceAll(old, created), recorded);
  let serial = 0;
  return async (code) => {
    const state = JSON.parse(text) as RecordedState;
    serial += 1;
    state.serial = serial;
    const isMoved = code['live/moved.tf'] !== undefined;
    if (isMoved) await account.call('cloudwatch-logs', 'CreateLogGroup', { logGroupName: '/shop/payments' });
    for (const resource of state.resources)
      if (!isMoved && resource.type === 'aws_sns_topic' && resource.name === 'alerts')
        resource.name = 'alarms';
    await account.call('s3', 'PutObject', {
      Bucket: account.stateBucket,
      Key: stateKey,
      Body: JSON.stringify(state),
    });
    return addressesOf(state);
  };
}

function addressesOf({ resources }: RecordedState): readonly string[] {
  return resources.flatMap(({ module, type, name, instances }) =>
    instances.map(({ index_key: key }) => {
      const index = key === undefined ? '' : `[${JSON.stringify(key)}]`;
      return `${module === undefined ? '' : `${module}.`}${type}.${name}${index}`;
    }),
  );
}

/** Creates the resources of the state. Returns the created ids by the recorded ones. */
async function createResources(
  account: ShopAccount,
  state: RecordedState,
): Promise<ReadonlyMap<string, string>> {
  const recorded: RecordedText = (type, attribute, module) => {
    const found = state.resources.find(
      (one) => one.type === type && (module === undefined || one.module === module),
    );
    const value = found?.instances[0]?.attributes[attribute];
    if (typeof value !== 'string') throw new Error(`the recorded ${type} has no ${attribute}`);
    return value;
  };
  return new Map([
    ...(await createNetwork(account, recorded)),
    ...(await createData(account, recorded)),
    ...(await createMessaging(account, recorded)),
  ]);
}

async function createNetwork(account: ShopAccount, recorded: RecordedText) {
  const VpcId = await account.text('ec2', 'CreateVpc', { CidrBlock: '10.40.0.0/16' }, 'Vpc.VpcId');
  const Filters = [{ Name: 'vpc-id', Values: [VpcId] }];
  const GroupId = await account.text(
    'ec2',
    'CreateSecurityGroup',
    { GroupName: 'shop-web', Description: 'Managed by Terraform', VpcId },
    'GroupId',
  );
  const defaultGroup = await account.text(
    'ec2',
    'DescribeSecurityGroups',
    { Filters: [...Filters, { Name: 'group-name', Values: ['default'] }] },
    'SecurityGroups[].GroupId',
  );
  const InternetGatewayId = await account.text(
    'ec2',
    'CreateInternetGateway',
    {},
    'InternetGateway.InternetGatewayId',
  );
  await account.call('ec2', 'AttachInternetGateway', { InternetGatewayId, VpcId });
  const mainTable = await account.text(
    'ec2',
    'DescribeRouteTables',
    { Filters },
    'RouteTables[].RouteTableId',
  );
  const acl = await account.text('ec2', 'DescribeNetworkAcls', { Filters }, 'NetworkAcls[].NetworkAclId');
  const RouteTableId = await account.text('ec2', 'CreateRouteTable', { VpcId }, 'RouteTable.RouteTableId');
  await account.call('ec2', 'CreateRoute', {
    RouteTableId,
    DestinationCidrBlock: '0.0.0.0/0',
    GatewayId: InternetGatewayId,
  });
  await account.call('ec2', 'RevokeSecurityGroupEgress', {
    GroupId,
    IpPermissions: [{ IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }],
  });
  const rule = (port: number) => [
    { IpProtocol: 'tcp', FromPort: port, ToPort: port, IpRanges: [{ CidrIp: '10.0.0.0/8' }] },
  ];
  const ingress = await account.text(
    'ec2',
    'AuthorizeSecurityGroupIngress',
    { GroupId, IpPermissions: rule(443) },
    'SecurityGroupRules[].SecurityGroupRuleId',
  );
  const egress = await account.text(
    'ec2',
    'AuthorizeSecurityGroupEgress',
    { GroupId, IpPermissions: rule(5432) },
    'SecurityGroupRules[].SecurityGroupRuleId',
  );
  const subnets = await Promise.all(
    ['a', 'b'].map(async (zone, index) => {
      const CidrBlock = `10.40.${index + 1}.0/24`;
      const subnet = { VpcId, CidrBlock, AvailabilityZone: `eu-west-1${zone}` };
      const SubnetId = await account.text('ec2', 'CreateSubnet', subnet, 'Subnet.SubnetId');
      await account.call('ec2', 'AssociateRouteTable', { RouteTableId, SubnetId });
      const module = `module.network.module.subnet["eu-west-1${zone}"]`;
      return [recorded('aws_subnet', 'id', module), SubnetId] as const;
    }),
  );
  return [
    [recorded('aws_vpc', 'id'), VpcId],
    [recorded('aws_security_group', 'id'), GroupId],
    [recorded('aws_default_security_group', 'id'), defaultGroup],
    [recorded('aws_default_route_table', 'id'), mainTable],
    [recorded('aws_default_network_acl', 'id'), acl],
    [recorded('aws_internet_gateway', 'id'), InternetGatewayId],
    [recorded('aws_route_table', 'id'), RouteTableId],
    [recorded('aws_vpc_security_group_ingress_rule', 'id'), ingress],
    [recorded('aws_security_group_rule', 'security_group_rule_id'), egress],
    ...subnets,
  ] as const;
}

async function createData(account: ShopAccount, recorded: RecordedText) {
  const KeyId = await account.text('kms', 'CreateKey', {}, 'KeyMetadata.KeyId');
  await account.call('kms', 'CreateAlias', { AliasName: 'alias/shop-data', TargetKeyId: KeyId });
  await account.call('dynamodb', 'CreateTable', {
    TableName: 'shop-orders',
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  });
  await account.call('s3', 'CreateBucket', {
    Bucket: `${account.bucketPrefix}-shop-files`,
    CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' },
  });
  for (const name of ['application', 'orders', 'payments'])
    await account.call('cloudwatch-logs', 'CreateLogGroup', { logGroupName: `/shop/${name}` });
  await account.call('cloudwatch-logs', 'CreateLogGroup', { logGroupName: '/shop/standby' }, 'eu-central-1');
  await account.call('ssm', 'PutParameter', {
    Name: '/shop/token',
    Type: 'SecureString',
    Value: 'not-a-real-token',
  });
  return [[recorded('aws_kms_key', 'id'), KeyId]] as const;
}

async function createMessaging(account: ShopAccount, recorded: RecordedText) {
  const queues = [
    'job-billing-daily',
    'job-reports',
    'job-quotes',
    'shard-0',
    'shard-1',
    'orders',
    'payments',
  ];
  for (const QueueName of queues) await account.call('sqs', 'CreateQueue', { QueueName });
  await account.call('sqs', 'CreateQueue', { QueueName: 'standby' }, 'eu-central-1');
  await account.call('sns', 'CreateTopic', { Name: 'shop-alerts' }, 'eu-central-1');
  const TopicArn = await account.text('sns', 'CreateTopic', { Name: 'shop-alerts' }, 'TopicArn');
  const Endpoint = recorded('aws_sns_topic_subscription', 'endpoint');
  const subscription = await account.text(
    'sns',
    'Subscribe',
    { TopicArn, Protocol: 'sqs', Endpoint },
    'SubscriptionArn',
  );
  const policy = (Action: string, Resource: string) =>
    JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action, Resource }] });
  const AssumeRolePolicyDocument = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: 'ec2.amazonaws.com' }, Action: 'sts:AssumeRole' }],
  });
  const RoleName = 'shop-worker';
  await account.call('iam', 'CreateRole', { RoleName, AssumeRolePolicyDocument });
  const read = { PolicyName: 'shop-read-orders', PolicyDocument: policy('dynamodb:GetItem', '*') };
  const PolicyArn = await account.text('iam', 'CreatePolicy', read, 'Policy.Arn');
  await account.call('iam', 'AttachRolePolicy', { RoleName, PolicyArn });
  const send = { PolicyName: 'send', PolicyDocument: policy('sqs:SendMessage', '*') };
  await account.call('iam', 'PutRolePolicy', { RoleName, ...send });
  await account.call('iam', 'CreateInstanceProfile', { InstanceProfileName: 'shop-worker' });
  await account.call('iam', 'AddRoleToInstanceProfile', { InstanceProfileName: 'shop-worker', RoleName });
  return [[recorded('aws_sns_topic_subscription', 'arn'), subscription]] as const;
}
