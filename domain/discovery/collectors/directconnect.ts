import type { ServiceCollectors, TypeCollector } from '../declaration/collector.ts';

/**
 * AWS lists a hosted virtual interface in the account that allocated it, too. Source: provider hashicorp/aws,
 * `aws_dx_hosted_private_virtual_interface`.
 */
const ofOwner = (kind: string, id: string): Required<Pick<TypeCollector, 'nativeId' | 'arn' | 'home'>> => ({
  nativeId: [
    `arn:{partition}:directconnect:{region}:{ownerAccount}:${kind}/{${id}}`,
    `arn:{partition}:directconnect:{region}:{account}:${kind}/{${id}}`,
  ],
  arn: '{id}',
  home: { account: 'ownerAccount' },
});

export const directConnect: ServiceCollectors = {
  service: 'directconnect',
  client: 'direct-connect',
  scope: 'regional',
  probe: { operation: 'DescribeConnections' },
  types: [
    {
      resourceType: 'AWS::DirectConnect::Connection',
      title: 'Direct Connect connection',
      list: { operation: 'DescribeConnections', items: 'connections[]' },
      ...ofOwner('dxcon', 'connectionId'),
      name: 'connectionName',
      tags: { path: 'tags' },
      volatile: ['connectionState', 'portEncryptionStatus', 'macSecKeys[].state'],
      ended: { connectionState: ['deleting', 'deleted', 'rejected'] },
      terraform: ['aws_dx_connection'],
    },
    {
      resourceType: 'AWS::DirectConnect::Lag',
      title: 'Direct Connect link aggregation group',
      list: { operation: 'DescribeLags', items: 'lags[]' },
      ...ofOwner('dxlag', 'lagId'),
      name: 'lagName',
      tags: { path: 'tags' },
      volatile: [
        'lagState',
        'connections[].connectionState',
        'macSecKeys[].state',
        'connections[].macSecKeys[].state',
        'connections[].portEncryptionStatus',
      ],
      ended: { lagState: ['deleting', 'deleted'] },
      sets: { connections: 'directconnect/latest/APIReference/API_Lag' },
      terraform: ['aws_dx_lag'],
    },
    virtualInterface('Private'),
    virtualInterface('Public'),
    virtualInterface('Transit'),
    {
      resourceType: 'AWS::DirectConnect::DirectConnectGateway',
      title: 'Direct Connect gateway',
      // A gateway has no region; every region returns it.
      scope: 'global',
      list: {
        operation: 'DescribeDirectConnectGateways',
        input: { maxResults: 100 },
        items: 'directConnectGateways[]',
      },
      nativeId: 'arn:{partition}:directconnect::{account}:dx-gateway/{directConnectGatewayId}',
      arn: 'arn:{partition}:directconnect::{account}:dx-gateway/{directConnectGatewayId}',
      name: 'directConnectGatewayName',
      tags: { path: 'tags' },
      volatile: ['directConnectGatewayState', 'stateChangeError'],
      ended: { directConnectGatewayState: ['deleting', 'deleted'] },
      terraform: ['aws_dx_gateway'],
    },
    {
      resourceType: 'AWS::DirectConnect::DirectConnectGatewayAssociation',
      title: 'Direct Connect gateway association',
      scope: 'global',
      parent: 'AWS::DirectConnect::DirectConnectGateway',
      list: {
        operation: 'DescribeDirectConnectGatewayAssociations',
        input: { directConnectGatewayId: '{directConnectGatewayId}', maxResults: 100 },
        items: 'directConnectGatewayAssociations[]',
      },
      nativeId: 'associationId',
      name: '{directConnectGatewayId}: {associatedGateway.id}',
      volatile: ['associationState', 'stateChangeError'],
      ended: { associationState: ['disassociating', 'disassociated'] },
      sets: {
        allowedPrefixesToDirectConnectGateway:
          'directconnect/latest/APIReference/API_DirectConnectGatewayAssociation',
      },
      terraform: [],
    },
  ],
};

function virtualInterface(kind: 'Private' | 'Public' | 'Transit'): TypeCollector {
  return {
    resourceType: `AWS::DirectConnect::${kind}VirtualInterface`,
    title: `Direct Connect ${kind.toLowerCase()} virtual interface`,
    list: {
      operation: 'DescribeVirtualInterfaces',
      items: 'virtualInterfaces[]',
      only: [{ path: 'virtualInterfaceType', equals: kind.toLowerCase() }],
    },
    ...ofOwner('dxvif', 'virtualInterfaceId'),
    name: 'virtualInterfaceName',
    tags: { path: 'tags' },
    // The BGP keys, which the router configuration contains too.
    secrets: ['authKey', 'customerRouterConfig', 'bgpPeers[].authKey'],
    volatile: ['virtualInterfaceState', 'bgpPeers[].bgpPeerState', 'bgpPeers[].bgpStatus'],
    ended: { virtualInterfaceState: ['deleting', 'deleted', 'rejected'] },
    sets: {
      bgpPeers: 'directconnect/latest/APIReference/API_VirtualInterface',
      routeFilterPrefixes: 'directconnect/latest/APIReference/API_VirtualInterface',
    },
    terraform: [`aws_dx_${kind.toLowerCase()}_virtual_interface`],
  };
}
