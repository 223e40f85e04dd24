import test from 'ava';
import { listModelsOf } from '../../../../activities/discovery/collect/list-models.ts';
import type { ParentResources } from '../../../../domain/discovery/cloud-control/parent-inputs.ts';
import type { AwsCaller } from '../../../../clients/aws/aws-caller.ts';
import { cloudControlType } from '../../../../domain/discovery/cloud-control/cloud-control-types.ts';
import { inputSource, parentValue } from '../../../../domain/discovery/cloud-control/parent-inputs.ts';
import { collectCloudControlTypes } from '../support/collect-cloud-control-types.ts';

type Model = Readonly<Record<string, string>>;
interface Cloud {
  /** Returns the identifiers and listed properties of a type, for a resource model. */
  readonly list: (model: Model) => readonly { readonly Identifier?: string; readonly Properties?: string }[];
  /** Returns the properties of a resource as JSON text. */
  readonly get?: (identifier: string) => string;
}

/** Answers ListResources and GetResource as Cloud Control does, and records the calls. */
function cloudControl(cloud: Cloud): AwsCaller & { readonly calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    call: async ({ operation, input = {} }) => {
      const { ResourceModel = '{}', Identifier = '' } = input as {
        ResourceModel?: string;
        Identifier?: string;
      };
      calls.push(operation === 'ListResources' ? `list ${ResourceModel}` : `get ${Identifier}`);
      await Promise.resolve();
      if (operation === 'ListResources')
        return { ResourceDescriptions: cloud.list(JSON.parse(ResourceModel) as Model) };
      return { ResourceDescription: { Identifier, Properties: cloud.get?.(Identifier) ?? '{}' } };
    },
  };
}

function fail(code: string, message = code): never {
  throw Object.assign(new Error(message), { name: code, $metadata: { httpStatusCode: 400 } });
}

async function collect(
  clients: AwsCaller,
  resourceTypes: readonly string[],
  parents?: (type: string) => Promise<ParentResources>,
  blocked: readonly { readonly resourceType: string }[] = [],
) {
  const { resources, cells } = await collectCloudControlTypes({
    resourceTypes,
    clients,
    ...(parents ? { parents } : {}),
    blocked,
    cloudControlGroups: [],
    throttleTimeoutMs: 0,
  });
  return { resources, cells, outcomes: cells.map(({ outcome }) => outcome) };
}

const channelArn = (name: string) => `arn:aws:ivs:eu-west-1:123456789012:channel/${name}`;
const channel = (name: string, properties: object = {}) => ({
  Identifier: channelArn(name),
  Properties: JSON.stringify({ Arn: channelArn(name), ...properties }),
});

test('reads every property of a resource with GetResource when the list returns some of them', async (t) => {
  const aws = cloudControl({
    list: () => [channel('a', { Name: 'a', Type: 'BASIC' })],
    get: (Arn) => JSON.stringify({ Arn, Name: 'a', Type: 'BASIC', PlaybackUrl: 'a.ivs', LatencyMode: 'LOW' }),
  });
  const { resources, outcomes } = await collect(aws, ['AWS::IVS::Channel']);
  t.deepEqual(resources[0]?.configuration, {
    Arn: channelArn('a'),
    Name: 'a',
    Type: 'BASIC',
    PlaybackUrl: 'a.ivs',
    LatencyMode: 'LOW',
  });
  t.is(resources[0]?.unreadable, undefined);
  t.deepEqual(outcomes, ['complete']);
});

test('makes no further call for a type whose lists return every readable property', async (t) => {
  const aws = cloudControl({
    list: () => [
      { Identifier: 'tgw-rtb-1|tgw-attach-1', Properties: '{"TransitGatewayAttachmentId":"tgw-attach-1"}' },
    ],
  });
  const routeTable = () =>
    Promise.resolve({
      complete: true,
      resources: [{ nativeId: 'tgw-rtb-1', arn: undefined, name: undefined }],
    });
  const type = 'AWS::EC2::TransitGatewayRouteTableAssociation';
  const { resources, outcomes } = await collect(aws, [type], routeTable);
  t.deepEqual(aws.calls, ['list {"TransitGatewayRouteTableId":"tgw-rtb-1"}']);
  t.deepEqual(
    resources.map(({ nativeId }) => nativeId),
    ['tgw-rtb-1|tgw-attach-1'],
  );
  t.deepEqual(outcomes, ['complete']);
});

