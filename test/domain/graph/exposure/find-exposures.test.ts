import test from 'ava';
import { findExposures } from '../../../../domain/graph/exposure/find-exposures.ts';
import type { FoundExposure } from '../../../../domain/graph/exposure/find-exposures.ts';
import type { FactOfResource } from '../../../../domain/graph/exposure/fact-index.ts';
import { isInternet } from '../../../../domain/graph/exposure/internet-address.ts';
import { readExposureFact } from '../../../../domain/graph/exposure/read-exposure-fact.ts';
import type { JsonObject } from '../../../../domain/json/json.ts';

interface Given {
  readonly type: string;
  readonly id: string;
  readonly arn?: string;
  readonly configuration: object;
}

/** Returns the facts of configurations as AWS returns them. The native id is the id of the resource. */
function factsOf(given: readonly Given[]): readonly FactOfResource[] {
  return given.flatMap(({ type, id, arn, configuration }) => {
    const holder = { resourceType: `AWS::${type}`, nativeId: id, arn };
    const fact = readExposureFact(JSON.parse(JSON.stringify(configuration)) as JsonObject, holder);
    return fact === undefined ? [] : [{ resourceId: id, nativeId: id, region: 'eu-west-1', fact, own: true }];
  });
}

const exposures = (...given: readonly Given[]): readonly FoundExposure[] => findExposures(factsOf(given));

const everywhere = [{ CidrIp: '0.0.0.0/0' }];
const group = (id: string, ...permissions: readonly object[]): Given => ({
  type: 'EC2::SecurityGroup',
  id,
  configuration: { GroupId: id, VpcId: 'vpc-1', IpPermissions: permissions },
});
const https = { IpProtocol: 'tcp', FromPort: 443, ToPort: 443, IpRanges: everywhere };
const igw: Given = {
  type: 'EC2::InternetGateway',
  id: 'igw-1',
  configuration: { Attachments: [{ VpcId: 'vpc-1' }] },
};
const subnet = (id: string): Given => ({
  type: 'EC2::Subnet',
  id,
  configuration: { SubnetId: id, VpcId: 'vpc-1' },
});
const routes = (id: string, destination: object, association: object): Given => ({
  type: 'EC2::RouteTable',
  id,
  configuration: {
    VpcId: 'vpc-1',
    Associations: [association],
    Routes: [
      { DestinationCidrBlock: '10.0.0.0/16', GatewayId: 'local' },
      { ...destination, State: 'active' },
    ],
  },
});
const toInternet = { DestinationCidrBlock: '0.0.0.0/0', GatewayId: 'igw-1' };
const publicRoutes = routes('rtb-public', toInternet, { SubnetId: 'subnet-public' });
const entry = (
  number: number,
  egress: boolean,
  action: string,
  protocol: string,
  from?: number,
  to?: number,
) => ({
  RuleNumber: number,
  Egress: egress,
  RuleAction: action,
  Protocol: protocol,
  CidrBlock: '0.0.0.0/0',
  ...(from === undefined ? {} : { PortRange: { From: from, To: to } }),
});
const acl = (...entries: readonly object[]): Given => ({
  type: 'EC2::NetworkAcl',
  id: 'acl-1',
  configuration: {
    VpcId: 'vpc-1',
    IsDefault: true,
    Associations: [],
    Entries: [...entries, entry(32767, false, 'deny', '-1'), entry(32767, true, 'deny', '-1')],
  },
});
const openAcl = acl(entry(100, false, 'allow', '-1'), entry(100, true, 'allow', '-1'));
const network = [igw, subnet('subnet-public'), publicRoutes, openAcl];
const networkInterface = (id: string, groups: readonly string[], rest: object = {}): Given => ({
  type: 'EC2::NetworkInterface',
  id,
  configuration: {
    NetworkInterfaceId: id,
    VpcId: 'vpc-1',
    SubnetId: 'subnet-public',
    InterfaceType: 'interface',
    Groups: groups.map((GroupId) => ({ GroupId })),
    Association: { PublicIp: '203.0.113.10' },
    PrivateIpAddresses: [{ PrivateIpAddress: '10.0.0.5' }],
    ...rest,
  },
});
const instance = (id: string): Given => ({ type: 'EC2::Instance', id, configuration: { InstanceId: id } });
const attached = { Attachment: { InstanceId: 'i-1' } };

