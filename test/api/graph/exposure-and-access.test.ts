import { randomUUID } from 'node:crypto';
import test from 'ava';
import { connectOwner } from '../../support/discovery/owner.ts';
import { extractEstate } from '../../support/graph/extract-estate.ts';
import { insertAccounts } from '../../support/graph/insert-resources.ts';
import type { InventoryResource } from '../../support/graph/insert-resources.ts';
import { useFixture } from '../../support/use-fixture.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();
const own = '123456789012';
const other = '210987654321';
const iam = (resource: string, account = own) => `arn:aws:iam::${account}:${resource}`;
const document = (...statements: readonly object[]) => ({ Version: '2012-10-17', Statement: statements });
const allow = (
  actions: string | readonly string[],
  resources: string | readonly string[],
  rest: object = {},
) => ({ Effect: 'Allow', Action: actions, Resource: resources, ...rest });
const bucketArn = 'arn:aws:s3:::orders';

/** A VPC with a public instance, a public and a blocked bucket, and principals of two accounts. */
function estate(accountId: string, otherId: string, isOpen: boolean): readonly InventoryResource[] {
  const ec2 = (
    type: string,
    nativeId: string,
    configuration: object,
    owner = accountId,
  ): InventoryResource => ({
    accountId: owner,
    type: `AWS::EC2::${type}`,
    nativeId,
    arn: `arn:aws:ec2:eu-west-1:${own}:${type.toLowerCase()}/${nativeId}`,
    configuration,
  });
  const role = (name: string, configuration: object, account = accountId): InventoryResource => ({
    accountId: account,
    region: 'global',
    type: 'AWS::IAM::Role',
    nativeId: name,
    name,
    arn: iam(`role/${name}`, account === accountId ? own : other),
    configuration: {
      RoleName: name,
      Arn: iam(`role/${name}`, account === accountId ? own : other),
      ...configuration,
    },
  });
  const entries = [true, false].map((Egress) => ({
    Egress,
    RuleNumber: 100,
    RuleAction: 'allow',
    Protocol: '-1',
    CidrBlock: '0.0.0.0/0',
  }));
  return [
    // The network belongs to the other account, which shares the subnet.
    ec2(
      'InternetGateway',
      'igw-1',
      { InternetGatewayId: 'igw-1', Attachments: [{ VpcId: 'vpc-1' }] },
      otherId,
    ),
    ec2('Subnet', 'subnet-1', { SubnetId: 'subnet-1', VpcId: 'vpc-1' }, otherId),
    ec2(
      'RouteTable',
      'rtb-1',
      {
        RouteTableId: 'rtb-1',
        VpcId: 'vpc-1',
        Associations: [{ SubnetId: 'subnet-1' }],
        Routes: [{ DestinationCidrBlock: '0.0.0.0/0', GatewayId: 'igw-1', State: 'active' }],
      },
      otherId,
    ),
    ec2(
      'NetworkAcl',
      'acl-1',
      { VpcId: 'vpc-1', IsDefault: true, Associations: [], Entries: entries },
      otherId,
    ),
    ec2('SecurityGroup', 'sg-1', {
      GroupId: 'sg-1',
      VpcId: 'vpc-1',
      IpPermissions: [
        {
          IpProtocol: 'tcp',
          FromPort: 22,
          ToPort: 22,
          IpRanges: [{ CidrIp: isOpen ? '0.0.0.0/0' : '10.0.0.0/8' }],
        },
      ],
    }),
    ec2('NetworkInterface', 'eni-1', {
      NetworkInterfaceId: 'eni-1',
      VpcId: 'vpc-1',
      SubnetId: 'subnet-1',
      Groups: [{ GroupId: 'sg-1' }],
      Association: { PublicIp: '203.0.113.10' },
      Attachment: { InstanceId: 'i-1' },
    }),
    ec2('Instance', 'i-1', { InstanceId: 'i-1', SubnetId: 'subnet-1' }),
    ...['orders', 'blocked'].map((name): InventoryResource => ({
      accountId,
      type: 'AWS::S3::Bucket',
      nativeId: name,
      name,
      arn: `arn:aws:s3:::${name}`,
      configuration: {
        Name: name,
        Policy: JSON.stringify(
          document(
            allow('s3:GetObject', `arn:aws:s3:::${name}/*`, { Principal: '*' }),
            allow('s3:ListBucket', `arn:aws:s3:::${name}`, { Principal: { AWS: iam('role/reader', other) } }),
          ),
        ),
        PublicAccessBlockConfiguration: { RestrictPublicBuckets: name === 'blocked' },
      },
    })),
    role('writer', {
      RolePolicyList: [
        { PolicyName: 'write', PolicyDocument: document(allow('s3:PutObject', `${bucketArn}/*`)) },
      ],
    }),
    role('bounded', {
      AttachedManagedPolicies: [{ PolicyArn: 'arn:aws:iam::aws:policy/AdministratorAccess' }],
      PermissionsBoundary: { PermissionsBoundaryArn: iam('policy/boundary') },
    }),
    role('deploy', {
      AssumeRolePolicyDocument: JSON.stringify(
        document({
          Effect: 'Allow',
          Principal: {
            AWS: [iam('role/writer'), iam('root', '999988887777')],
            Service: 'codebuild.amazonaws.com',
          },
          Action: 'sts:AssumeRole',
        }),
      ),
      AttachedManagedPolicies: [{ PolicyArn: 'arn:aws:iam::aws:policy/job-function/Billing' }],
    }),
    role(
      'reader',
      { RolePolicyList: [{ PolicyName: 'all', PolicyDocument: document(allow('s3:*', '*')) }] },
      otherId,
    ),
    {
      accountId,
      region: 'global',
      type: 'AWS::IAM::ManagedPolicy',
      nativeId: iam('policy/boundary'),
      arn: iam('policy/boundary'),
      configuration: {
        Arn: iam('policy/boundary'),
        PolicyVersionList: [{ IsDefaultVersion: true, Document: document(allow('sqs:*', '*')) }],
      },
    },
    {
      accountId,
      region: 'global',
      type: 'AWS::IAM::User',
      nativeId: 'anna',
      name: 'anna',
      arn: iam('user/anna'),
      configuration: { UserName: 'anna', Arn: iam('user/anna'), GroupList: ['developers'] },
    },
    {
      accountId,
      region: 'global',
      type: 'AWS::IAM::Group',
      nativeId: 'developers',
      name: 'developers',
      arn: iam('group/developers'),
      configuration: {
        GroupName: 'developers',
        GroupPolicyList: [
          {
            PolicyName: 'delete',
            PolicyDocument: document(
              allow('s3:DeleteObject', `${bucketArn}/*`, {
                Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } },
              }),
            ),
          },
        ],
      },
    },
  ];
}

