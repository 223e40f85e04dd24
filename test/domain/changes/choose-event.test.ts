import test from 'ava';
import fc from 'fast-check';
import { chooseEvent } from '../../../domain/changes/choose-event.ts';
import type { ChangeOfResource } from '../../../domain/changes/choose-event.ts';
import { readTypedEvent } from '../../../domain/changes/read-typed-event.ts';
import type { TypedEvent } from '../../../domain/changes/read-typed-event.ts';
import { isTrailRegionOf } from '../../../domain/changes/global-trail-regions.ts';
import { servicesOfSource } from '../../../domain/changes/operations.ts';
import { RESOURCE_TYPES } from '../../../domain/discovery/declaration/resource-types.ts';
import type { Json } from '../../../domain/json/json.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const region = 'eu-west-1';
let count = 0;

function call(
  actor: string,
  source: string,
  eventName: string,
  requestParameters: Json,
  { minute = 10, ...record }: { readonly minute?: number; readonly [key: string]: unknown } = {},
): TypedEvent {
  count += 1;
  const event = readTypedEvent(
    {
      EventId: `e${count}`,
      EventName: eventName,
      EventSource: `${source}.amazonaws.com`,
      EventTime: at(minute),
      ReadOnly: 'false',
      Username: actor,
      CloudTrailEvent: JSON.stringify({
        awsRegion: region,
        userIdentity: { type: 'IAMUser', arn: `arn:aws:iam::111111111111:user/${actor}`, userName: actor },
        requestParameters,
        ...record,
      }),
    },
    region,
  );
  if (event === undefined) throw new Error('not a mutating call');
  return event;
}

const change = (fields: Partial<ChangeOfResource>): ChangeOfResource => ({
  kind: 'updated',
  resourceType: 'AWS::DynamoDB::Table',
  region,
  arn: `arn:aws:dynamodb:${region}:111111111111:table/orders`,
  nativeId: 'orders',
  name: 'orders',
  paths: [],
  createdAt: undefined,
  since: at(0),
  until: at(30),
  owners: [],
  ...fields,
});

const summary = (explained: ChangeOfResource, events: readonly TypedEvent[]) => {
  const cause = chooseEvent(explained, events);
  return cause === undefined
    ? undefined
    : `${cause.attribution} ${cause.event.actor.name ?? ''} ${cause.event.eventName}`;
};

test('an event explains changes of its region', (t) => {
  const update = call('ann', 'dynamodb', 'UpdateTable', { tableName: 'orders' });
  t.is(summary(change({}), [update]), 'exact ann UpdateTable');
  t.is(summary(change({ region: 'us-east-1' }), [update]), undefined);
});

test('an event explains changes of a region that a parameter names', (t) => {
  const key = change({
    kind: 'updated',
    resourceType: 'AWS::KMS::Key',
    region: 'us-west-2',
    nativeId: 'mrk-1',
    arn: 'arn:aws:kms:us-west-2:111111111111:key/mrk-1',
    name: undefined,
  });
  t.is(
    summary(key, [call('ann', 'kms', 'ReplicateKey', { keyId: 'mrk-1', replicaRegion: 'us-west-2' })]),
    'exact ann ReplicateKey',
  );
});

test('an event explains changes of region global from the trail region of its service', (t) => {
  const role = change({
    resourceType: 'AWS::IAM::Role',
    region: 'global',
    arn: 'arn:aws:iam::111111111111:role/deploy',
    nativeId: 'deploy',
    name: 'deploy',
  });
  const update = (awsRegion: string) =>
    call('ann', 'iam', 'UpdateRole', { roleName: 'deploy' }, { awsRegion });
  t.is(summary(role, [update('us-east-1')]), 'exact ann UpdateRole');
  t.is(summary(role, [update(region)]), undefined);
  const accelerator = change({
    resourceType: 'AWS::GlobalAccelerator::Accelerator',
    region: 'global',
    arn: 'arn:aws:globalaccelerator::111111111111:accelerator/a',
    nativeId: 'arn:aws:globalaccelerator::111111111111:accelerator/a',
    name: 'a',
  });
  const accelerate = (awsRegion: string) =>
    call(
      'ann',
      'globalaccelerator',
      'UpdateAccelerator',
      { acceleratorArn: accelerator.arn ?? '' },
      { awsRegion },
    );
  t.is(summary(accelerator, [accelerate('us-west-2')]), 'exact ann UpdateAccelerator');
  t.is(summary(accelerator, [accelerate('us-east-1')]), undefined);
});

