import { defined } from '../../defined.ts';
import type { EdgeExample, EdgeRule } from '../edge-rule.ts';
import {
  allowedBy,
  certificateArn,
  keyArn,
  logGroupName,
  roleArn,
  securityGroupId,
  subnetId,
  vpcId,
} from './common-edges.ts';
import { edge } from './edge.ts';

const vpc = 'AWS::EC2::VPC';
const subnet = 'AWS::EC2::Subnet';
const securityGroup = 'AWS::EC2::SecurityGroup';
const ingress = 'AWS::EC2::SecurityGroupIngress';
const prefixList = 'AWS::EC2::PrefixList';
const routeTable = 'AWS::EC2::RouteTable';
const networkAcl = 'AWS::EC2::NetworkAcl';
const networkInterface = 'AWS::EC2::NetworkInterface';
const address = 'AWS::EC2::EIP';
const instance = 'AWS::EC2::Instance';
const internetGateway = 'AWS::EC2::InternetGateway';
const egressOnlyGateway = 'AWS::EC2::EgressOnlyInternetGateway';
const carrierGateway = 'AWS::EC2::CarrierGateway';
const natGateway = 'AWS::EC2::NatGateway';
const vpnGateway = 'AWS::EC2::VPNGateway';
const endpoint = 'AWS::EC2::VPCEndpoint';
const endpointService = 'AWS::EC2::VPCEndpointService';
const peering = 'AWS::EC2::VPCPeeringConnection';
const mirrorSession = 'AWS::EC2::TrafficMirrorSession';
const accessEndpoint = 'AWS::EC2::VerifiedAccessEndpoint';
const transitGateway = 'AWS::EC2::TransitGateway';
const loadBalancer = 'AWS::ElasticLoadBalancingV2::LoadBalancer';

const route = (key: string, target: string | readonly string[], text?: EdgeRule['text']): EdgeRule =>
  edge(routeTable, `Routes[].${key}`, 'id', 'routes_to', target, {
    ...defined({ text }),
    properties: {
      destination: 'DestinationCidrBlock',
      destination_ipv6: 'DestinationIpv6CidrBlock',
      destination_prefix_list: 'DestinationPrefixListId',
    },
  });

const transitRouteTable = 'AWS::EC2::TransitGatewayRouteTable';

/** A rule for the attachments of one kind in the routes of transit gateways. A VPN and a Direct Connect have no attachment type. */
const transitRoute = (
  routes: string,
  kind: string,
  key: 'ResourceId' | 'TransitGatewayAttachmentId',
  target: string,
): EdgeRule =>
  edge(transitRouteTable, `${routes}[].TransitGatewayAttachments[].${key}`, 'id', 'routes_to', target, {
    variant: kind,
    when: { on: 'item', conditions: [{ path: 'ResourceType', equals: kind }] },
    properties: { destination: '^.DestinationCidrBlock', destination_prefix_list: '^.PrefixListId' },
  });

/**
 * Services describe the owner of an interface that they make in its description. Sources: Elastic Load Balancing User Guides,
 * "network interfaces"; EFS User Guide, mount targets; EKS User Guide, "network requirements"; Lambda developer guide, "troubleshoot
 * networking issues"; VPC User Guide, requester-managed network interfaces. Functions with the same subnets and security groups
 * share an interface, which has the name of the first one.
 */