/** The organization of the accounts as its management account sees it: a root, one unit and the accounts. */
function organization(managementId: string): readonly InventoryResource[] {
  const resource = (type: string, id: string, configuration: object): InventoryResource => ({
    accountId: managementId,
    region: 'global',
    type: `AWS::Organizations::${type}`,
    nativeId: id,
    arn: `arn:aws:organizations::999900001111:${type.toLowerCase()}/${id}`,
    configuration: { Id: id, ...configuration },
  });
  const full = { Type: 'SERVICE_CONTROL_POLICY', Content: JSON.stringify(document(allow('*', '*'))) };
  const noDelete = { Effect: 'Deny', Action: 's3:Delete*', Resource: '*' };
  return [
    resource('Policy', 'p-FullAWSAccess', full),
    resource('Policy', 'p-1', {
      Type: 'SERVICE_CONTROL_POLICY',
      Content: JSON.stringify(document(noDelete)),
    }),
    resource('Root', 'r-1', {
      PolicyTypes: [{ Type: 'SERVICE_CONTROL_POLICY' }],
      ServiceControlPolicies: [{ Id: 'p-FullAWSAccess' }],
    }),
    resource('OrganizationalUnit', 'ou-1', {
      ParentId: 'r-1',
      ServiceControlPolicies: [{ Id: 'p-FullAWSAccess' }, { Id: 'p-1' }],
    }),
    resource('Account', own, {
      Parents: [{ Id: 'ou-1' }],
      ServiceControlPolicies: [{ Id: 'p-FullAWSAccess' }],
    }),
  ];
}

