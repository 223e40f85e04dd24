import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, edge } from './edge.ts';

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
const transitGateway = 'AWS::EC2::TransitGateway';
const loadBalancer = 'AWS::ElasticLoadBalancingV2::LoadBalancer';

const route = (key: string, target: string | readonly string[], text?: EdgeRule['text']): EdgeRule =>
  edge(routeTable, `Routes[].${key}`, 'id', 'routes_to', target, {
    ...(text === undefined ? {} : { text }),
    properties: {
      destination: 'DestinationCidrBlock',
      destination_ipv6: 'DestinationIpv6CidrBlock',
      destination_prefix_list: 'DestinationPrefixListId',
    },
  });

/** Networks. The gateway `local` of a route is the VPC itself. */
export const ec2NetworkRules: readonly EdgeRule[] = [
  edge(vpc, 'DhcpOptionsId', 'id', 'uses', 'AWS::EC2::DHCPOptions', { text: { startsWith: 'dopt-' } }),
  edge(subnet, 'VpcId', 'id', 'contained_in', vpc),

  edge(securityGroup, 'VpcId', 'id', 'contained_in', vpc),
  edge(securityGroup, 'IpPermissions[].UserIdGroupPairs[].GroupId', 'id', 'allows_from', securityGroup, {
    properties: { protocol: '^.IpProtocol', from_port: '^.FromPort', to_port: '^.ToPort' },
  }),
  edge(securityGroup, 'IpPermissions[].PrefixListIds[].PrefixListId', 'id', 'allows_from', prefixList, {
    properties: { protocol: '^.IpProtocol', from_port: '^.FromPort', to_port: '^.ToPort' },
  }),
  edge(ingress, 'GroupId', 'id', 'contained_in', securityGroup),
  edge(ingress, 'ReferencedGroupInfo.GroupId', 'id', 'allows_from', securityGroup, {
    properties: { protocol: '^.IpProtocol', from_port: '^.FromPort', to_port: '^.ToPort' },
  }),
  edge(ingress, 'PrefixListId', 'id', 'allows_from', prefixList),
  edge('AWS::EC2::SecurityGroupEgress', 'GroupId', 'id', 'contained_in', securityGroup),

  edge(routeTable, 'VpcId', 'id', 'contained_in', vpc),
  edge(routeTable, 'Associations[].SubnetId', 'id', 'associated_with', subnet),
  edge(routeTable, 'Associations[].GatewayId', 'id', 'associated_with', [internetGateway, vpnGateway]),
  route('GatewayId', [internetGateway, vpnGateway, endpoint], { includes: '-' }),
  route('NatGatewayId', natGateway),
  route('TransitGatewayId', transitGateway),
  route('VpcPeeringConnectionId', peering),
  route('NetworkInterfaceId', networkInterface),
  route('InstanceId', instance),
  route('EgressOnlyInternetGatewayId', egressOnlyGateway),
  route('CarrierGatewayId', carrierGateway),
  edge(routeTable, 'Routes[].DestinationPrefixListId', 'id', 'uses', prefixList),
  edge(routeTable, 'PropagatingVgws[].GatewayId', 'id', 'uses', vpnGateway),

  edge(networkAcl, 'VpcId', 'id', 'contained_in', vpc),
  edge(networkAcl, 'Associations[].SubnetId', 'id', 'associated_with', subnet),

  edge(networkInterface, 'Attachment.InstanceId', 'id', 'attached_to', instance),
  edge(networkInterface, 'SubnetId', 'id', 'contained_in', subnet),
  edge(networkInterface, 'VpcId', 'id', 'contained_in', vpc),
  edge(networkInterface, 'Groups[].GroupId', 'id', 'uses', securityGroup),
  edge(networkInterface, 'Association.AllocationId', 'id', 'attached_to', address, { reversed: true }),
  edge(address, 'InstanceId', 'id', 'attached_to', instance),
  edge(address, 'NetworkInterfaceId', 'id', 'attached_to', networkInterface),

  edge(natGateway, 'SubnetId', 'id', 'contained_in', subnet),
  edge(natGateway, 'VpcId', 'id', 'contained_in', vpc),
  edge(natGateway, 'NatGatewayAddresses[].AllocationId', 'id', 'uses', address),
  edge(natGateway, 'NatGatewayAddresses[].NetworkInterfaceId', 'id', 'uses', networkInterface),
  edge(internetGateway, 'Attachments[].VpcId', 'id', 'attached_to', vpc),
  edge(egressOnlyGateway, 'Attachments[].VpcId', 'id', 'attached_to', vpc),
  edge(carrierGateway, 'VpcId', 'id', 'attached_to', vpc),
  edge(vpnGateway, 'VpcAttachments[].VpcId', 'id', 'attached_to', vpc),

  edge(endpoint, 'VpcId', 'id', 'contained_in', vpc),
  edge(endpoint, 'SubnetIds[]', 'id', 'contained_in', subnet),
  edge(endpoint, 'Groups[].GroupId', 'id', 'uses', securityGroup),
  edge(endpoint, 'RouteTableIds[]', 'id', 'associated_with', routeTable),
  edge(endpoint, 'NetworkInterfaceIds[]', 'id', 'uses', networkInterface),
  edge(endpoint, 'ServiceName', 'name', 'connects', endpointService),
  ...allowedBy(endpoint, 'PolicyDocument'),
  edge(endpointService, 'NetworkLoadBalancerArns[]', 'arn', 'forwards_to', loadBalancer),
  edge(endpointService, 'GatewayLoadBalancerArns[]', 'arn', 'forwards_to', loadBalancer),

  ...['Requester', 'Accepter'].map((side) =>
    edge(peering, `${side}VpcInfo.VpcId`, 'id', 'connects', vpc, {
      properties: { account: 'OwnerId', region: 'Region' },
    }),
  ),

  edge('AWS::EC2::FlowLog', 'ResourceId', 'id', 'monitors', [
    vpc,
    subnet,
    networkInterface,
    transitGateway,
    'AWS::EC2::TransitGatewayVpcAttachment',
    'AWS::EC2::TransitGatewayPeeringAttachment',
  ]),
  edge('AWS::EC2::FlowLog', 'LogGroupName', 'name', 'logs_to', 'AWS::Logs::LogGroup'),
  edge('AWS::EC2::FlowLog', 'LogDestination', 'arn', 'logs_to', [
    'AWS::S3::Bucket',
    'AWS::Logs::LogGroup',
    'AWS::KinesisFirehose::DeliveryStream',
  ]),
  edge('AWS::EC2::FlowLog', 'DeliverLogsPermissionArn', 'arn', 'runs_as', 'AWS::IAM::Role'),

  edge('AWS::EC2::TransitGatewayVpcAttachment', 'TransitGatewayId', 'id', 'connects', transitGateway),
  edge('AWS::EC2::TransitGatewayVpcAttachment', 'VpcId', 'id', 'connects', vpc),
  edge('AWS::EC2::TransitGatewayVpcAttachment', 'SubnetIds[]', 'id', 'contained_in', subnet),
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
  edge('AWS::EC2::TransitGatewayRouteTable', 'TransitGatewayId', 'id', 'contained_in', transitGateway),
  edge('AWS::EC2::VPNConnection', 'VpnGatewayId', 'id', 'connects', vpnGateway),
  edge('AWS::EC2::VPNConnection', 'TransitGatewayId', 'id', 'connects', transitGateway),
  edge('AWS::EC2::VPNConnection', 'CustomerGatewayId', 'id', 'connects', 'AWS::EC2::CustomerGateway'),
  edge('AWS::EC2::ClientVpnEndpoint', 'VpcId', 'id', 'contained_in', vpc),
  edge('AWS::EC2::ClientVpnEndpoint', 'SecurityGroupIds[]', 'id', 'uses', securityGroup),
  edge(
    'AWS::EC2::ClientVpnEndpoint',
    'ServerCertificateArn',
    'arn',
    'uses',
    'AWS::CertificateManager::Certificate',
  ),
  edge(
    'AWS::EC2::ClientVpnEndpoint',
    'ConnectionLogOptions.CloudwatchLogGroup',
    'name',
    'logs_to',
    'AWS::Logs::LogGroup',
  ),
  edge(
    'AWS::EC2::ClientVpnEndpoint',
    'ClientConnectOptions.LambdaFunctionArn',
    'arn',
    'invokes',
    'AWS::Lambda::Function',
  ),
  edge('AWS::EC2::TrafficMirrorTarget', 'NetworkInterfaceId', 'id', 'forwards_to', networkInterface),
  edge('AWS::EC2::TrafficMirrorTarget', 'NetworkLoadBalancerArn', 'arn', 'forwards_to', loadBalancer),
  edge('AWS::EC2::InstanceConnectEndpoint', 'VpcId', 'id', 'contained_in', vpc),
  edge('AWS::EC2::InstanceConnectEndpoint', 'SubnetId', 'id', 'contained_in', subnet),
  edge('AWS::EC2::InstanceConnectEndpoint', 'SecurityGroupIds[]', 'id', 'uses', securityGroup),
  edge('AWS::EC2::InstanceConnectEndpoint', 'NetworkInterfaceIds[]', 'id', 'uses', networkInterface),
];