const interfaceOwners: readonly (readonly [
  variant: string,
  start: string,
  type: string,
  read: string,
  example: EdgeExample,
])[] = [
  [
    'application-load-balancer',
    'ELB app/',
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    'arn:{partition}:elasticloadbalancing:{region}:{account}:loadbalancer/app/{value|skip:ELB app/}',
    {
      'ELB app/web/50dc6c495c0c9188':
        'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/web/50dc6c495c0c9188',
    },
  ],
  [
    'network-load-balancer',
    'ELB net/',
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    'arn:{partition}:elasticloadbalancing:{region}:{account}:loadbalancer/net/{value|skip:ELB net/}',
    {
      'ELB net/web/50dc6c495c0c9188':
        'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/net/web/50dc6c495c0c9188',
    },
  ],
  [
    'gateway-load-balancer',
    'ELB gwy/',
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    'arn:{partition}:elasticloadbalancing:{region}:{account}:loadbalancer/gwy/{value|skip:ELB gwy/}',
    {
      'ELB gwy/firewall/50dc6c495c0c9189':
        'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/gwy/firewall/50dc6c495c0c9189',
    },
  ],
  [
    'classic-load-balancer',
    'ELB ',
    'AWS::ElasticLoadBalancing::LoadBalancer',
    'arn:{partition}:elasticloadbalancing:{region}:{account}:loadbalancer/{value|skip:ELB }',
    { 'ELB shop': 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/shop' },
  ],
  [
    'eks-cluster',
    'Amazon EKS ',
    'AWS::EKS::Cluster',
    'arn:{partition}:eks:{region}:{account}:cluster/{value|skip:Amazon EKS }',
    { 'Amazon EKS platform': 'arn:aws:eks:eu-west-1:123456789012:cluster/platform' },
  ],
  [
    'function',
    'AWS Lambda VPC ENI-',
    'AWS::Lambda::Function',
    'arn:{partition}:lambda:{region}:{account}:function:' +
      '{value|skip:AWS Lambda VPC ENI-|start:-|start:-|start:-|start:-|start:-}',
    {
      'AWS Lambda VPC ENI-resize-images-7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11':
        'arn:aws:lambda:eu-west-1:123456789012:function:resize-images',
    },
  ],
  [
    'resolver-endpoint',
    'Route 53 Resolver: ',
    'AWS::Route53Resolver::ResolverEndpoint',
    'arn:{partition}:route53resolver:{region}:{account}:resolver-endpoint/{value|skip:Route 53 Resolver: |before::}',
    {
      'Route 53 Resolver: rslvr-out-0a1b2c3d4e5f60718:rni-0a1b2c3d4e5f60719':
        'arn:aws:route53resolver:eu-west-1:123456789012:resolver-endpoint/rslvr-out-0a1b2c3d4e5f60718',
    },
  ],
  [
    'transit-gateway-attachment',
    'Network Interface for Transit Gateway Attachment ',
    'AWS::EC2::TransitGatewayVpcAttachment',
    'arn:{partition}:ec2:{region}:{account}:transit-gateway-attachment/' +
      '{value|skip:Network Interface for Transit Gateway Attachment }',
    {
      'Network Interface for Transit Gateway Attachment tgw-attach-0a1b2c3d4e5f60718':
        'arn:aws:ec2:eu-west-1:123456789012:transit-gateway-attachment/tgw-attach-0a1b2c3d4e5f60718',
    },
  ],
  [
    'mount-target',
    'EFS mount target for ',
    'AWS::EFS::FileSystem',
    'arn:{partition}:elasticfilesystem:{region}:{account}:file-system/{value|skip:EFS mount target for |before: }',
    {
      'EFS mount target for fs-0a1b2c3d4e5f60718 (fsmt-0a1b2c3d4e5f60718)':
        'arn:aws:elasticfilesystem:eu-west-1:123456789012:file-system/fs-0a1b2c3d4e5f60718',
    },
  ],
];

/** Networks. The gateway `local` of a route is the VPC itself. */
export const ec2NetworkRules: readonly EdgeRule[] = [
  edge(vpc, 'DhcpOptionsId', 'id', 'uses', 'AWS::EC2::DHCPOptions', {
    text: { startsWith: 'dopt-' },
    example: { 'dopt-0a1b2c3d4e5f60718': true, default: false },
  }),
  vpcId(subnet, 'VpcId', 'contained_in'),

  vpcId(securityGroup, 'VpcId', 'contained_in'),
  edge(securityGroup, 'IpPermissions[].UserIdGroupPairs[].GroupId', 'id', 'allows_from', securityGroup, {
    properties: { protocol: '^.IpProtocol', from_port: '^.FromPort', to_port: '^.ToPort' },
  }),
  edge(securityGroup, 'IpPermissions[].PrefixListIds[].PrefixListId', 'id', 'allows_from', prefixList, {
    properties: { protocol: '^.IpProtocol', from_port: '^.FromPort', to_port: '^.ToPort' },
  }),
  securityGroupId(ingress, 'GroupId', 'contained_in'),
  edge(ingress, 'ReferencedGroupInfo.GroupId', 'id', 'allows_from', securityGroup, {
    properties: { protocol: '^.IpProtocol', from_port: '^.FromPort', to_port: '^.ToPort' },
  }),
  edge(ingress, 'PrefixListId', 'id', 'allows_from', prefixList, { example: 'pl-0a1b2c3d4e5f60718' }),
  securityGroupId('AWS::EC2::SecurityGroupEgress', 'GroupId', 'contained_in'),

  vpcId(routeTable, 'VpcId', 'contained_in'),
  subnetId(routeTable, 'Associations[].SubnetId', 'associated_with'),
  edge(routeTable, 'Associations[].GatewayId', 'id', 'associated_with', [internetGateway, vpnGateway], {
    example: 'igw-0a1b2c3d4e5f60718',
  }),
  route('GatewayId', [internetGateway, vpnGateway, endpoint], { includes: '-' }),
  route('NatGatewayId', natGateway),
  route('TransitGatewayId', transitGateway),
  route('VpcPeeringConnectionId', peering),
  route('NetworkInterfaceId', networkInterface),
  route('InstanceId', instance),
  route('EgressOnlyInternetGatewayId', egressOnlyGateway),
  route('CarrierGatewayId', carrierGateway),
  edge(routeTable, 'Routes[].DestinationPrefixListId', 'id', 'uses', prefixList, {
    example: 'pl-0a1b2c3d4e5f60718',
  }),
  edge(routeTable, 'PropagatingVgws[].GatewayId', 'id', 'uses', vpnGateway, {
    example: 'vgw-0a1b2c3d4e5f60718',
  }),

  vpcId(networkAcl, 'VpcId', 'contained_in'),
  subnetId(networkAcl, 'Associations[].SubnetId', 'associated_with'),

  ...interfaceOwners.map(([variant, startsWith, type, read, example]) =>
    edge(networkInterface, 'Description', 'arn', 'uses', type, {
      variant,
      reversed: true,
      external: false,
      text: { startsWith, ...(startsWith.endsWith(' ') ? { excludes: '/' } : {}) },
      read,
      example,
    }),
  ),
  edge(networkInterface, 'Attachment.InstanceId', 'id', 'attached_to', instance, {
    example: 'i-0a1b2c3d4e5f60718',
  }),
  subnetId(networkInterface, 'SubnetId', 'contained_in'),
  vpcId(networkInterface, 'VpcId', 'contained_in'),
  securityGroupId(networkInterface, 'Groups[].GroupId', 'uses'),
  edge(networkInterface, 'Association.AllocationId', 'id', 'attached_to', address, {
    reversed: true,
    example: 'eipalloc-0a1b2c3d4e5f60718',
  }),
  edge(address, 'InstanceId', 'id', 'attached_to', instance, { example: 'i-0a1b2c3d4e5f60718' }),
  edge(address, 'NetworkInterfaceId', 'id', 'attached_to', networkInterface, {
    example: 'eni-0a1b2c3d4e5f60718',
  }),

  subnetId(natGateway, 'SubnetId', 'contained_in'),
  vpcId(natGateway, 'VpcId', 'contained_in'),
  edge(natGateway, 'NatGatewayAddresses[].AllocationId', 'id', 'uses', address, {
    example: 'eipalloc-0a1b2c3d4e5f60718',
  }),
  edge(natGateway, 'NatGatewayAddresses[].NetworkInterfaceId', 'id', 'uses', networkInterface, {
    example: 'eni-0a1b2c3d4e5f60718',
  }),
  vpcId(internetGateway, 'Attachments[].VpcId', 'attached_to'),
  vpcId(egressOnlyGateway, 'Attachments[].VpcId', 'attached_to'),
  vpcId(carrierGateway, 'VpcId', 'attached_to'),
  vpcId(vpnGateway, 'VpcAttachments[].VpcId', 'attached_to'),

  vpcId(endpoint, 'VpcId', 'contained_in'),
  subnetId(endpoint, 'SubnetIds[]', 'contained_in'),
  securityGroupId(endpoint, 'Groups[].GroupId', 'uses'),
  edge(endpoint, 'RouteTableIds[]', 'id', 'associated_with', routeTable, {
    example: 'rtb-0a1b2c3d4e5f60718',
  }),
  edge(endpoint, 'NetworkInterfaceIds[]', 'id', 'uses', networkInterface, {
    example: 'eni-0a1b2c3d4e5f60718',
  }),
  edge(endpoint, 'ServiceName', 'name', 'connects', endpointService, {
    example: 'com.amazonaws.vpce.eu-west-1.vpce-svc-0a1b2c3d4e5f60718',
  }),
  ...allowedBy(endpoint, 'PolicyDocument'),
  edge(endpointService, 'NetworkLoadBalancerArns[]', 'arn', 'forwards_to', loadBalancer, {
    example: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/net/orders/50dc6c495c0c9188',
  }),
  edge(endpointService, 'GatewayLoadBalancerArns[]', 'arn', 'forwards_to', loadBalancer, {
    example: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/gwy/firewall/50dc6c495c0c9189',
  }),

  ...['Requester', 'Accepter'].map((side) =>
    edge(peering, `${side}VpcInfo.VpcId`, 'id', 'connects', vpc, {
      properties: { account: 'OwnerId', region: 'Region' },
    }),
  ),

  edge(
    'AWS::EC2::FlowLog',
    'ResourceId',
    'id',
    'monitors',
    [
      vpc,
      subnet,
      networkInterface,
      transitGateway,
      'AWS::EC2::TransitGatewayVpcAttachment',
      'AWS::EC2::TransitGatewayPeeringAttachment',
    ],
    { example: 'vpc-0a1b2c3d4e5f60718' },
  ),
  logGroupName('AWS::EC2::FlowLog', 'LogGroupName', 'logs_to'),
  edge(
    'AWS::EC2::FlowLog',
    'LogDestination',
    'arn',
    'logs_to',
    ['AWS::S3::Bucket', 'AWS::Logs::LogGroup', 'AWS::KinesisFirehose::DeliveryStream'],
    {
      example: {
        'arn:aws:logs:eu-west-1:123456789012:log-group:/vpc/flow-logs': true,
        'arn:aws:s3:::central-logs/vpc': { baseKey: 'arn:aws:s3:::central-logs' },
      },
    },
  ),
  roleArn('AWS::EC2::FlowLog', 'DeliverLogsPermissionArn', 'runs_as'),

  edge('AWS::EC2::TransitGatewayVpcAttachment', 'TransitGatewayId', 'id', 'connects', transitGateway, {
    example: 'tgw-0a1b2c3d4e5f60718',
  }),
  vpcId('AWS::EC2::TransitGatewayVpcAttachment', 'VpcId', 'connects'),
  subnetId('AWS::EC2::TransitGatewayVpcAttachment', 'SubnetIds[]', 'contained_in'),
  ...['Requester', 'Accepter'].map((side) =>
    edge(
      'AWS::EC2::TransitGatewayPeeringAttachment',
      `${side}TgwInfo.TransitGatewayId`,
      'id',
      'connects',
      transitGateway,
      { properties: { account: 'OwnerId', region: 'Region' } },
    ),
  ),
  edge('AWS::EC2::TransitGatewayRouteTable', 'TransitGatewayId', 'id', 'contained_in', transitGateway, {
    example: 'tgw-0a1b2c3d4e5f60718',
  }),
  ...['VpcAttachment', 'PeeringAttachment', 'Connect'].map((kind) =>
    edge(
      `AWS::EC2::TransitGateway${kind}`,
      'Association.TransitGatewayRouteTableId',
      'id',
      'associated_with',
      transitRouteTable,
      { reversed: true, example: 'tgw-rtb-0a1b2c3d4e5f60718' },
    ),
  ),
  ...['Routes', 'volatile.PropagatedRoutes'].flatMap((routes) => [
    transitRoute(routes, 'vpc', 'TransitGatewayAttachmentId', 'AWS::EC2::TransitGatewayVpcAttachment'),
    transitRoute(
      routes,
      'peering',
      'TransitGatewayAttachmentId',
      'AWS::EC2::TransitGatewayPeeringAttachment',
    ),
    transitRoute(routes, 'connect', 'TransitGatewayAttachmentId', 'AWS::EC2::TransitGatewayConnect'),
    transitRoute(routes, 'vpn', 'ResourceId', 'AWS::EC2::VPNConnection'),
    transitRoute(routes, 'direct-connect-gateway', 'ResourceId', 'AWS::DirectConnect::DirectConnectGateway'),
  ]),
  edge('AWS::EC2::VPNConnection', 'VpnGatewayId', 'id', 'connects', vpnGateway, {
    example: 'vgw-0a1b2c3d4e5f60718',
  }),
  edge('AWS::EC2::VPNConnection', 'TransitGatewayId', 'id', 'connects', transitGateway, {
    example: 'tgw-0a1b2c3d4e5f60718',
  }),
  edge('AWS::EC2::VPNConnection', 'CustomerGatewayId', 'id', 'connects', 'AWS::EC2::CustomerGateway', {
    example: 'cgw-0a1b2c3d4e5f60718',
  }),
  vpcId('AWS::EC2::ClientVpnEndpoint', 'VpcId', 'contained_in'),
  securityGroupId('AWS::EC2::ClientVpnEndpoint', 'SecurityGroupIds[]', 'uses'),
  certificateArn('AWS::EC2::ClientVpnEndpoint', 'ServerCertificateArn', 'uses'),
  logGroupName('AWS::EC2::ClientVpnEndpoint', 'ConnectionLogOptions.CloudwatchLogGroup', 'logs_to'),
  edge(
    'AWS::EC2::ClientVpnEndpoint',
    'ClientConnectOptions.LambdaFunctionArn',
    'arn',
    'invokes',
    'AWS::Lambda::Function',
    { example: 'arn:aws:lambda:eu-west-1:123456789012:function:AWSClientVPN-authorize' },
  ),
  edge('AWS::EC2::TrafficMirrorTarget', 'NetworkInterfaceId', 'id', 'forwards_to', networkInterface, {
    example: 'eni-0a1b2c3d4e5f60718',
  }),
  edge('AWS::EC2::TrafficMirrorTarget', 'NetworkLoadBalancerArn', 'arn', 'forwards_to', loadBalancer, {
    example: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/net/orders/50dc6c495c0c9188',
  }),
  vpcId('AWS::EC2::InstanceConnectEndpoint', 'VpcId', 'contained_in'),
  subnetId('AWS::EC2::InstanceConnectEndpoint', 'SubnetId', 'contained_in'),
  securityGroupId('AWS::EC2::InstanceConnectEndpoint', 'SecurityGroupIds[]', 'uses'),
  edge('AWS::EC2::InstanceConnectEndpoint', 'NetworkInterfaceIds[]', 'id', 'uses', networkInterface, {
    example: 'eni-0a1b2c3d4e5f60718',
  }),

  ...['AssociationDefaultRouteTableId', 'PropagationDefaultRouteTableId'].map((option) =>
    edge(transitGateway, `Options.${option}`, 'id', 'uses', 'AWS::EC2::TransitGatewayRouteTable', {
      example: 'tgw-rtb-0a1b2c3d4e5f60718',
    }),
  ),
  edge('AWS::EC2::TransitGatewayConnect', 'TransitGatewayId', 'id', 'connects', transitGateway, {
    example: 'tgw-0a1b2c3d4e5f60718',
  }),
  edge(
    'AWS::EC2::TransitGatewayConnect',
    'TransportTransitGatewayAttachmentId',
    'id',
    'uses',
    'AWS::EC2::TransitGatewayVpcAttachment',
    { external: false, example: 'tgw-attach-0a1b2c3d4e5f60718' },
  ),
  edge(mirrorSession, 'TrafficMirrorTargetId', 'id', 'forwards_to', 'AWS::EC2::TrafficMirrorTarget', {
    example: 'tmt-0a1b2c3d4e5f60718',
  }),
  edge(mirrorSession, 'TrafficMirrorFilterId', 'id', 'uses', 'AWS::EC2::TrafficMirrorFilter', {
    example: 'tmf-0a1b2c3d4e5f60718',
  }),
  edge(mirrorSession, 'NetworkInterfaceId', 'id', 'monitors', networkInterface, {
    example: 'eni-0a1b2c3d4e5f60718',
  }),
  edge('AWS::EC2::VPCBlockPublicAccessExclusion', 'ResourceArn', 'arn', 'targets', [vpc, subnet], {
    example: 'arn:aws:ec2:eu-west-1:123456789012:vpc/vpc-0a1b2c3d4e5f60718',
  }),
  edge('AWS::EC2::NetworkInsightsPath', 'SourceArn', 'arn', 'monitors', [], {
    example: 'arn:aws:ec2:eu-west-1:123456789012:instance/i-0a1b2c3d4e5f60718',
  }),
  edge('AWS::EC2::NetworkInsightsPath', 'DestinationArn', 'arn', 'monitors', [], {
    example: 'arn:aws:ec2:eu-west-1:123456789012:internet-gateway/igw-0a1b2c3d4e5f60718',
  }),
  edge(
    'AWS::EC2::VerifiedAccessInstance',
    'VerifiedAccessTrustProviders[].VerifiedAccessTrustProviderId',
    'id',
    'uses',
    'AWS::EC2::VerifiedAccessTrustProvider',
    { example: 'vatp-0a1b2c3d4e5f60718' },
  ),
  edge(accessEndpoint, 'VerifiedAccessInstanceId', 'id', 'contained_in', 'AWS::EC2::VerifiedAccessInstance', {
    example: 'vai-0a1b2c3d4e5f60718',
  }),
  certificateArn(accessEndpoint, 'DomainCertificateArn', 'uses'),
  securityGroupId(accessEndpoint, 'SecurityGroupIds[]', 'uses'),
  edge(accessEndpoint, 'LoadBalancerOptions.LoadBalancerArn', 'arn', 'forwards_to', loadBalancer, {
    example: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/orders/50dc6c495c0c9188',
  }),
  edge(accessEndpoint, 'NetworkInterfaceOptions.NetworkInterfaceId', 'id', 'forwards_to', networkInterface, {
    example: 'eni-0a1b2c3d4e5f60718',
  }),
  keyArn(accessEndpoint, 'SseSpecification.KmsKeyArn', 'encrypted_by'),
  keyArn('AWS::EC2::VerifiedAccessTrustProvider', 'SseSpecification.KmsKeyArn', 'encrypted_by'),
  // Subnets without an association of their own use the main route table of the VPC.
  edge('AWS::EC2::RouteTable', 'VpcId', 'id', 'associated_with', vpc, {
    variant: 'main',
    when: { on: 'holder', conditions: [{ path: 'Associations[].Main', equals: true }] },
  }),
];