test('an instance is exposed through gateway, route, subnet, security group and interface', (t) => {
  const found = exposures(
    ...network,
    group('sg-1', https),
    networkInterface('eni-1', ['sg-1'], attached),
    instance('i-1'),
  );
  t.deepEqual(found, [
    {
      resourceId: 'i-1',
      kind: 'network',
      state: 'exposed',
      ports: [{ protocol: 'tcp', from: 443, to: 443 }],
      path: ['igw-1', 'rtb-public', 'subnet-public', 'sg-1', 'eni-1', 'i-1'],
      stoppedBy: [],
      noted: [],
    },
  ]);
});

test('each link of the path is needed', (t) => {
  const whole = [
    ...network,
    group('sg-1', https),
    networkInterface('eni-1', ['sg-1'], attached),
    instance('i-1'),
  ];
  const replaced = (id: string, by: Given) => exposures(...whole.map((one) => (one.id === id ? by : one)));
  const nothing: readonly FoundExposure[] = [];
  t.deepEqual(
    replaced('eni-1', networkInterface('eni-1', ['sg-1'], { ...attached, Association: null })),
    nothing,
    'no address',
  );
  t.deepEqual(
    replaced('sg-1', group('sg-1', { ...https, IpRanges: [{ CidrIp: '10.0.0.0/8' }] })),
    nothing,
    'closed group',
  );
  const nat = { DestinationCidrBlock: '0.0.0.0/0', NatGatewayId: 'nat-1' };
  t.deepEqual(
    replaced('rtb-public', routes('rtb-public', nat, { SubnetId: 'subnet-public' })),
    nothing,
    'NAT',
  );
  const main = routes('rtb-main', toInternet, { Main: true });
  t.is(
    replaced('rtb-public', main)[0]?.path[1],
    'rtb-main',
    'the main route table is that of subnets without one',
  );
  const halves = { ...https, IpRanges: [{ CidrIp: '0.0.0.0/1' }, { CidrIp: '128.0.0.0/1' }] };
  t.is(replaced('sg-1', group('sg-1', halves))[0]?.state, 'exposed', 'two halves of the internet');
});

test('a network ACL stops by the first rule that matches, and without answers', (t) => {
  const withAcl = (one: Given) =>
    exposures(
      igw,
      subnet('subnet-public'),
      publicRoutes,
      one,
      group('sg-1', https),
      networkInterface('eni-1', ['sg-1']),
    )[0];
  const answers = entry(100, true, 'allow', '6', 1024, 65535);
  t.is(withAcl(acl(entry(90, false, 'allow', '6', 443, 443), answers))?.state, 'exposed');
  const stopped = withAcl(
    acl(entry(90, false, 'deny', '6', 400, 500), entry(100, false, 'allow', '-1'), answers),
  );
  t.like(stopped, { state: 'stopped', stoppedBy: [{ control: 'network_acl', resourceId: 'acl-1' }] });
  t.deepEqual(stopped?.ports, [{ protocol: 'tcp', from: 443, to: 443 }]);
  t.is(withAcl(acl(entry(100, false, 'allow', '-1')))?.state, 'stopped', 'no answer leaves the subnet');
  const wide = exposures(
    igw,
    subnet('subnet-public'),
    publicRoutes,
    acl(
      entry(90, false, 'deny', '6', 22, 22),
      entry(100, false, 'allow', '-1'),
      entry(100, true, 'allow', '-1'),
    ),
    group('sg-1', { IpProtocol: 'tcp', FromPort: 20, ToPort: 25, IpRanges: everywhere }),
    networkInterface('eni-1', ['sg-1']),
  );
  t.deepEqual(wide[0]?.ports, [
    { protocol: 'tcp', from: 20, to: 21 },
    { protocol: 'tcp', from: 23, to: 25 },
  ]);
});

