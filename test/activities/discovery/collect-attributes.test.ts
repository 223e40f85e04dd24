import test from 'ava';
import { collect } from './support/collect.ts';
import { awsError, denied, input, scope, scripted } from './support/scripted-aws.ts';
import type { Script } from './support/scripted-aws.ts';

type Responses = Readonly<Record<string, object | ((given: Record<string, unknown>) => object)>>;

/** Returns a script that responds by operation. The tagging API returns no tags. */
function responding(responses: Responses): Script {
  return (request) => {
    if (request.operation === 'GetResources') return { ResourceTagMappingList: [] };
    const response = responses[request.operation];
    if (response === undefined) return awsError('UnexpectedCall', 400, request.operation);
    return typeof response === 'function' ? response(input(request)) : response;
  };
}

/** Collects one type in `eu-west-1`, or in the region `global`, from responses by operation. */
async function collectFrom(
  service: string,
  resourceType: string,
  responses: Responses,
  region: string = scope.region,
) {
  const { clients, calls } = scripted(responding(responses));
  const { resources, cells } = await collect({
    ...scope,
    region,
    service,
    resourceTypes: [resourceType],
    clients,
  });
  const called = calls.map(({ operation }) => operation).filter((name) => name !== 'GetResources');
  return { resources, cells, called, configuration: resources[0]?.configuration, resource: resources[0] };
}

const time = new Date('2026-02-03T04:05:06Z');
const policy = JSON.stringify({ Statement: [{ Effect: 'Deny', Action: 'x:Y', Resource: '*' }] });
const document = { Statement: [{ Effect: 'Deny', Action: 'x:Y', Resource: '*' }] };

/** A role as GetAccountAuthorizationDetails returns it: without description and session length. */
const role = (name: string) => ({
  RoleName: name,
  Arn: `arn:aws:iam::123456789012:role/${name}`,
  CreateDate: time,
  RoleLastUsed: { LastUsedDate: time, Region: 'eu-west-1' },
});

test('reads description and session length of all roles with one list, page by page', async (t) => {
  const { resources, called } = await collectFrom(
    'iam',
    'AWS::IAM::Role',
    {
      GetAccountAuthorizationDetails: ({ Marker }) =>
        Marker === undefined
          ? { RoleDetailList: [role('a')], IsTruncated: true, Marker: 'two' }
          : { RoleDetailList: [role('b'), role('c')], IsTruncated: false },
      ListRoles: ({ Marker }) =>
        Marker === undefined
          ? {
              Roles: [{ ...role('b'), Path: '/listed/', Description: 'B', MaxSessionDuration: 3600 }],
              IsTruncated: true,
              Marker: 'two',
            }
          : { Roles: [{ ...role('a'), MaxSessionDuration: 43200 }], IsTruncated: false },
    },
    'global',
  );
  t.deepEqual(
    resources.map(({ name, configuration }) => [
      name,
      configuration['Description'],
      configuration['MaxSessionDuration'],
      configuration['Path'],
    ]),
    [
      ['a', undefined, 43200, undefined],
      ['b', 'B', 3600, undefined],
      ['c', undefined, undefined, undefined],
    ],
  );
  t.is(called.filter((name) => name === 'ListRoles').length, 2);
  t.deepEqual(resources[0]?.volatile, {
    RoleLastUsed: { LastUsedDate: '2026-02-03T04:05:06.000Z', Region: 'eu-west-1' },
  });
  t.is(resources[0]?.createdAt, '2026-02-03T04:05:06.000Z');
});

test('a denied list of roles makes its keys unreadable in every role, with one call', async (t) => {
  const { resources, cells, called } = await collectFrom(
    'iam',
    'AWS::IAM::Role',
    {
      GetAccountAuthorizationDetails: ({ Marker }) =>
        Marker === undefined
          ? { RoleDetailList: [role('a')], IsTruncated: true, Marker: 'two' }
          : { RoleDetailList: [role('b')], IsTruncated: false },
      ListRoles: () => denied('iam:ListRoles'),
    },
    'global',
  );
  const parts = ['Description', 'MaxSessionDuration'].map((part) => ({
    part,
    scope: 'key',
    reason: 'denied',
    action: 'iam:ListRoles',
  }));
  t.deepEqual(
    resources.map(({ unreadable }) => unreadable),
    [parts, parts],
  );
  t.is(cells['AWS::IAM::Role']?.outcome, 'complete');
  t.is(called.filter((name) => name === 'ListRoles').length, 1);
});