test('an event explains changes of region global from any region if the service is regional', (t) => {
  const dashboard = change({
    resourceType: 'AWS::CloudWatch::Dashboard',
    region: 'global',
    arn: 'arn:aws:cloudwatch::111111111111:dashboard/shop',
    nativeId: 'shop',
    name: 'shop',
  });
  t.is(
    summary(dashboard, [call('ann', 'monitoring', 'PutDashboard', { dashboardName: 'shop' })]),
    'exact ann PutDashboard',
  );
});

test('records of global services are in other regions in China and for some services', (t) => {
  for (const [service, region, expected] of [
    ['iam', 'cn-north-1', true],
    ['cloudfront', 'cn-northwest-1', true],
    ['iam', 'us-gov-west-1', true],
    ['networkmanager', 'us-west-2', true],
    ['networkmanager', 'us-east-1', false],
    ['route53domains', 'us-west-2', true],
    ['iam', 'us-west-2', false],
  ] as const)
    t.is(isTrailRegionOf(service, region), expected, `${service} ${region}`);
});

test('a setting of the account is changed by its operation only', (t) => {
  const setting = change({
    resourceType: 'AWS::EC2::EBSEncryptionByDefault',
    arn: undefined,
    nativeId: '111111111111',
    name: 'EBS encryption by default in eu-west-1',
  });
  const tagging = call('bob', 's3', 'PutBucketTagging', { bucketName: 'b', accountId: '111111111111' });
  t.is(summary(setting, [tagging]), undefined);
  t.is(
    summary(setting, [tagging, call('ann', 'ec2', 'EnableEbsEncryptionByDefault', {})]),
    'exact ann EnableEbsEncryptionByDefault',
  );
});

test('a name matches only under a parameter of the type', (t) => {
  const attach = call(
    'bob',
    'iam',
    'AttachRolePolicy',
    { roleName: 'deploy', policyArn: 'arn:aws:iam::aws:policy/A' },
    { awsRegion: 'us-east-1' },
  );
  const user = change({
    resourceType: 'AWS::IAM::User',
    region: 'global',
    arn: 'arn:aws:iam::111111111111:user/deploy',
    nativeId: 'deploy',
    name: 'deploy',
  });
  t.is(summary(user, [attach]), undefined);
  t.is(
    summary({ ...user, resourceType: 'AWS::IAM::Role', arn: 'arn:aws:iam::111111111111:role/deploy' }, [
      attach,
    ]),
    'exact bob AttachRolePolicy',
  );
});

const queueUrl = `https://sqs.${region}.amazonaws.com/111111111111/orders`;
const queue = (fields: Partial<ChangeOfResource>) =>
  change({
    resourceType: 'AWS::SQS::Queue',
    arn: `arn:aws:sqs:${region}:111111111111:orders`,
    nativeId: queueUrl,
    ...fields,
  });

test('several events of one actor are exact, with the event that the paths fit', (t) => {
  const events = [
    call('terraform', 'sqs', 'SetQueueAttributes', { queueUrl, attributes: { VisibilityTimeout: '60' } }),
    call('terraform', 'sqs', 'TagQueue', { queueUrl, tags: { team: 'a' } }, { minute: 11 }),
  ];
  t.is(
    summary(queue({ paths: ['Attributes.VisibilityTimeout'] }), events),
    'exact terraform SetQueueAttributes',
  );
  t.is(summary(queue({ paths: ['tags.team'] }), events), 'exact terraform TagQueue');
  t.is(
    summary(queue({ paths: ['Attributes.VisibilityTimeout', 'tags.team'] }), events),
    'exact terraform SetQueueAttributes',
  );
  t.is(summary(queue({}), events), 'exact terraform TagQueue');
});

test('a second actor makes the attribution probable, and is a candidate', (t) => {
  const events = [
    call('bob', 'sqs', 'SetQueueAttributes', { queueUrl }),
    call('ann', 'sqs', 'SetQueueAttributes', { queueUrl }, { minute: 12 }),
  ];
  const cause = chooseEvent(queue({ paths: ['Attributes.DelaySeconds'] }), events);
  t.is(cause?.attribution, 'probable');
  t.is(cause?.event.actor.name, 'ann');
  t.deepEqual(
    cause?.candidates.map(({ event }) => event.actor.name),
    ['bob'],
  );
});

