import { isArray, isObject } from '../../json/json.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import { first, select } from '../../json/path.ts';
import { defined } from '../../defined.ts';
import { edgeRules } from '../rules/index.ts';
import type { AclEntry, ExposureFact, AddressFamily, InterfaceFact, OpenPorts } from './exposure-fact.ts';
import { isInternet } from './internet-address.ts';
import { openStatements } from './open-statements.ts';
import { allPorts, mergePorts, portsOf } from './port-ranges.ts';
import type { PortRange } from './port-ranges.ts';

/** The resource whose configuration is read. */
export interface FactHolder {
  readonly resourceType: string;
  readonly nativeId: string;
  readonly arn?: string | undefined;
}

type FactReader = (configuration: JsonObject, holder: FactHolder) => ExposureFact | undefined;

/**
 * Returns the part of a configuration that exposure depends on, if there is any. Takes linear time; lists are cut, because a
 * customer can write them.
 */
export function readExposureFact(configuration: JsonObject, holder: FactHolder): ExposureFact | undefined {
  const { resourceType } = holder;
  const read = readers[resourceType];
  if (read !== undefined) return read(configuration, holder);
  return readPolicy(configuration, holder);
}

/** Types whose configurations exposure is read from. An exposure is unknown where they were not read. */
export function isExposureType(resourceType: string): boolean {
  return readers[resourceType] !== undefined || policyPaths.has(resourceType);
}

/** Elements of a list that are read. */
const maximumItems = 1000;

