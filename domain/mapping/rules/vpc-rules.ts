import { alias, resource } from './rule-row.ts';
import type { MappingRule } from './rule-row.ts';

const generated = { generatedId: true } as const;
const withoutArn = { arn: null, generatedId: true } as const;

/** VPC, transit gateways and VPN. Sources: the import sections of the provider's documentation, versions 4 to 6. */
export const vpcRules: readonly MappingRule[] = [
  resource('aws_vpc', 'AWS::EC2::VPC', generated),
  alias('aws_default_vpc', 'AWS::EC2::VPC', generated),
  resource('aws_subnet', 'AWS::EC2::Subnet', generated),
  alias('aws_default_subnet', 'AWS::EC2::Subnet', generated),
  resource('aws_route_table', 'AWS::EC2::RouteTable', generated),
  alias('aws_default_route_table', 'AWS::EC2::RouteTable', generated),
  resource('aws_network_acl', 'AWS::EC2::NetworkAcl', generated),
  alias('aws_default_network_acl', 'AWS::EC2::NetworkAcl', generated),
  resource('aws_internet_gateway', 'AWS::EC2::InternetGateway', generated),
  resource('aws_egress_only_internet_gateway', 'AWS::EC2::EgressOnlyInternetGateway', withoutArn),
  resource('aws_ec2_carrier_gateway', 'AWS::EC2::CarrierGateway', generated),
  resource('aws_nat_gateway', 'AWS::EC2::NatGateway', withoutArn),
  resource('aws_vpc_dhcp_options', 'AWS::EC2::DHCPOptions', generated),
  alias('aws_default_vpc_dhcp_options', 'AWS::EC2::DHCPOptions', generated),
  resource('aws_vpc_endpoint', 'AWS::EC2::VPCEndpoint', generated),
  resource('aws_vpc_endpoint_service', 'AWS::EC2::VPCEndpointService', generated),
  // Both accounts of a connection list it, and both types have its id. Only the region and account tell them apart.
  resource('aws_vpc_peering_connection', 'AWS::EC2::VPCPeeringConnection', withoutArn),
  alias('aws_vpc_peering_connection_accepter', 'AWS::EC2::VPCPeeringConnection', withoutArn),
  resource('aws_flow_log', 'AWS::EC2::FlowLog', generated),
  resource('aws_ec2_managed_prefix_list', 'AWS::EC2::PrefixList', generated),
  resource('aws_vpc_ipam', 'AWS::EC2::IPAM', generated),
  resource('aws_ec2_transit_gateway', 'AWS::EC2::TransitGateway', generated),
  resource('aws_ec2_transit_gateway_vpc_attachment', 'AWS::EC2::TransitGatewayVpcAttachment', generated),
  alias(
    'aws_ec2_transit_gateway_vpc_attachment_accepter',
    'AWS::EC2::TransitGatewayVpcAttachment',
    withoutArn,
  ),
  resource(
    'aws_ec2_transit_gateway_peering_attachment',
    'AWS::EC2::TransitGatewayPeeringAttachment',
    generated,
  ),
  alias(
    'aws_ec2_transit_gateway_peering_attachment_accepter',
    'AWS::EC2::TransitGatewayPeeringAttachment',
    withoutArn,
  ),
  resource('aws_ec2_transit_gateway_route_table', 'AWS::EC2::TransitGatewayRouteTable', generated),
  resource('aws_vpn_gateway', 'AWS::EC2::VPNGateway', generated),
  resource('aws_customer_gateway', 'AWS::EC2::CustomerGateway', generated),
  resource('aws_vpn_connection', 'AWS::EC2::VPNConnection', generated),
  resource('aws_ec2_client_vpn_endpoint', 'AWS::EC2::ClientVpnEndpoint', generated),
];
