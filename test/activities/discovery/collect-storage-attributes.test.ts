import test from 'ava';
import {
  collectFrom,
  createdTime as time,
  policyDocument as document,
  policyText as policy,
} from './support/collect-from.ts';
import { awsError } from './support/scripted-aws.ts';

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
    DescribeTimeToLive: { TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' } },
    DescribeKinesisStreamingDestination: { TableName: 'orders', KinesisDataStreamDestinations: [] },
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