test('stores an item that GetResource cannot read with its listed properties, and the other items in full', async (t) => {
  const aws = cloudControl({
    list: () => [channel('a', { Name: 'a' }), { ...channel('b'), Properties: '{"Arn":' }, channel('c')],
    get: (Arn) => {
      if (Arn.endsWith('/a')) fail('GeneralServiceException', 'Internal failure of the handler');
      return Arn.endsWith('/b') ? '[]' : JSON.stringify({ Arn, Name: 'c', Preset: '' });
    },
  });
  const { resources, outcomes } = await collect(aws, ['AWS::IVS::Channel']);
  t.deepEqual(
    resources.map(({ nativeId, name, unreadable = [] }) => [
      nativeId,
      name,
      unreadable.map(({ part, scope, reason }) => [part, scope, reason]),
    ]),
    [
      [channelArn('a'), 'a', unreadableParts],
      [channelArn('b'), undefined, unreadableParts],
      [channelArn('c'), 'c', []],
    ],
  );
  t.deepEqual(outcomes, ['complete']);
});

const unreadableParts = [
  ['GetResource', 'rest', 'error'],
  ['tags', 'tags', 'error'],
];

test('does not complete a type with an item that cannot be stored, and stores its other items', async (t) => {
  const aws = cloudControl({ list: () => [{ Properties: '{}' }, channel('b')] });
  const { resources, cells } = await collect(aws, ['AWS::IVS::Channel']);
  t.deepEqual(
    resources.map(({ nativeId }) => nativeId),
    [channelArn('b')],
  );
  t.is(cells[0]?.outcome, 'error');
  t.regex(cells[0]?.error ?? '', /^1 items failed: /);
});

test('stops calling GetResource after repeated denials, which the handler reports with another code', async (t) => {
  const names = Array.from({ length: 40 }, (_, index) => `c${index}`);
  const aws = cloudControl({
    list: () => names.map((name) => channel(name)),
    get: () =>
      fail('GeneralServiceException', 'User: x is not authorized to perform: ivs:GetChannel on resource: y'),
  });
  const { resources, outcomes } = await collect(aws, ['AWS::IVS::Channel']);
  t.is(resources.length, 40);
  t.true(aws.calls.filter((call) => call.startsWith('get')).length < 20);
  t.deepEqual(resources[39]?.unreadable?.[0], {
    part: 'GetResource',
    scope: 'rest',
    reason: 'denied',
    action: 'ivs:GetChannel',
  });
  t.deepEqual(outcomes, ['complete']);
});

const channels =
  (...names: readonly string[]) =>
  () =>
    Promise.resolve({
      complete: true,
      resources: names.map((name) => ({ nativeId: channelArn(name), arn: channelArn(name), name })),
    });
const streamKeys = 'AWS::IVS::StreamKey';

test('lists the children of other parents when one parent fails, and does not complete the type', async (t) => {
  const aws = cloudControl({
    list: ({ ChannelArn = '' }) => {
      if (ChannelArn === channelArn('b')) fail('InternalFailureOfHandler', 'The handler failed');
      return [{ Identifier: `${ChannelArn}/key`, Properties: JSON.stringify({ ChannelArn }) }];
    },
    get: (Arn) => JSON.stringify({ Arn }),
  });
  const { resources, cells } = await collect(aws, [streamKeys], channels('a', 'b', 'c'));
  t.deepEqual(
    resources.map(({ nativeId }) => nativeId),
    [`${channelArn('a')}/key`, `${channelArn('c')}/key`],
  );
  t.deepEqual(
    cells.map(({ outcome, error }) => [outcome, error]),
    [['error', '1 of 3 lists failed: The handler failed']],
  );
});