const readers: Readonly<Record<string, FactReader>> = {
  'AWS::EC2::InternetGateway': () => ({ kind: 'gateway' }),
  'AWS::EC2::Subnet': (item) => ({ kind: 'subnet', vpc: text(item['VpcId']) }),
  'AWS::EC2::RouteTable': (item) => ({
    kind: 'routes',
    vpc: text(item['VpcId']),
    main: select(item, 'Associations[].Main').includes(true),
    subnets: texts(item, 'Associations[].SubnetId'),
    gateways: defaultGateways(item),
  }),
  'AWS::EC2::NetworkAcl': (item) => ({
    kind: 'acl',
    vpc: text(item['VpcId']),
    main: item['IsDefault'] === true,
    subnets: texts(item, 'Associations[].SubnetId'),
    entries: aclEntries(item),
  }),
  'AWS::EC2::SecurityGroup': readGroup,
  'AWS::EC2::NetworkInterface': (item) => {
    const instance = optional(first(item, 'Attachment.InstanceId'));
    const type = text(item['InterfaceType']);
    const vpc = text(item['VpcId']);
    return {
      kind: 'interface',
      ...readInterface(item),
      ...defined({ instance }),
      addresses: texts(item, 'PrivateIpAddresses[].PrivateIpAddress').map((address) => `${vpc}/${address}`),
      managed: type !== '' && type !== 'interface' ? true : isServiceInterface(item),
    };
  },
  'AWS::EC2::Instance': (item) => ({
    kind: 'instance',
    interfaces: objects(item, 'NetworkInterfaces[]').slice(0, 20).map(readInterface),
  }),
  'AWS::ElasticLoadBalancingV2::LoadBalancer': (item, { arn, nativeId }) => ({
    kind: 'balancer',
    key: arn ?? nativeId,
    internet: item['Scheme'] === 'internet-facing',
    ...defined({ vpc: optional(item['VpcId']) }),
    subnets: texts(item, 'AvailabilityZones[].SubnetId'),
    ...defined({ groups: optionalList(texts(item, 'SecurityGroups[]')) }),
    families: text(item['IpAddressType']).startsWith('dualstack') ? ['v4', 'v6'] : ['v4'],
    ports: [],
    instances: [],
  }),
  'AWS::ElasticLoadBalancing::LoadBalancer': (item, { arn, nativeId }) => ({
    kind: 'balancer',
    key: arn ?? nativeId,
    internet: item['Scheme'] === 'internet-facing',
    ...defined({ vpc: optional(item['VPCId']) }),
    subnets: texts(item, 'Subnets[]'),
    ...defined({ groups: optionalList(texts(item, 'SecurityGroups[]')) }),
    families: ['v4'],
    ports: objects(item, 'ListenerDescriptions[].Listener').flatMap((one) => tcp(one['LoadBalancerPort'])),
    instances: texts(item, 'Instances[].InstanceId'),
  }),
  'AWS::ElasticLoadBalancingV2::Listener': (item, { arn, nativeId }) => ({
    kind: 'listener',
    key: arn ?? nativeId,
    balancer: text(item['LoadBalancerArn']),
    ports: listenerPorts(item),
    targets: forwardTargets(item, 'DefaultActions[]'),
  }),
  'AWS::ElasticLoadBalancingV2::ListenerRule': (item, { arn, nativeId }) => ({
    kind: 'rule',
    // The ARN of a rule is the one of its listener with the rule's id.
    listener: (arn ?? nativeId).replace(':listener-rule/', ':listener/').replace(/\/[^/]*$/, ''),
    targets: forwardTargets(item, 'Actions[]'),
  }),
  'AWS::ElasticLoadBalancingV2::TargetGroup': (item, { arn, nativeId }) => ({
    kind: 'targets',
    key: arn ?? nativeId,
    balancers: texts(item, 'LoadBalancerArns[]'),
    type: text(item['TargetType']) || 'instance',
    ...defined({ vpc: optional(item['VpcId']) }),
    members: objects(item, 'TargetHealthDescriptions[].Target').map((target) => ({
      id: text(target['Id']),
      ports: tcp(target['Port'] ?? item['Port']),
    })),
  }),
  'AWS::RDS::DBInstance': database,
  'AWS::Neptune::DBInstance': database,
  'AWS::DocDB::DBInstance': database,
  'AWS::Redshift::Cluster': (item) => ({
    kind: 'endpoint',
    public: item['PubliclyAccessible'] === true,
    ...defined({ vpc: optional(item['VpcId']), subnetGroup: optional(item['ClusterSubnetGroupName']) }),
    subnets: [],
    groups: texts(item, 'VpcSecurityGroups[].VpcSecurityGroupId'),
    ports: tcp(first(item, 'Endpoint.Port') ?? 5439),
  }),
  'AWS::Redshift::ClusterSubnetGroup': (item, { nativeId }) => ({
    kind: 'subnet_group',
    name: nativeId,
    subnets: texts(item, 'Subnets[].SubnetIdentifier'),
  }),
  'AWS::RedshiftServerless::Workgroup': (item) => ({
    kind: 'endpoint',
    public: item['publiclyAccessible'] === true,
    subnets: texts(item, 'subnetIds[]'),
    groups: texts(item, 'securityGroupIds[]'),
    ports: tcp(item['port'] ?? 5439),
  }),
  'AWS::DMS::ReplicationInstance': (item) => ({
    kind: 'endpoint',
    public: item['PubliclyAccessible'] === true,
    subnets: texts(item, 'ReplicationSubnetGroup.Subnets[].SubnetIdentifier'),
    groups: texts(item, 'VpcSecurityGroups[].VpcSecurityGroupId'),
    ports: [...allPorts],
  }),
  'AWS::AmazonMQ::Broker': (item) => ({
    kind: 'endpoint',
    public: item['PubliclyAccessible'] === true,
    subnets: texts(item, 'SubnetIds[]'),
    groups: texts(item, 'SecurityGroups[]'),
    ports: [...allPorts],
  }),
  'AWS::EKS::Cluster': (item) => ({
    kind: 'public_api_server',
    open:
      first(item, 'resourcesVpcConfig.endpointPublicAccess') === true &&
      texts(item, 'resourcesVpcConfig.publicAccessCidrs[]').some(isInternet),
  }),
  'AWS::S3::Bucket': (item) => ({
    kind: 'bucket',
    statements: openStatements(item['Policy']),
    acl: texts(item, 'Acl.Grants[].Grantee.URI').some(isPublicGrantee),
    ...blocksOf(first(item, 'PublicAccessBlockConfiguration')),
  }),
  // An access point for a VPC is not reached from elsewhere.
  'AWS::S3::AccessPoint': (item) =>
    item['NetworkOrigin'] === 'VPC'
      ? undefined
      : {
          kind: 'bucket',
          statements: openStatements(item['Policy']),
          acl: false,
          ...blocksOf(first(item, 'PublicAccessBlockConfiguration')),
        },
  'AWS::S3::AccountPublicAccessBlock': (item) => ({ kind: 'bucket_block', ...blocksOf(item) }),
  'AWS::EC2::Snapshot': (item) => ({
    kind: 'share',
    snapshot: true,
    shared: texts(item, 'CreateVolumePermissions[].Group').includes('all'),
  }),
  'AWS::EC2::Image': (item) => ({
    kind: 'share',
    snapshot: false,
    shared: item['Public'] === true || texts(item, 'LaunchPermissions[].Group').includes('all'),
  }),
  'AWS::RDS::DBSnapshot': (item) => sharedSnapshot(item, 'DBSnapshotAttributes[]'),
  'AWS::RDS::DBClusterSnapshot': (item) => sharedSnapshot(item, 'DBClusterSnapshotAttributes[]'),
  // `block-new-sharing` keeps what is shared. Source: EBS user guide, "Block public access for snapshots".
  'AWS::EC2::SnapshotBlockPublicAccess': (item) =>
    item['State'] === 'block-all-sharing' ? { kind: 'snapshot_block' } : undefined,
  'AWS::Lambda::Function': (item, { arn }) => ({
    kind: 'policy',
    statements: openStatements(item['Policy']),
    ...defined({ key: arn }),
  }),
  'AWS::Lambda::Url': (item) =>
    item['AuthType'] === 'NONE' ? { kind: 'function_url', function: text(item['FunctionArn']) } : undefined,
  'AWS::ApiGateway::RestApi': (item) => ({
    kind: 'api',
    id: text(item['id']),
    internet: !texts(item, 'endpointConfiguration.types[]').includes('PRIVATE'),
    ...(isObject(item['policy']) ? { policy: openStatements(item['policy']).length > 0 } : {}),
  }),
  'AWS::ApiGateway::Resource': (item, { nativeId }) => openMethod(item, nativeId),
  'AWS::ApiGateway::Stage': (item, { nativeId, arn }) => ({
    kind: 'api_stage',
    api: nativeId.split('/', 1)[0] ?? '',
    ...defined({ key: arn }),
    waf: item['webAclArn'] !== undefined && item['webAclArn'] !== null,
  }),
  'AWS::ApiGatewayV2::Api': (item) => ({ kind: 'api', id: text(item['ApiId']), internet: true }),
  'AWS::ApiGatewayV2::Route': (item, { nativeId }) => {
    const key = text(item['RouteKey']);
    // Of a WebSocket API, only the connection is authorized. Browsers ask with OPTIONS without credentials.
    const isMessage = key.startsWith('$') && key !== '$default' && key !== '$connect';
    const isOpen =
      (item['AuthorizationType'] ?? 'NONE') === 'NONE' && !isMessage && !key.startsWith('OPTIONS ');
    return isOpen
      ? { kind: 'api_method', api: nativeId.split('/', 1)[0] ?? '', key: item['ApiKeyRequired'] === true }
      : undefined;
  },
  'AWS::ApiGatewayV2::Stage': (_item, { nativeId, arn }) => ({
    kind: 'api_stage',
    api: nativeId.split('/', 1)[0] ?? '',
    ...defined({ key: arn }),
    waf: false,
  }),
  'AWS::WAFv2::WebACLAssociation': (item) => ({ kind: 'waf', resource: text(item['ResourceArn']) }),
  'AWS::EC2::VPCBlockPublicAccessOptions': (item) =>
    ['block-ingress', 'block-bidirectional'].includes(text(item['InternetGatewayBlockMode']))
      ? { kind: 'vpc_block' }
      : undefined,
  'AWS::EC2::VPCBlockPublicAccessExclusion': (item) => {
    // `allow-egress` still blocks connections from the internet.
    if (item['InternetGatewayExclusionMode'] !== 'allow-bidirectional') return undefined;
    const id = text(item['ResourceArn']).split('/')[1] ?? '';
    return { kind: 'vpc_block_exclusion', ...(id.startsWith('vpc-') ? { vpc: id } : { subnet: id }) };
  },
};