test('an update of tags and of other paths by two actors is probable', (t) => {
  const events = [
    call('ann', 'sqs', 'SetQueueAttributes', { queueUrl }),
    call('bob', 'sqs', 'TagQueue', { queueUrl, tags: { team: 'a' } }, { minute: 12 }),
  ];
  const paths = ['Attributes.DelaySeconds', 'tags.team'];
  const cause = chooseEvent(queue({ paths }), events);
  t.is(cause?.attribution, 'probable');
  t.is(cause?.event.actor.name, 'ann');
  t.deepEqual(
    cause?.candidates.map(({ event }) => event.actor.name),
    ['bob'],
  );
  t.is(summary(queue({ paths: ['Attributes.DelaySeconds'] }), events), 'exact ann SetQueueAttributes');
});

test('sessions of a role, and calls without an identity, are different actors', (t) => {
  const as = (userIdentity: Json, minute: number) =>
    call('', 'sqs', 'SetQueueAttributes', { queueUrl }, { userIdentity, minute });
  const session = (name: string) => ({
    type: 'AssumedRole',
    arn: `arn:aws:sts::1:assumed-role/admin/${name}`,
  });
  t.is(chooseEvent(queue({}), [as(session('ann'), 10), as(session('bob'), 11)])?.attribution, 'probable');
  t.is(chooseEvent(queue({}), [as(session('ann'), 10), as(session('ann'), 11)])?.attribution, 'exact');
  t.is(chooseEvent(queue({}), [as({}, 10), as({}, 11)])?.attribution, 'probable');
});

test('an instance does not explain an update of its volume', (t) => {
  const id = 'i-0123456789abcdef0';
  const volume = change({
    resourceType: 'AWS::EC2::Volume',
    arn: undefined,
    nativeId: 'vol-0123456789abcdef0',
    name: undefined,
    owners: [{ resourceType: 'AWS::EC2::Instance', arn: undefined, nativeId: id, name: undefined }],
  });
  t.is(summary(volume, [call('ann', 'ec2', 'ModifyInstanceAttribute', { instanceId: id })]), undefined);
});

test('a type without a collector is explained by the words of an operation that names its ARN', (t) => {
  const arn = `arn:aws:rekognition:${region}:111111111111:project/p/1`;
  const project = change({ resourceType: 'AWS::Rekognition::Project', arn, nativeId: 'p', name: 'p' });
  const named = (eventName: string) =>
    call('ann', 'rekognition', eventName, {}, { resources: [{ ARN: arn }] });
  t.is(summary(project, [named('UpdateProject')]), 'exact ann UpdateProject');
  t.is(summary({ ...project, kind: 'deleted' }, [named('DeleteProjectPolicy')]), undefined);
});

test('never explains a change by an event of another service', (t) => {
  const kinds = fc.constantFrom('created', 'updated', 'deleted', 'reappeared');
  const verbs = fc.constantFrom('Create', 'Put', 'Update', 'Set', 'Attach', 'Delete', 'Terminate', 'Tag');
  const sources = fc.constantFrom('s3', 'iam', 'lambda', 'kms', 'sts', 'cloudformation', 'signin');
  fc.assert(
    fc.property(kinds, fc.constantFrom(...RESOURCE_TYPES), verbs, sources, (kind, type, verb, source) => {
      const arn = `arn:aws:${type.service}:${region}:111111111111:thing/x`;
      const named = call(
        'ann',
        source,
        `${verb}${type.resourceType.split('::').at(-1) ?? ''}`,
        { name: 'x', arn },
        { resources: [{ ARN: arn }] },
      );
      const cause = chooseEvent(
        change({ kind, resourceType: type.resourceType, arn, nativeId: 'x', name: 'x' }),
        [named],
      );
      t.true(cause === undefined || servicesOfSource(source).includes(type.service));
    }),
  );
});

test('nothing but a creating or deleting operation explains created and deleted', (t) => {
  const set = call('bob', 'sqs', 'SetQueueAttributes', { queueUrl });
  t.is(summary(queue({ kind: 'deleted' }), [set]), undefined);
  t.is(summary(queue({ kind: 'created' }), [set]), undefined);
  t.is(
    summary(queue({ kind: 'deleted' }), [set, call('ann', 'sqs', 'DeleteQueue', { queueUrl })]),
    'exact ann DeleteQueue',
  );
  t.is(
    summary(queue({ kind: 'created' }), [call('ann', 'sqs', 'CreateQueue', { queueName: 'orders' })]),
    'exact ann CreateQueue',
  );
});