test('reads the MFA devices of a user in a stable order', async (t) => {
  const device = (SerialNumber: string) => ({ UserName: 'ada', SerialNumber, EnableDate: time });
  const { configuration } = await collectFrom(
    'iam',
    'AWS::IAM::User',
    {
      GetAccountAuthorizationDetails: { UserDetailList: [{ UserName: 'ada', CreateDate: time }] },
      ListMFADevices: { MFADevices: [device('arn:b'), device('arn:a')] },
    },
    'global',
  );
  t.deepEqual(
    configuration?.['MFADevices'],
    ['arn:a', 'arn:b'].map((SerialNumber) => ({ ...device(SerialNumber), EnableDate: time.toISOString() })),
  );
});

const notConfigured = {
  GetBucketEncryption: () => awsError('ServerSideEncryptionConfigurationNotFoundError', 404),
  GetBucketVersioning: {},
  GetBucketPolicy: () => awsError('NoSuchBucketPolicy', 404),
  GetPublicAccessBlock: () => awsError('NoSuchPublicAccessBlockConfiguration', 404),
  GetBucketOwnershipControls: () => awsError('OwnershipControlsNotFoundError', 404),
  GetBucketLogging: {},
  GetBucketNotificationConfiguration: {},
  GetBucketReplication: () => awsError('ReplicationConfigurationNotFoundError', 404),
  GetBucketLifecycleConfiguration: () => awsError('NoSuchLifecycleConfiguration', 404),
  GetBucketCors: () => awsError('NoSuchCORSConfiguration', 404),
  GetBucketWebsite: () => awsError('NoSuchWebsiteConfiguration', 404),
  GetObjectLockConfiguration: () => awsError('ObjectLockConfigurationNotFoundError', 404),
  ListBuckets: { Buckets: [{ Name: 'logs', CreationDate: time }] },
} as const;
const owner = { ID: 'c0ffee' };

test('reads ACL, object lock, policy status and website of a bucket', async (t) => {
  const grants = [
    {
      Grantee: { Type: 'Group', URI: 'http://acs.amazonaws.com/groups/global/AllUsers' },
      Permission: 'READ',
    },
    { Grantee: { Type: 'CanonicalUser', ID: 'c0ffee' }, Permission: 'FULL_CONTROL' },
  ];
  const { configuration, resource } = await collectFrom('s3', 'AWS::S3::Bucket', {
    ...notConfigured,
    GetBucketVersioning: { Status: 'Enabled' },
    GetBucketPolicy: { Policy: policy },
    GetBucketOwnershipControls: { OwnershipControls: { Rules: [{ ObjectOwnership: 'ObjectWriter' }] } },
    GetBucketAcl: { Owner: owner, Grants: grants },
    GetObjectLockConfiguration: {
      ObjectLockConfiguration: {
        ObjectLockEnabled: 'Enabled',
        Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 30 } },
      },
    },
    GetBucketPolicyStatus: { PolicyStatus: { IsPublic: false } },
    GetBucketWebsite: { IndexDocument: { Suffix: 'index.html' } },
  });
  t.like(configuration, {
    Acl: { Owner: owner, Grants: [grants[1], grants[0]] },
    ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled' },
    PolicyStatus: { IsPublic: false },
    Website: { IndexDocument: { Suffix: 'index.html' } },
    Policy: document,
  });
  t.is(resource?.unreadable, undefined);
  t.is(resource?.createdAt, time.toISOString());
});

test('a bucket without these properties is readable, and needs fewer calls', async (t) => {
  const { configuration, resource, called } = await collectFrom('s3', 'AWS::S3::Bucket', {
    ...notConfigured,
    GetBucketOwnershipControls: {
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    },
  });
  t.is(resource?.unreadable, undefined);
  t.deepEqual(Object.keys(configuration ?? {}).toSorted(), ['CreationDate', 'Name', 'OwnershipControls']);
  for (const skipped of ['GetBucketAcl', 'GetObjectLockConfiguration', 'GetBucketPolicyStatus'])
    t.false(called.includes(skipped), skipped);
  t.true(called.includes('GetBucketWebsite'));
});