test('IPv6 needs its own route and rule', (t) => {
  const v6 = { Association: null, Ipv6Addresses: [{ Ipv6Address: '2001:db8::1' }] };
  const rule = { IpProtocol: '-1', Ipv6Ranges: [{ CidrIpv6: '::/0' }] };
  const given = [subnet('subnet-public'), igw, group('sg-1', rule), networkInterface('eni-1', ['sg-1'], v6)];
  t.deepEqual(exposures(...given, publicRoutes), []);
  const v6Routes = routes(
    'rtb-public',
    { DestinationIpv6CidrBlock: '::/0', GatewayId: 'igw-1' },
    { SubnetId: 'subnet-public' },
  );
  const [found] = exposures(...given, v6Routes);
  t.deepEqual(found?.ports, [{ protocol: 'all', from: 0, to: 65535 }]);
  t.deepEqual(found?.noted, ['network_acl_not_read']);
});

test('a part of the path that was not read is noted and stops nothing', (t) => {
  const [found] = exposures(networkInterface('eni-1', ['sg-1'], attached), instance('i-1'));
  t.is(found?.state, 'exposed');
  t.deepEqual(found?.noted.toSorted(), [
    'network_acl_not_read',
    'route_table_not_read',
    'security_group_not_read',
    'subnet_not_read',
  ]);
});

test('VPC block public access stops, except in excluded subnets', (t) => {
  const block: Given = {
    type: 'EC2::VPCBlockPublicAccessOptions',
    id: 'block',
    configuration: { InternetGatewayBlockMode: 'block-ingress' },
  };
  const exclusion: Given = {
    type: 'EC2::VPCBlockPublicAccessExclusion',
    id: 'vpcbpa-exclude-1',
    configuration: {
      InternetGatewayExclusionMode: 'allow-bidirectional',
      ResourceArn: 'arn:aws:ec2:eu-west-1:123456789012:subnet/subnet-public',
    },
  };
  const given = [...network, group('sg-1', https), networkInterface('eni-1', ['sg-1']), block];
  t.like(exposures(...given)[0], {
    state: 'stopped',
    stoppedBy: [{ control: 'vpc_block_public_access', resourceId: 'block' }],
  });
  t.is(exposures(...given, exclusion)[0]?.state, 'exposed');
});

const lbArn = 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/web/1';
const tgArn = 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:targetgroup/web/2';
const balancer = (scheme: string): Given => ({
  type: 'ElasticLoadBalancingV2::LoadBalancer',
  id: lbArn,
  arn: lbArn,
  configuration: {
    LoadBalancerArn: lbArn,
    Scheme: scheme,
    VpcId: 'vpc-1',
    SecurityGroups: ['sg-lb'],
    AvailabilityZones: [{ SubnetId: 'subnet-public' }],
    IpAddressType: 'ipv4',
  },
});
const listener: Given = {
  type: 'ElasticLoadBalancingV2::Listener',
  id: 'listener',
  arn: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/web/1/3',
  configuration: {
    LoadBalancerArn: lbArn,
    Port: 443,
    Protocol: 'HTTPS',
    DefaultActions: [{ Type: 'forward', TargetGroupArn: tgArn }],
  },
};
const targetGroup = (type: string, ...ids: readonly string[]): Given => ({
  type: 'ElasticLoadBalancingV2::TargetGroup',
  id: tgArn,
  arn: tgArn,
  configuration: {
    TargetGroupArn: tgArn,
    TargetType: type,
    VpcId: 'vpc-1',
    Port: 8080,
    LoadBalancerArns: [lbArn],
    TargetHealthDescriptions: ids.map((Id) => ({ Target: { Id, Port: 8080 } })),
  },
});
const waf: Given = { type: 'WAFv2::WebACLAssociation', id: 'waf', configuration: { ResourceArn: lbArn } };