interface ExposureItem {
  readonly resource: { readonly id: string; readonly name: string };
  readonly kind: string;
  readonly state: string;
  readonly ports: readonly object[];
  readonly path: readonly { readonly node: { readonly name: string }; readonly relationship_id?: string }[];
  readonly stopped_by: readonly { readonly control: string; readonly resource_id?: string }[];
  readonly noted: readonly string[];
}
interface ExposurePage {
  readonly items: readonly ExposureItem[];
  readonly total: number;
  readonly next_cursor?: string;
  readonly not_read: readonly { readonly reason: string; readonly resource_type?: string }[];
}
interface AccessItem {
  readonly principal: {
    readonly id?: string;
    readonly entity_type: string;
    readonly name: string;
    readonly resource_type?: string;
  };
  readonly resource: { readonly id: string; readonly name: string };
  readonly actions: readonly string[];
  readonly decision: string;
  readonly statements: readonly object[];
  readonly not_evaluated: readonly { readonly kind: string; readonly value?: string }[];
}
interface AccessPage {
  readonly items: readonly AccessItem[];
  readonly next_cursor?: string;
}

const fixture = useFixture(
  async () => {
    const owner = connectOwner(api.database.url);
    const { client, organizationId } = await api.signUp();
    const [accountId = '', otherId = ''] = await insertAccounts(owner, organizationId, [own, other]);
    const source = { owner, url: api.database.url, organizationId };
    const given = estate(accountId, otherId, true);
    const ids = await extractEstate(source, given);
    const withIds = given.map((resource, index) => ({ ...resource, id: ids[index] ?? '' }));
    const idOf = (nativeId: string) => withIds.find((resource) => resource.nativeId === nativeId)?.id ?? '';
    // The first account was extracted before the network of the other one.
    await extractEstate(source, withIds.slice(4, 5), 'incremental');
    return { owner, client, organizationId, accountId, otherId, source, withIds, idOf };
  },
  ({ owner }) => owner.close(),
);

const exposures = async (query = '') =>
  (await fixture.client.request<ExposurePage>('GET', `/graph/exposure?${query}`)).body;
const access = async (query: string) =>
  (await fixture.client.request<AccessPage>('GET', `/graph/access?${query}`)).body;

test.serial('lists what can be reached with the path, and what a control stops', async (t) => {
  const { items, total, not_read: unread } = await exposures();
  const { idOf } = fixture;
  t.is(total, 3);
  const instance = items.find(({ kind }) => kind === 'network');
  t.like(instance, {
    state: 'exposed',
    ports: [{ protocol: 'tcp', from: 22, to: 22 }],
    noted: [],
    stopped_by: [],
  });
  t.deepEqual(
    instance?.path.map(({ node, relationship_id: relationship }) => [node.name, relationship !== undefined]),
    [
      ['igw-1', false],
      ['rtb-1', true],
      ['subnet-1', true],
      ['sg-1', false],
      ['eni-1', true],
      ['i-1', true],
    ],
    'the network of another account is found, and neighbours have their relationship',
  );
  t.deepEqual(
    items
      .filter(({ kind }) => kind === 'policy')
      .map(({ resource, state, stopped_by: stops }) => [resource.name, state, stops] as const)
      .toSorted(([one], [other]) => one.localeCompare(other)),
    [
      ['blocked', 'stopped', [{ control: 'bucket_public_access_block', resource_id: idOf('blocked') }]],
      ['orders', 'exposed', []],
    ],
  );
  t.deepEqual(unread, [], 'every account was extracted');
});