test('a versioned bucket without Object Lock, and one without ownership controls, have no error', async (t) => {
  const { configuration, resource } = await collectFrom('s3', 'AWS::S3::Bucket', {
    ...notConfigured,
    GetBucketVersioning: { Status: 'Enabled' },
    GetBucketAcl: { Owner: owner, Grants: [] },
  });
  t.is(resource?.unreadable, undefined);
  t.deepEqual(configuration?.['Acl'], { Owner: owner });
  t.is(configuration?.['ObjectLockConfiguration'], undefined);
});

test('reads backups, time to live and policy of a table, without the moving restore window', async (t) => {
  const table = {
    ListTables: { TableNames: ['orders'] },
    DescribeTable: {
      Table: {
        TableName: 'orders',
        TableArn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders',
        CreationDateTime: time,
      },
    },
    DescribeContinuousBackups: {
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: {
          PointInTimeRecoveryStatus: 'ENABLED',
          RecoveryPeriodInDays: 35,
          EarliestRestorableDateTime: time,
          LatestRestorableDateTime: time,
        },
      },
    },
    DescribeTimeToLive: {
      TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' },
    },
  };
  const shared = await collectFrom('dynamodb', 'AWS::DynamoDB::Table', {
    ...table,
    GetResourcePolicy: ({ ResourceArn }) =>
      ResourceArn === table.DescribeTable.Table.TableArn
        ? { Policy: policy, RevisionId: '1' }
        : awsError('ValidationException', 400),
  });
  t.like(shared.configuration, {
    ContinuousBackups: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED', RecoveryPeriodInDays: 35 },
    },
    TimeToLive: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' },
    ResourcePolicy: document,
  });
  t.false(JSON.stringify(shared.configuration).includes('RestorableDateTime'));
  t.is(shared.resource?.createdAt, time.toISOString());

  const without = await collectFrom('dynamodb', 'AWS::DynamoDB::Table', {
    ...table,
    GetResourcePolicy: () => awsError('PolicyNotFoundException', 400),
  });
  t.is(without.resources.length, 1);
  t.is(without.resource?.unreadable, undefined);
  t.is(without.configuration?.['ResourcePolicy'], undefined);
});

test('reads the DNS attributes of the own VPCs only', async (t) => {
  const { resources, called } = await collectFrom('ec2', 'AWS::EC2::VPC', {
    DescribeVpcs: {
      Vpcs: [
        { VpcId: 'vpc-own', OwnerId: '123456789012' },
        { VpcId: 'vpc-shared', OwnerId: '210987654321' },
      ],
    },
    DescribeVpcAttribute: ({ VpcId, Attribute }) =>
      Attribute === 'enableDnsSupport'
        ? { VpcId, EnableDnsSupport: { Value: true } }
        : { VpcId, EnableDnsHostnames: { Value: false } },
  });
  t.like(resources.find(({ nativeId }) => nativeId === 'vpc-own')?.configuration, {
    EnableDnsSupport: true,
    EnableDnsHostnames: false,
  });
  t.is(called.filter((name) => name === 'DescribeVpcAttribute').length, 2);
});

test('reads the accounts that snapshots and images are shared with', async (t) => {
  const snapshot = await collectFrom('ec2', 'AWS::EC2::Snapshot', {
    DescribeSnapshots: { Snapshots: [{ SnapshotId: 'snap-1', StartTime: time }] },
    DescribeSnapshotAttribute: {
      SnapshotId: 'snap-1',
      CreateVolumePermissions: [{ UserId: '210987654321' }, { Group: 'all' }],
    },
  });
  t.deepEqual(snapshot.configuration?.['CreateVolumePermissions'], [
    { Group: 'all' },
    { UserId: '210987654321' },
  ]);
  t.is(snapshot.resource?.createdAt, time.toISOString());

  const image = await collectFrom('ec2', 'AWS::EC2::Image', {
    DescribeImages: {
      Images: [
        { ImageId: 'ami-1', Public: false, CreationDate: '2026-02-03T04:05:06.000Z' },
        { ImageId: 'ami-2', Public: true },
      ],
    },
    DescribeImageAttribute: { LaunchPermissions: [{ OrganizationArn: 'arn:o' }] },
  });
  t.deepEqual(image.configuration?.['LaunchPermissions'], [{ OrganizationArn: 'arn:o' }]);
  t.is(image.called.filter((name) => name === 'DescribeImageAttribute').length, 1);
  t.is(image.resource?.createdAt, time.toISOString());
});