test('a load balancer exposes its targets, which admit it or not; a web ACL is noted', (t) => {
  const given = (targetRules: object) => [
    ...network,
    group('sg-lb', https),
    group('sg-app', targetRules),
    balancer('internet-facing'),
    listener,
    targetGroup('instance', 'i-1'),
    networkInterface('eni-1', ['sg-app'], { ...attached, Association: null }),
    instance('i-1'),
  ];
  const fromBalancer = {
    IpProtocol: 'tcp',
    FromPort: 8080,
    ToPort: 8080,
    UserIdGroupPairs: [{ GroupId: 'sg-lb' }],
  };
  const found = exposures(...given(fromBalancer), waf);
  t.deepEqual(
    found.map(({ resourceId, state, ports, path, noted }) => ({ resourceId, state, ports, path, noted })),
    [
      {
        resourceId: lbArn,
        state: 'exposed',
        ports: [{ protocol: 'tcp', from: 443, to: 443 }],
        path: ['igw-1', 'rtb-public', 'subnet-public', 'sg-lb', lbArn],
        noted: ['waf'],
      },
      {
        resourceId: 'i-1',
        state: 'exposed',
        ports: [{ protocol: 'tcp', from: 443, to: 443 }],
        path: ['igw-1', 'rtb-public', 'subnet-public', 'sg-lb', lbArn, tgArn, 'i-1'],
        noted: ['waf'],
      },
    ],
  );
  const closed = exposures(...given({ ...fromBalancer, UserIdGroupPairs: [{ GroupId: 'sg-other' }] }));
  t.like(closed[1], { state: 'stopped', stoppedBy: [{ control: 'security_group', resourceId: 'sg-app' }] });
  const inner = given(fromBalancer).map((one) => (one.id === lbArn ? balancer('internal') : one));
  t.deepEqual(exposures(...inner), []);
});

test('targets are addresses and functions, too, and classic load balancers have theirs', (t) => {
  const functionArn = 'arn:aws:lambda:eu-west-1:123456789012:function:web';
  const given = [...network, group('sg-lb', https), balancer('internet-facing'), listener];
  const toFunction = exposures(...given, targetGroup('lambda', `${functionArn}:live`), {
    type: 'Lambda::Function',
    id: 'web',
    arn: functionArn,
    configuration: {},
  });
  t.true(toFunction.some(({ resourceId, state }) => resourceId === 'web' && state === 'exposed'));
  const task = networkInterface('eni-task', ['sg-task'], { Association: null });
  const toAddress = exposures(...given, targetGroup('ip', '10.0.0.5'), task);
  t.true(toAddress.some(({ resourceId }) => resourceId === 'eni-task'));
  const classic: Given = {
    type: 'ElasticLoadBalancing::LoadBalancer',
    id: 'old',
    configuration: {
      Scheme: 'internet-facing',
      VPCId: 'vpc-1',
      Subnets: ['subnet-public'],
      SecurityGroups: ['sg-lb'],
      ListenerDescriptions: [{ Listener: { LoadBalancerPort: 443 } }],
      Instances: [{ InstanceId: 'i-1' }],
    },
  };
  t.deepEqual(
    exposures(...network, group('sg-lb', https), classic, instance('i-1')).map(
      ({ resourceId }) => resourceId,
    ),
    ['old', 'i-1'],
  );
});

test('a database that is marked as public is exposed, unless its network stops it', (t) => {
  const database = (PubliclyAccessible: boolean, groups: readonly string[]): Given => ({
    type: 'RDS::DBInstance',
    id: 'db',
    configuration: {
      PubliclyAccessible,
      Endpoint: { Port: 5432 },
      DBSubnetGroup: { VpcId: 'vpc-1', Subnets: [{ SubnetIdentifier: 'subnet-public' }] },
      VpcSecurityGroups: groups.map((VpcSecurityGroupId) => ({ VpcSecurityGroupId })),
    },
  });
  const postgres = group('sg-db', { IpProtocol: 'tcp', FromPort: 5432, ToPort: 5432, IpRanges: everywhere });
  t.like(exposures(...network, postgres, database(true, ['sg-db']))[0], {
    state: 'exposed',
    ports: [{ protocol: 'tcp', from: 5432, to: 5432 }],
    path: ['igw-1', 'rtb-public', 'subnet-public', 'sg-db', 'db'],
  });
  t.like(exposures(...network, group('sg-db', https), database(true, ['sg-db']))[0], {
    state: 'stopped',
    stoppedBy: [{ control: 'security_group', resourceId: 'sg-db' }],
  });
  t.deepEqual(exposures(...network, postgres, database(false, ['sg-db'])), []);
});