test('stops listing the children of further parents when the lists are denied, unsupported or throttled', async (t) => {
  const parents = channels(...Array.from({ length: 30 }, (_, index) => `c${index}`));
  for (const [code, calls, outcome] of [
    ['AccessDeniedException', 5, 'denied'],
    ['TypeNotFoundException', 5, 'unsupported'],
    ['ThrottlingException', 1, 'throttled'],
  ] as const) {
    const aws = cloudControl({ list: () => fail(code) });
    const { outcomes } = await collect(aws, [streamKeys], parents);
    t.is(aws.calls.length, calls, code);
    t.deepEqual(outcomes, [outcome]);
  }
});

test('lists a type once for each value of an input, and completes it only when every list succeeds', async (t) => {
  const type = 'AWS::OpenSearchServerless::SecurityConfig';
  const list = ({ Type = '' }: Model) => [
    { Identifier: `${Type}/123456789012/sso`, Properties: JSON.stringify({ Type }) },
  ];
  const all = await collect(cloudControl({ list }), [type]);
  t.deepEqual(
    all.resources.map(({ nativeId }) => nativeId.split('/')[0]),
    ['saml', 'iamidentitycenter', 'iamfederation'],
  );
  t.deepEqual(all.outcomes, ['complete']);
  const rejecting = cloudControl({
    list: (model) =>
      model['Type'] === 'iamfederation'
        ? fail('UnsupportedActionException', 'Not in this region')
        : list(model),
  });
  const some = await collect(rejecting, [type]);
  t.is(some.resources.length, 2);
  t.deepEqual(some.outcomes, ['error'], 'not unsupported, because other lists succeeded');
});

test('each OpenSearch Serverless type is listed with the values of its own enumeration', (t) => {
  const valuesOf = (type: string) => inputSource(`AWS::OpenSearchServerless::${type}`, 'Type');
  t.deepEqual(valuesOf('AccessPolicy'), { constants: ['data'] });
  t.deepEqual(valuesOf('SecurityConfig'), { constants: ['saml', 'iamidentitycenter', 'iamfederation'] });
  t.deepEqual(valuesOf('LifecyclePolicy'), { constants: ['retention'] });
});

test('lists the branches of an Amplify app with the id of the app, which is in its ARN', async (t) => {
  const arn = 'arn:aws:amplify:eu-west-1:123456789012:apps/d2x8example';
  const aws = cloudControl({ list: () => [] });
  const app = () => Promise.resolve({ complete: true, resources: [{ nativeId: arn, arn, name: 'site' }] });
  const { outcomes } = await collect(aws, ['AWS::Amplify::Branch'], app);
  t.deepEqual(aws.calls, ['list {"AppId":"d2x8example"}']);
  t.deepEqual(outcomes, ['complete']);
  t.is(parentValue({ nativeId: 'd2x8example', arn: undefined, name: undefined }, 'id'), 'd2x8example');
});

test('lists a type with the resources of each parent type that can provide its input', async (t) => {
  const aws = cloudControl({ list: () => [] });
  const parents = (type: string) =>
    Promise.resolve({
      complete: true,
      resources: [
        { nativeId: type === 'AWS::VpcLattice::Service' ? 'svc-1' : 'sn-1', arn: undefined, name: undefined },
      ],
    });
  await collect(aws, ['AWS::VpcLattice::AccessLogSubscription'], parents);
  t.deepEqual(aws.calls, ['list {"ResourceIdentifier":"svc-1"}', 'list {"ResourceIdentifier":"sn-1"}']);
});