test('reads the sharing of manual RDS snapshots; automated ones cannot be shared', async (t) => {
  for (const kind of ['DBSnapshot', 'DBClusterSnapshot']) {
    const snapshot = (name: string, SnapshotType: string) => ({
      [`${kind}Identifier`]: name,
      SnapshotType,
      SnapshotCreateTime: time,
      InstanceCreateTime: new Date('2020-01-01T00:00:00Z'),
    });
    const attribute = `${kind}Attributes`;
    const { resources, called } = await collectFrom('rds', `AWS::RDS::${kind}`, {
      [`Describe${kind}s`]: {
        [`${kind}s`]: [snapshot('manual-1', 'manual'), snapshot('rds:auto-1', 'automated')],
      },
      [`Describe${attribute}`]: {
        [`${attribute}Result`]: {
          [attribute]: [{ AttributeName: 'restore', AttributeValues: ['222222222222', '111111111111'] }],
        },
      },
    });
    t.deepEqual(resources[0]?.configuration[attribute], [
      { AttributeName: 'restore', AttributeValues: ['111111111111', '222222222222'] },
    ]);
    t.is(resources[1]?.configuration[attribute], undefined);
    t.is(called.filter((name) => name === `Describe${attribute}`).length, 1);
    t.is(resources[0]?.createdAt, time.toISOString());
  }
});

test('reads logging and root object of a distribution, and nothing else of its configuration', async (t) => {
  const { configuration, resource } = await collectFrom(
    'cloudfront',
    'AWS::CloudFront::Distribution',
    {
      ListDistributions: { DistributionList: { IsTruncated: false, Items: [{ Id: 'E1', Comment: 'Shop' }] } },
      GetDistributionConfig: {
        ETag: 'E',
        DistributionConfig: {
          CallerReference: 'c',
          DefaultRootObject: 'index.html',
          Logging: { Enabled: true, IncludeCookies: false, Bucket: 'logs.s3.amazonaws.com', Prefix: '' },
          Origins: { Items: [{ CustomHeaders: { Items: [{ HeaderValue: 'hunter2' }] } }] },
        },
      },
    },
    'global',
  );
  t.deepEqual(configuration, {
    Comment: 'Shop',
    DefaultRootObject: 'index.html',
    Id: 'E1',
    Logging: { Bucket: 'logs.s3.amazonaws.com', Enabled: true, IncludeCookies: false },
  });
  t.is(resource?.unreadable, undefined);
});

test('reads whether a trail logs and a recorder records, and keeps times of delivery out of the hash', async (t) => {
  const TrailARN = 'arn:aws:cloudtrail:eu-west-1:123456789012:trail/all';
  const trail = async (IsLogging: boolean, delivered: Date) =>
    collectFrom('cloudtrail', 'AWS::CloudTrail::Trail', {
      DescribeTrails: { trailList: [{ Name: 'all', TrailARN }] },
      GetEventSelectors: { TrailARN },
      GetTrailStatus: { IsLogging, LatestDeliveryTime: delivered, StartLoggingTime: time },
      ListTags: { ResourceTagList: [] },
    });
  const first = await trail(true, time);
  t.deepEqual(first.configuration?.['Status'], { IsLogging: true });
  t.is(first.resource?.configHash, (await trail(true, new Date())).resource?.configHash);
  t.not(first.resource?.configHash, (await trail(false, time)).resource?.configHash);

  const recorder = async (recording: boolean, lastStatusChangeTime: Date) =>
    collectFrom('config', 'AWS::Config::ConfigurationRecorder', {
      DescribeConfigurationRecorders: { ConfigurationRecorders: [{ name: 'default' }] },
      DescribeConfigurationRecorderStatus: {
        ConfigurationRecordersStatus: [
          { name: 'default', recording, lastStatus: 'SUCCESS', lastStatusChangeTime },
        ],
      },
    });
  const recorded = await recorder(true, time);
  t.deepEqual(recorded.configuration?.['status'], { name: 'default', recording: true });
  t.is(recorded.resource?.configHash, (await recorder(true, new Date())).resource?.configHash);
  t.not(recorded.resource?.configHash, (await recorder(false, time)).resource?.configHash);
});