const statement = (rest: object = {}) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: '*', ...rest }],
});
const bucketOf = (configuration: object): Given => ({ type: 'S3::Bucket', id: 'orders', configuration });
const accountBlock = (block: object): Given => ({
  type: 'S3::AccountPublicAccessBlock',
  id: 'account',
  configuration: block,
});

test('buckets are public by policy or ACL, and the blocks of bucket and account stop it', (t) => {
  const acl = {
    Acl: {
      Grants: [{ Grantee: { URI: 'http://acs.amazonaws.com/groups/global/AllUsers' }, Permission: 'READ' }],
    },
  };
  const states = (...given: readonly Given[]) =>
    exposures(...given).map(({ kind, state, stoppedBy }) => [
      kind,
      state,
      ...stoppedBy.map(({ control }) => control),
    ]);
  t.deepEqual(states(bucketOf({ Policy: statement() })), [['policy', 'exposed']]);
  t.deepEqual(states(bucketOf(acl)), [['policy', 'exposed']]);
  t.deepEqual(states(bucketOf({ Policy: statement({ Principal: { AWS: '123456789012' } }) })), []);
  const blocked = bucketOf({
    Policy: statement(),
    PublicAccessBlockConfiguration: { RestrictPublicBuckets: true },
  });
  t.deepEqual(states(blocked), [['policy', 'stopped', 'bucket_public_access_block']]);
  const all = { RestrictPublicBuckets: true, IgnorePublicAcls: true };
  t.deepEqual(states(bucketOf({ Policy: statement() }), accountBlock(all)), [
    ['policy', 'stopped', 'account_public_access_block'],
  ]);
  t.deepEqual(
    states(bucketOf(acl), accountBlock({ BlockPublicAcls: true })),
    [['policy', 'exposed']],
    'keeps what is public',
  );
  t.deepEqual(
    states(bucketOf({ ...acl, Policy: statement() }), accountBlock({ RestrictPublicBuckets: true })),
    [['policy', 'exposed']],
  );
});

test('access points are public as buckets are, unless they are for a VPC', (t) => {
  const accessPoint = (rest: object): Given => ({
    type: 'S3::AccessPoint',
    id: 'ap',
    configuration: { NetworkOrigin: 'Internet', Policy: statement(), ...rest },
  });
  const states = (...given: readonly Given[]) => exposures(...given).map(({ state }) => state);
  t.deepEqual(states(accessPoint({})), ['exposed']);
  t.deepEqual(states(accessPoint({ NetworkOrigin: 'VPC' })), []);
  t.deepEqual(states(accessPoint({ PublicAccessBlockConfiguration: { RestrictPublicBuckets: true } })), [
    'stopped',
  ]);
  t.deepEqual(states(accessPoint({}), accountBlock({ RestrictPublicBuckets: true })), ['stopped']);
});

test('conditions on fixed networks are no exposure; others are noted', (t) => {
  const found = (Condition: object) => exposures(bucketOf({ Policy: statement({ Condition }) }));
  t.deepEqual(found({ IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } }), []);
  t.deepEqual(found({ StringEquals: { 'aws:SourceVpce': 'vpce-1a2b3c4d' } }), []);
  t.deepEqual(found({ StringEquals: { 'aws:PrincipalOrgID': 'o-a1b2c3d4e5' } }), []);
  t.deepEqual(found({ IpAddress: { 'aws:SourceIp': '0.0.0.0/0' } })[0]?.noted, ['conditions']);
  t.deepEqual(found({ Bool: { 'aws:SecureTransport': 'true' } })[0]?.noted, ['conditions']);
});