test.serial('filters exposures, pages them, and says what was not read', async (t) => {
  const { accountId, otherId, organizationId, owner, idOf } = fixture;
  t.is((await exposures('kind=policy')).total, 2);
  t.is((await exposures(`aws_account_id=${otherId}`)).total, 0);
  t.deepEqual(
    (await exposures('resource_type=AWS::EC2::Instance&exposure=exposed')).items.map(
      ({ resource }) => resource.id,
    ),
    [idOf('i-1')],
  );
  const first = await exposures('limit=2');
  const second = await exposures(`limit=2&cursor=${encodeURIComponent(first.next_cursor ?? '')}`);
  t.is(new Set([...first.items, ...second.items].map(({ resource }) => resource.id)).size, 3);
  t.is(second.next_cursor, undefined);

  const { rows: cell } = { rows: [organizationId, accountId] };
  await owner.query(
    `insert into coverage_cells (organization_id, aws_account_id, region, resource_type, outcome, last_attempt_at)
     values ($1, $2, 'eu-west-1', 'AWS::EC2::SecurityGroup', 'denied', now())`,
    cell,
  );
  const { not_read: unread } = await exposures();
  t.like(unread, [{ reason: 'denied', resource_type: 'AWS::EC2::SecurityGroup' }]);
  t.deepEqual((await exposures(`aws_account_id=${otherId}`)).not_read, []);
});

test.serial('the exposure is a property and a filter of resources', async (t) => {
  const { client, idOf } = fixture;
  const names = async (query: string) => {
    const { body } = await client.request<{
      items: readonly { native_id: string; exposure?: string }[];
      total: number;
    }>('GET', `/resources?limit=200&${query}`);
    t.is(body.items.length, body.total);
    return body.items.map(({ native_id: name, exposure }) => `${name} ${exposure ?? ''}`).toSorted();
  };
  t.deepEqual(await names('exposure=exposed'), ['i-1 exposed', 'orders exposed']);
  t.deepEqual(await names('exposure=stopped'), ['blocked stopped']);
  t.true((await names('')).includes('eni-1 '));
  const { body } = await client.request<{ exposure?: string }>('GET', `/resources/${idOf('orders')}`);
  t.is(body.exposure, 'exposed');
});

test.serial('lists the principals with access to a resource, with the statements', async (t) => {
  const { idOf } = fixture;
  const { items } = await access(`resource_id=${idOf('orders')}&limit=200`);
  const shown = items.map(
    ({ principal, decision, actions }) => `${principal.name}: ${decision} ${actions.join(' ')}`,
  );
  t.deepEqual(shown.toSorted(), [
    '*: allowed s3:GetObject',
    'anna: allowed s3:GetObject',
    'anna: conditional s3:DeleteObject',
    'bounded: denied * s3:GetObject',
    'deploy: allowed s3:GetObject',
    'reader: allowed s3:GetObject s3:ListBucket',
    'reader: conditional s3:*',
    'writer: allowed s3:GetObject s3:PutObject',
  ]);
  const anna = items.find(
    ({ principal, decision }) => principal.name === 'anna' && decision === 'conditional',
  );
  t.deepEqual(anna?.statements, [{ policy: 'delete', index: 0, effect: 'Allow' }]);
  t.deepEqual(
    anna?.not_evaluated.map(({ kind }) => kind),
    ['condition', 'service_control_policies', 'resource_control_policies'],
  );
  const deploy = items.find(({ principal }) => principal.name === 'deploy');
  t.true(
    deploy?.not_evaluated.some(
      ({ kind, value }) => kind === 'policy_not_read' && value?.endsWith('/Billing'),
    ),
  );
  t.true(deploy?.not_evaluated.some(({ kind }) => kind === 'session_policies'));
});

test.serial('applies the service control policies of the account and its parents', async (t) => {
  const { owner, organizationId, source, idOf } = fixture;
  const [managementId = ''] = await insertAccounts(owner, organizationId, ['999900001111']);
  const given = organization(managementId);
  const ids = await extractEstate(source, given);
  const { items } = await access(`resource_id=${idOf('orders')}&limit=200`);
  const of = (name: string) => items.filter(({ principal }) => principal.name === name);
  t.deepEqual(
    of('anna').map(({ decision, actions }) => `${decision} ${actions.join(' ')}`),
    ['allowed s3:GetObject', 'denied s3:DeleteObject'],
  );
  const gaps = (name: string) => of(name).flatMap((item) => item.not_evaluated.map(({ kind }) => kind));
  t.false(gaps('anna').includes('service_control_policies'));
  t.true(
    gaps('reader').includes('service_control_policies'),
    'the other account is not in the organization that was read',
  );

  const disabled = given.map((resource, index) => ({
    ...resource,
    id: ids[index] ?? '',
    configuration: {
      ...resource.configuration,
      ...(resource.type.endsWith('Policy') ? {} : { ServiceControlPolicies: [], PolicyTypes: [] }),
    },
  }));
  await extractEstate(source, disabled);
  const after = await access(`resource_id=${idOf('orders')}&action=s3:DeleteObject`);
  const anna = after.items.find(({ principal }) => principal.name === 'anna');
  t.is(anna?.decision, 'conditional', 'an organization without service control policies');
  t.false(anna?.not_evaluated.some(({ kind }) => kind === 'service_control_policies'));
});