test('reads the attributes of target groups and of classic load balancers', async (t) => {
  const attribute = (Key: string) => ({ Key, Value: 'true' });
  const group = await collectFrom('elasticloadbalancing', 'AWS::ElasticLoadBalancingV2::TargetGroup', {
    DescribeTargetGroups: { TargetGroups: [{ TargetGroupArn: 'arn:t', TargetGroupName: 't' }] },
    DescribeTargetHealth: { TargetHealthDescriptions: [] },
    DescribeTargetGroupAttributes: { Attributes: [attribute('stickiness.enabled'), attribute('a')] },
  });
  t.deepEqual(group.configuration?.['Attributes'], [attribute('a'), attribute('stickiness.enabled')]);

  const attributes = { AccessLog: { Enabled: false }, ConnectionSettings: { IdleTimeout: 60 } };
  const classic = await collectFrom('elasticloadbalancing', 'AWS::ElasticLoadBalancing::LoadBalancer', {
    DescribeLoadBalancers: {
      LoadBalancerDescriptions: [{ LoadBalancerName: 'old', CreatedTime: time }],
    },
    DescribeLoadBalancerAttributes: { LoadBalancerAttributes: attributes },
    DescribeTags: { TagDescriptions: [] },
  });
  t.deepEqual(classic.configuration?.['LoadBalancerAttributes'], attributes);
  t.is(classic.resource?.createdAt, time.toISOString());
});

test('reads the policies of secrets and file systems; without a policy there is no error', async (t) => {
  const secret = async (ResourcePolicy?: string) =>
    collectFrom('secretsmanager', 'AWS::SecretsManager::Secret', {
      ListSecrets: { SecretList: [{ ARN: 'arn:s', Name: 's', CreatedDate: time }] },
      GetResourcePolicy: { ARN: 'arn:s', Name: 's', ...(ResourcePolicy ? { ResourcePolicy } : {}) },
    });
  t.deepEqual((await secret(policy)).configuration?.['ResourcePolicy'], document);
  t.is((await secret()).configuration?.['ResourcePolicy'], undefined);

  const fileSystem = async (response: object) =>
    collectFrom('elasticfilesystem', 'AWS::EFS::FileSystem', {
      DescribeFileSystems: { FileSystems: [{ FileSystemId: 'fs-1', CreationTime: time }] },
      DescribeFileSystemPolicy: () => response,
    });
  t.deepEqual((await fileSystem({ Policy: policy })).configuration?.['Policy'], document);
  const without = await fileSystem(awsError('PolicyNotFound', 404));
  t.is(without.resources.length, 1);
  t.is(without.resource?.unreadable, undefined);
});

test('reads policies of every type, also where a partition does not know one', async (t) => {
  const known = ['SERVICE_CONTROL_POLICY', 'RESOURCE_CONTROL_POLICY', 'DECLARATIVE_POLICY_EC2'];
  const { resources, cells } = await collectFrom(
    'organizations',
    'AWS::Organizations::Policy',
    {
      DescribeOrganization: { Organization: { MasterAccountId: scope.awsAccountNumber } },
      ListPolicies: ({ Filter }) =>
        known.includes(String(Filter))
          ? { Policies: [{ Id: `p-${String(Filter)}`, Type: Filter }] }
          : awsError('InvalidInputException', 400),
      DescribePolicy: { Policy: { Content: policy } },
      ListTagsForResource: { Tags: [] },
    },
    'global',
  );
  t.deepEqual(
    resources.map(({ configuration }) => configuration['Type']),
    known,
  );
  t.deepEqual(resources[1]?.configuration['Content'], document);
  t.is(cells['AWS::Organizations::Policy']?.outcome, 'complete');
});

test('says when an instance was launched first, not when it was started last', async (t) => {
  const attached = (AttachTime: Date) => ({ Attachment: { AttachTime } });
  const { resource } = await collectFrom('ec2', 'AWS::EC2::Instance', {
    DescribeInstances: {
      Reservations: [
        {
          Instances: [
            {
              InstanceId: 'i-1',
              LaunchTime: new Date('2026-06-01T00:00:00Z'),
              NetworkInterfaces: [attached(new Date('2026-05-01T00:00:00Z')), attached(time)],
            },
          ],
        },
      ],
    },
  });
  t.is(resource?.createdAt, time.toISOString());
});
