import test from 'ava';
import {
  collectFrom,
  createdTime as time,
  policyDocument as document,
  policyText as policy,
} from './support/collect-from.ts';
import { awsError, denied, scope } from './support/scripted-aws.ts';

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
    DescribeLoadBalancers: { LoadBalancerDescriptions: [{ LoadBalancerName: 'old', CreatedTime: time }] },
    DescribeLoadBalancerAttributes: { LoadBalancerAttributes: attributes },
    DescribeTags: { TagDescriptions: [] },
  });
  t.deepEqual(classic.configuration?.['LoadBalancerAttributes'], attributes);
  t.is(classic.resource?.createdAt, time.toISOString());
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