/** Types with policies for everyone that only the network of a VPC can use. */
const innerTypes: ReadonlySet<string> = new Set(['AWS::EC2::VPCEndpoint', 'AWS::EFS::FileSystem']);

/** Paths of the resource policies of a type: those of the rules for everyone. */
const policyPaths: ReadonlyMap<string, string> = new Map(
  edgeRules
    .filter(({ audience, path, sourceType }) => {
      return audience === 'open' && path.includes('.Statement[]') && !innerTypes.has(sourceType);
    })
    .map(({ sourceType, path }) => [sourceType, path.slice(0, path.indexOf('.Statement[]'))]),
);

function readPolicy(configuration: JsonObject, { resourceType, arn }: FactHolder): ExposureFact | undefined {
  const path = policyPaths.get(resourceType);
  // A domain in a VPC has no address of the internet.
  if (path === undefined || first(configuration, 'VPCOptions.VPCId') !== undefined) return undefined;
  const statements = select(configuration, path).flatMap((policy) => openStatements(policy));
  if (statements.length === 0) return undefined;
  return { kind: 'policy', statements: statements.slice(0, 20), ...defined({ key: arn }) };
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function optional(value: Json | undefined): string | undefined {
  return text(value) === '' ? undefined : text(value);
}

function optionalList(values: readonly string[]): readonly string[] | undefined {
  return values.length === 0 ? undefined : values;
}

function texts(item: JsonObject, path: string): readonly string[] {
  return select(item, path)
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .slice(0, maximumItems);
}

function objects(item: JsonObject, path: string): readonly JsonObject[] {
  return select(item, path)
    .filter((value): value is JsonObject => isObject(value))
    .slice(0, maximumItems);
}

function numberOf(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

function tcp(port: Json | undefined): readonly PortRange[] {
  const number = numberOf(port);
  return number === undefined || number <= 0 ? [] : [{ protocol: 'tcp', from: number, to: number }];
}

function defaultGateways(item: JsonObject): Readonly<Partial<Record<AddressFamily, string>>> {
  const gateways: Partial<Record<AddressFamily, string>> = {};
  for (const route of objects(item, 'Routes[]')) {
    const gateway = text(route['GatewayId']);
    if (!gateway.startsWith('igw-') || route['State'] === 'blackhole') continue;
    if (isInternet(text(route['DestinationCidrBlock']) || none)) gateways.v4 ??= gateway;
    if (isInternet(text(route['DestinationIpv6CidrBlock']) || none)) gateways.v6 ??= gateway;
  }
  return gateways;
}

/** A range of one address, which admits nobody else. */
const none = '192.0.2.0/32';

function aclEntries(item: JsonObject): readonly AclEntry[] {
  return objects(item, 'Entries[]')
    .flatMap((entry): readonly AclEntry[] => {
      const v4 = optional(entry['CidrBlock']);
      const v6 = optional(entry['Ipv6CidrBlock']);
      const family: AddressFamily = v4 === undefined ? 'v6' : 'v4';
      if (!isInternet(v4 ?? v6 ?? none)) return [];
      return [
        {
          number: numberOf(entry['RuleNumber']) ?? 32_767,
          egress: entry['Egress'] === true,
          allows: entry['RuleAction'] === 'allow',
          family,
          ports: portsOf(
            protocolOf(entry['Protocol']),
            numberOf(first(entry, 'PortRange.From')),
            numberOf(first(entry, 'PortRange.To')),
          ),
        },
      ];
    })
    .toSorted((a, b) => a.number - b.number);
}

/** Without a protocol, a rule is for every protocol. */
function protocolOf(value: Json | undefined): string {
  return typeof value === 'number' ? value.toString() : text(value) || '-1';
}

function readGroup(item: JsonObject): ExposureFact {
  const open: Record<AddressFamily, PortRange[]> = { v4: [], v6: [] };
  const inner: PortRange[] = [];
  const peers = new Map<string, PortRange[]>();
  for (const permission of objects(item, 'IpPermissions[]')) {
    const ports = portsOf(
      protocolOf(permission['IpProtocol']),
      numberOf(permission['FromPort']),
      numberOf(permission['ToPort']),
    );
    const v4 = texts(permission, 'IpRanges[].CidrIp');
    const v6 = texts(permission, 'Ipv6Ranges[].CidrIpv6');
    if (v4.some(isInternet)) open.v4.push(...ports);
    if (v6.some(isInternet)) open.v6.push(...ports);
    if (v4.length > 0 || v6.length > 0 || texts(permission, 'PrefixListIds[].PrefixListId').length > 0)
      inner.push(...ports);
    for (const group of texts(permission, 'UserIdGroupPairs[].GroupId'))
      peers.set(group, [...(peers.get(group) ?? []), ...ports]);
  }
  const merged: OpenPorts = { v4: mergePorts(open.v4), v6: mergePorts(open.v6) };
  return {
    kind: 'group',
    open: merged,
    inner: mergePorts(inner),
    peers: [...peers].map(([group, ports]) => ({ group, ports: mergePorts(ports) })),
  };
}

function readInterface(item: JsonObject): InterfaceFact {
  const hasV4 = optional(first(item, 'Association.PublicIp')) !== undefined;
  // Global addresses of IPv6; local ones begin with f.
  const hasV6 = texts(item, 'Ipv6Addresses[].Ipv6Address').some((address) => !/^f/i.test(address));
  return {
    ...defined({
      id: optional(item['NetworkInterfaceId']),
      vpc: optional(item['VpcId']),
      subnet: optional(item['SubnetId']),
    }),
    groups: texts(item, 'Groups[].GroupId'),
    families: [...(hasV4 ? (['v4'] as const) : []), ...(hasV6 ? (['v6'] as const) : [])],
  };
}

/**
 * Services describe the interfaces that they make. Their resources have exposures of their own. Tasks of ECS have none: their
 * interfaces are exposed.
 */
function isServiceInterface(item: JsonObject): boolean {
  const description = text(item['Description']);
  return [
    'ELB ',
    'RDSNetworkInterface',
    'RedshiftNetworkInterface',
    'DMSNetworkInterface',
    'Interface for NAT',
  ].some((start) => description.startsWith(start));
}

function listenerPorts(item: JsonObject): readonly PortRange[] {
  const port = numberOf(item['Port']);
  if (port === undefined) return [];
  const protocol = text(item['Protocol']);
  const both = protocol === 'TCP_UDP';
  return [
    ...(protocol !== 'UDP' && protocol !== 'QUIC' ? tcp(port) : []),
    ...(both || protocol === 'UDP' || protocol === 'QUIC' || protocol === 'TCP_QUIC'
      ? [{ protocol: 'udp' as const, from: port, to: port }]
      : []),
  ];
}

function forwardTargets(item: JsonObject, actions: string): readonly string[] {
  return [
    ...new Set([
      ...texts(item, `${actions}.TargetGroupArn`),
      ...texts(item, `${actions}.ForwardConfig.TargetGroups[].TargetGroupArn`),
    ]),
  ];
}

function database(item: JsonObject): ExposureFact {
  return {
    kind: 'endpoint',
    public: item['PubliclyAccessible'] === true,
    ...defined({ vpc: optional(first(item, 'DBSubnetGroup.VpcId')) }),
    subnets: texts(item, 'DBSubnetGroup.Subnets[].SubnetIdentifier'),
    groups: texts(item, 'VpcSecurityGroups[].VpcSecurityGroupId'),
    ports: tcp(first(item, 'Endpoint.Port') ?? first(item, 'DbInstancePort')),
  };
}

function blocksOf(block: Json | undefined): { readonly blocksPolicy: boolean; readonly blocksAcl: boolean } {
  const settings = isObject(block) ? block : {};
  return {
    blocksPolicy: settings['RestrictPublicBuckets'] === true,
    blocksAcl: settings['IgnorePublicAcls'] === true,
  };
}

/** Everyone, or everyone with any account of AWS. Source: S3 user guide, "Amazon S3 predefined groups". */
function isPublicGrantee(uri: string): boolean {
  return /\/groups\/global\/(?:AllUsers|AuthenticatedUsers)$/.test(uri);
}

function sharedSnapshot(item: JsonObject, path: string): ExposureFact {
  const isPublic = objects(item, path).some(({ AttributeName: name, AttributeValues: values }) => {
    return name === 'restore' && isArray(values) && values.includes('all');
  });
  return { kind: 'share', snapshot: false, shared: isPublic };
}

function openMethod(item: JsonObject, nativeId: string): ExposureFact | undefined {
  const { resourceMethods: methods } = item;
  if (!isObject(methods)) return undefined;
  // Browsers ask with OPTIONS without credentials.
  const open = Object.entries(methods)
    .filter(([method]) => method !== 'OPTIONS')
    .flatMap(([, method]) => (isObject(method) && method['authorizationType'] === 'NONE' ? [method] : []));
  if (open.length === 0) return undefined;
  const key = open.every((method) => method['apiKeyRequired'] === true);
  return { kind: 'api_method', api: nativeId.split('/', 1)[0] ?? '', key };
}