test('snapshots and images that are shared with everyone are exposed', (t) => {
  const snapshot: Given = {
    type: 'EC2::Snapshot',
    id: 'snap',
    configuration: { CreateVolumePermissions: [{ Group: 'all' }] },
  };
  const image: Given = {
    type: 'EC2::Image',
    id: 'ami',
    configuration: { LaunchPermissions: [{ Group: 'all' }] },
  };
  const own: Given = {
    type: 'EC2::Snapshot',
    id: 'own',
    configuration: { CreateVolumePermissions: [{ UserId: '210987654321' }] },
  };
  const ofDatabase: Given = {
    type: 'RDS::DBSnapshot',
    id: 'rds',
    configuration: { DBSnapshotAttributes: [{ AttributeName: 'restore', AttributeValues: ['all'] }] },
  };
  const block: Given = {
    type: 'EC2::SnapshotBlockPublicAccess',
    id: 'block',
    configuration: { State: 'block-all-sharing' },
  };
  const found = exposures(snapshot, image, own, ofDatabase, block);
  t.deepEqual(
    found.map(({ resourceId, kind, state }) => `${resourceId} ${kind} ${state}`),
    ['snap share stopped', 'ami share exposed', 'rds share exposed'],
  );
});

test('function URLs and APIs without authorization are exposed', (t) => {
  const arn = 'arn:aws:lambda:eu-west-1:123456789012:function:web';
  const url: Given = { type: 'Lambda::Url', id: arn, configuration: { AuthType: 'NONE', FunctionArn: arn } };
  const withPolicy = (Policy: object | undefined): Given => ({
    type: 'Lambda::Function',
    id: 'web',
    arn,
    configuration: { Policy },
  });
  const open = statement({
    Action: 'lambda:InvokeFunctionUrl',
    Condition: { StringEquals: { 'lambda:FunctionUrlAuthType': 'NONE' } },
  });
  const endpoint = (...given: readonly Given[]) =>
    exposures(...given).find(({ kind }) => kind === 'endpoint');
  t.like(endpoint(url, withPolicy(open)), { resourceId: 'web', state: 'exposed', path: [arn, 'web'] });
  t.like(endpoint(url, withPolicy(undefined)), {
    state: 'stopped',
    stoppedBy: [{ control: 'resource_policy', resourceId: 'web' }],
  });
  t.is(
    endpoint({ ...url, configuration: { AuthType: 'AWS_IAM', FunctionArn: arn } }, withPolicy(open)),
    undefined,
  );

  const api = (rest: object = {}): Given => ({
    type: 'ApiGateway::RestApi',
    id: 'api',
    configuration: { id: 'api', ...rest },
  });
  const method = (authorizationType: string): Given => ({
    type: 'ApiGateway::Resource',
    id: 'api/x1',
    configuration: {
      resourceMethods: { GET: { authorizationType }, OPTIONS: { authorizationType: 'NONE' } },
    },
  });
  const stage: Given = {
    type: 'ApiGateway::Stage',
    id: 'api/live',
    configuration: { stageName: 'live', webAclArn: 'arn' },
  };
  t.like(endpoint(api(), method('NONE'), stage), {
    resourceId: 'api',
    path: ['api/live', 'api', 'api/x1'],
    noted: ['waf'],
  });
  t.is(endpoint(api(), method('AWS_IAM'), stage), undefined);
  t.is(endpoint(api({ endpointConfiguration: { types: ['PRIVATE'] } }), method('NONE'), stage), undefined);
  const route: Given = {
    type: 'ApiGatewayV2::Route',
    id: 'h1/r1',
    configuration: { RouteKey: 'GET /', AuthorizationType: 'NONE' },
  };
  const http: Given = { type: 'ApiGatewayV2::Api', id: 'h1', configuration: { ApiId: 'h1' } };
  t.deepEqual(endpoint(http, route)?.noted, ['stage_not_read']);
  const cluster = (cidrs: readonly string[]): Given => ({
    type: 'EKS::Cluster',
    id: 'cluster',
    configuration: { resourcesVpcConfig: { endpointPublicAccess: true, publicAccessCidrs: cidrs } },
  });
  t.is(endpoint(cluster(['0.0.0.0/0']))?.state, 'exposed');
  t.is(endpoint(cluster(['203.0.113.0/24'])), undefined);
});

test('a range admits the internet if it is broader than a network', (t) => {
  for (const cidr of ['0.0.0.0/0', '::/0', '128.0.0.0/1', '2000::/3']) t.true(isInternet(cidr), cidr);
  for (const cidr of ['10.0.0.0/8', '203.0.113.7/32', '203.0.113.7', '2001:db8::/32', 'x', '0.0.0.0/x', ''])
    t.false(isInternet(cidr), cidr);
});