test('an owner that takes the resource along is probable', (t) => {
  const volume = change({
    kind: 'deleted',
    resourceType: 'AWS::EC2::Volume',
    arn: undefined,
    nativeId: 'vol-0123456789abcdef0',
    name: undefined,
    owners: [
      {
        resourceType: 'AWS::EC2::Instance',
        arn: undefined,
        nativeId: 'i-0123456789abcdef0',
        name: undefined,
      },
    ],
  });
  const cause = chooseEvent(volume, [
    call('ann', 'ec2', 'TerminateInstances', {
      instancesSet: { items: [{ instanceId: 'i-0123456789abcdef0' }] },
    }),
  ]);
  t.is(cause?.attribution, 'probable');
  t.is(cause?.owner?.nativeId, 'i-0123456789abcdef0');
});

test('verbs of state update, and the creation of a part updates the whole', (t) => {
  const key = change({
    resourceType: 'AWS::KMS::Key',
    nativeId: 'k1',
    arn: `arn:aws:kms:${region}:111111111111:key/k1`,
    name: undefined,
  });
  t.is(
    summary(key, [call('ann', 'kms', 'ScheduleKeyDeletion', { keyId: 'k1' })]),
    'exact ann ScheduleKeyDeletion',
  );
  t.is(summary(key, [call('ann', 'kms', 'DisableKey', { keyId: key.arn ?? '' })]), 'exact ann DisableKey');
  const table = change({
    resourceType: 'AWS::EC2::RouteTable',
    nativeId: 'rtb-0123456789abcdef0',
    arn: undefined,
    name: undefined,
  });
  t.is(
    summary(table, [call('ann', 'ec2', 'CreateRoute', { routeTableId: 'rtb-0123456789abcdef0' })]),
    'exact ann CreateRoute',
  );
  const role = change({
    resourceType: 'AWS::IAM::Role',
    region: 'global',
    nativeId: 'web',
    arn: 'arn:aws:iam::111111111111:role/web',
    name: 'web',
  });
  const add = call(
    'ann',
    'iam',
    'AddRoleToInstanceProfile',
    { roleName: 'web', instanceProfileName: 'web' },
    { awsRegion: 'us-east-1' },
  );
  t.is(summary(role, [add]), undefined);
  t.is(
    summary({ ...role, resourceType: 'AWS::IAM::InstanceProfile' }, [add]),
    'exact ann AddRoleToInstanceProfile',
  );
});

/** CloudTrail user guide, "userIdentity element". */
const identities: readonly (readonly [
  title: string,
  userIdentity: Json,
  name: string | undefined,
  via: string | undefined,
])[] = [
  [
    'another account',
    { type: 'AWSAccount', accountId: '222222222222', principalId: 'AIDAEXAMPLE' },
    '222222222222',
    undefined,
  ],
  [
    'a user of IAM Identity Center',
    { type: 'IdentityCenterUser', onBehalfOf: { userId: '544894e8-80c1-707f-60e3-3ba6510dfac1' } },
    '544894e8-80c1-707f-60e3-3ba6510dfac1',
    undefined,
  ],
  [
    'a session of a role',
    { type: 'AssumedRole', arn: 'arn:aws:sts::123456789012:assumed-role/Admin/MySessionName' },
    'MySessionName',
    undefined,
  ],
  [
    'a service for a person',
    {
      type: 'IAMUser',
      arn: 'arn:aws:iam::1:user/ann',
      userName: 'ann',
      invokedBy: 'cloudformation.amazonaws.com',
    },
    'ann',
    'cloudformation.amazonaws.com',
  ],
  [
    'a service',
    { type: 'AWSService', invokedBy: 'autoscaling.amazonaws.com' },
    'autoscaling.amazonaws.com',
    undefined,
  ],
];

for (const [title, userIdentity, name, via] of identities) {
  test(`reads the actor: ${title}`, (t) => {
    const { actor } = call('', 'sqs', 'DeleteQueue', { queueUrl }, { userIdentity });
    t.is(actor.name, name);
    t.is(actor.via, via);
  });
}