test('marks a cell as not permitted when the template does not grant the denied action, and names the action', async (t) => {
  const deny = (action: string) =>
    cloudControl({
      list: () =>
        fail('AccessDeniedException', `User: x is not authorized to perform: ${action} on resource: y`),
    });
  const never = await collect(deny('ivs:ListChannels'), ['AWS::IVS::Channel', streamKeys]);
  t.deepEqual(
    never.cells.map(({ outcome, errorCode }) => [outcome, errorCode]),
    [
      ['not_permitted', 'NotPermitted'],
      ['not_permitted', 'ParentUnknown'],
    ],
  );
  t.regex(never.cells[0]?.error ?? '', /ivs:ListChannels/);
  const given = await collect(deny('cloudformation:ListResources'), ['AWS::IVS::Channel']);
  t.deepEqual(given.outcomes, ['denied']);
  const noRole = await collect(deny('sts:AssumeRole'), ['AWS::IVS::Channel']);
  t.deepEqual(noRole.outcomes, ['denied'], 'the role was deleted');
});

test('child types end with the outcome of parents that another task has read', async (t) => {
  for (const outcome of ['unsupported', 'blocked_by_scp', 'denied', undefined] as const) {
    const parents = () => Promise.resolve({ complete: false, outcome, resources: [] });
    const { outcomes } = await collect(cloudControl({ list: () => [] }), ['AWS::Logs::LogStream'], parents);
    t.deepEqual(outcomes, [outcome ?? 'error']);
  }
});

test('child types of a blocked type are blocked', async (t) => {
  const aws = cloudControl({ list: () => [] });
  // The ledger has the outcome of the blocked type only when the task has ended.
  const unknown = () => Promise.resolve({ complete: false, resources: [] });
  const { cells } = await collect(aws, [streamKeys], unknown, [{ resourceType: 'AWS::IVS::Channel' }]);
  t.deepEqual(
    cells.map(({ resourceType, outcome }) => [resourceType, outcome]),
    [[streamKeys, 'blocked_by_scp']],
  );
  t.deepEqual(aws.calls, []);
});

test('an ARN in a property that customers choose does not show the owner of a resource', async (t) => {
  const foreign = (service: string, rest: string) => `arn:aws:${service}:222222222222:${rest}`;
  const identifiers: Readonly<Record<string, string>> = {
    'AWS::ECR::PullTimeUpdateExclusion': foreign('iam:', 'role/deploy'),
    'AWS::EC2::EnclaveCertificateIamRoleAssociation': `${foreign('acm:eu-west-1', 'certificate/x')}|${foreign('iam:', 'role/x')}`,
  };
  for (const [type, Identifier] of Object.entries(identifiers)) {
    const { resources } = await collect(cloudControl({ list: () => [{ Identifier }] }), [type]);
    t.like(resources[0], { nativeId: Identifier, home: undefined }, type);
  }
});

test('the ARN of a shared resource shows its owner', async (t) => {
  const Arn = 'arn:aws:servicecatalog:eu-west-1:222222222222:/attribute-groups/shared';
  const cloud = cloudControl({ list: () => [{ Identifier: 'shared' }], get: () => JSON.stringify({ Arn }) });
  const { resources } = await collect(cloud, ['AWS::ServiceCatalogAppRegistry::AttributeGroup']);
  t.like(resources[0], { arn: Arn, home: { awsAccountNumber: '222222222222', region: 'eu-west-1' } });
});

test('a list that returns the same page token again ends with a failed cell', async (t) => {
  let calls = 0;
  const clients: AwsCaller = {
    call: () => {
      calls += 1;
      if (calls > 100) throw new Error('endless');
      return Promise.resolve({ ResourceDescriptions: [], NextToken: calls % 2 === 0 ? 'even' : 'odd' });
    },
  };
  const { cells } = await collect(clients, ['AWS::ECR::PullTimeUpdateExclusion']);
  t.like(cells[0], { outcome: 'error', errorCode: 'PagingError' });
  t.true(calls < 10);
});

test('children of hundreds of thousands of parents are listed', async (t) => {
  const resources = Array.from({ length: 200_000 }, (_, index) => ({
    nativeId: `${index}`,
    arn: undefined,
    name: undefined,
  }));
  const type = cloudControlType('AWS::Amplify::Branch');
  const parents = () => Promise.resolve<ParentResources>({ complete: true, resources });
  const { models } = await listModelsOf(type ?? t.fail(), { awsAccountNumber: '123456789012', parents });
  t.is(models.length, 200_000);
});