test.serial('tells who can assume a role', async (t) => {
  const { items } = await access(`resource_id=${fixture.idOf('deploy')}&action=sts:AssumeRole`);
  t.deepEqual(
    items
      .map(({ principal, decision }) => `${principal.entity_type} ${principal.name} ${decision}`)
      .toSorted(),
    [
      'external 999988887777 conditional',
      'external codebuild.amazonaws.com allowed',
      'resource writer allowed',
    ],
  );
  t.true(items.every(({ principal }) => principal.id !== undefined));
});

test.serial('lists the resources that a principal may use, in pages', async (t) => {
  const { idOf } = fixture;
  const read = async (name: string, limit: number, action = '') => {
    const items: AccessItem[] = [];
    for (let cursor = ''; ;) {
      const page = await access(`principal_id=${idOf(name)}&limit=${limit}${action}${cursor}`);
      t.true(page.items.length <= limit);
      items.push(...page.items);
      if (page.next_cursor === undefined) return items;
      cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
  };
  const text = ({ resource, decision, actions }: AccessItem) =>
    `${resource.name} ${decision} ${actions.join(' ')}`;
  t.deepEqual((await read('writer', 200)).map(text).toSorted(), [
    'blocked allowed s3:GetObject',
    'deploy allowed sts:AssumeRole',
    'orders allowed s3:GetObject s3:PutObject',
  ]);
  const all = await read('anna', 200);
  t.deepEqual((await read('anna', 1)).map(text), all.map(text));
  t.deepEqual((await read('writer', 1, '&action=s3:PutObject')).map(text), ['orders allowed s3:PutObject']);
});

test.serial('finds the shortest paths between two nodes', async (t) => {
  const { client, idOf } = fixture;
  type Body = {
    readonly paths: readonly {
      readonly nodes: readonly { readonly name: string }[];
      readonly edges: readonly { readonly relationship_type: string }[];
    }[];
    readonly truncated: boolean;
  };
  const paths = async (from: string, to: string, query = '') =>
    (await client.request<Body>('GET', `/graph/paths?from=${idOf(from)}&to=${idOf(to)}${query}`)).body;
  const routed =
    '&direction=any&relationship_type=contained_in&relationship_type=associated_with&relationship_type=routes_to';
  const text = ({ nodes, edges }: Body['paths'][number]) =>
    nodes.map(({ name }, index) => `${name} ${edges[index]?.relationship_type ?? ''}`.trim()).join(' ');
  const { paths: found, truncated } = await paths('eni-1', 'igw-1', routed);
  t.false(truncated);
  t.deepEqual(found.map(text).toSorted(), [
    'eni-1 contained_in subnet-1 associated_with rtb-1 routes_to igw-1',
    'eni-1 contained_in vpc-1 contained_in rtb-1 routes_to igw-1',
  ]);
  t.deepEqual((await paths('eni-1', 'igw-1', '&direction=any')).paths.map(text), [
    'eni-1 contained_in vpc-1 attached_to igw-1',
  ]);
  t.deepEqual((await paths('eni-1', 'igw-1')).paths, [], 'the route table is the source of its association');
  t.deepEqual((await paths('rtb-1', 'igw-1')).paths.length, 1);
  t.deepEqual((await paths('eni-1', 'igw-1', '&direction=any&relationship_type=contained_in')).paths, []);
  t.is((await paths('eni-1', 'eni-1')).paths[0]?.edges.length, 0);
});

test.serial('the graph of an account has what crosses its boundary', async (t) => {
  const { client, accountId, otherId, organizationId, owner, idOf } = fixture;
  type Body = {
    readonly nodes: readonly {
      readonly id: string;
      readonly name: string;
      readonly depth: number;
      readonly hidden_edges?: number;
    }[];
    readonly edges: readonly { readonly source_id: string; readonly target_id: string }[];
    readonly truncated: boolean;
  };
  const graph = async (query: string) => (await client.request<Body>('GET', `/graph?${query}`)).body;
  const names = ({ nodes }: Body) => nodes.map(({ name, depth }) => `${name} ${depth}`).toSorted();
  const needs = await graph(
    `root_type=account&root_id=${accountId}&direction=outgoing&resource_type=AWS::EC2::NetworkInterface`,
  );
  t.deepEqual(names(needs), ['eni-1 0', 'subnet-1 1']);
  t.true(
    (needs.nodes.find(({ name }) => name === 'subnet-1')?.hidden_edges ?? 0) > 0,
    'the end has other relationships',
  );
  t.true(needs.edges.some((edge) => edge.source_id === idOf('eni-1') && edge.target_id === idOf('subnet-1')));
  const needed = await graph(
    `root_type=account&root_id=${otherId}&direction=incoming&resource_type=AWS::EC2::Subnet`,
  );
  t.deepEqual(names(needed), ['eni-1 1', 'i-1 1', 'subnet-1 0']);
  await owner.query(
    `update aws_accounts set ou_path = '/Root/Workloads/Shop' where organization_id = $1 and id = $2`,
    [organizationId, accountId],
  );
  const unit = await graph(
    'root_type=organization_unit&root_id=/Root/Workloads&direction=outgoing&resource_type=AWS::EC2::Instance',
  );
  t.deepEqual(names(unit), ['i-1 0', 'subnet-1 1']);
  await owner.query(
    `update aws_accounts set ou_path = '/Root/Workloads/Net' where organization_id = $1 and id = $2`,
    [organizationId, otherId],
  );
  t.deepEqual(
    names(
      await graph('root_type=organization_unit&root_id=/Root/Workloads&resource_type=AWS::EC2::Instance'),
    ),
    [],
    'nothing leaves the unit that contains both accounts',
  );
});

test.serial('rejects roots, principals and parameters that do not exist or do not fit', async (t) => {
  const { client, idOf } = fixture;
  const expect = async (path: string, field: string) => {
    const { status, body } = await client.request<{ code: string; message: string }>('GET', path);
    t.deepEqual([status, body.code], [400, 'validation_failed'], path);
    t.true(body.message.includes(field), body.message);
  };
  await expect(`/graph?root_type=account&root_id=${randomUUID()}`, 'root_id');
  await expect('/graph?root_type=account&root_id=x', 'root_id');
  await expect('/graph?root_type=organization_unit&root_id=/None', 'root_id');
  await expect(`/graph?root_type=account&root_id=${fixture.accountId}&level=team`, 'level');
  await expect(`/graph/paths?from=${randomUUID()}&to=${idOf('i-1')}`, 'from');
  await expect(`/graph/paths?from=${idOf('i-1')}&to=${randomUUID()}`, 'to');
  await expect('/graph/access', 'resource_id');
  await expect(`/graph/access?resource_id=${randomUUID()}`, 'resource_id');
  await expect(`/graph/access?principal_id=${idOf('orders')}`, 'principal_id');
  await expect(`/graph/access?resource_id=${idOf('orders')}&principal_id=${idOf('writer')}`, 'principal_id');
  await expect(`/graph/access?resource_id=${idOf('orders')}&action=s3`, 'action');
  await expect('/graph/exposure?kind=all', 'kind');
});

test.serial('an incremental extraction removes what is no longer exposed', async (t) => {
  const { withIds, source, accountId, otherId } = fixture;
  const closed = estate(accountId, otherId, false);
  const group = withIds.findIndex(({ nativeId }) => nativeId === 'sg-1');
  await extractEstate(
    source,
    [{ ...closed[group], id: withIds[group]?.id } as InventoryResource],
    'incremental',
  );
  t.deepEqual((await exposures()).items.map(({ resource }) => resource.name).toSorted(), [
    'blocked',
    'orders',
  ]);
});
