import type { ServiceCollectors, TypeCollector } from '../collector.ts';

const arn = (kind: string, id: string): string =>
  `arn:{partition}:directconnect:{region}:{account}:${kind}/{${id}}`;

/** Connections and virtual interfaces of an account; those of a partner or another account are theirs. */
export const directConnect: ServiceCollectors = {
  service: 'directconnect',
  client: 'direct-connect',
  scope: 'regional',
  probe: { operation: 'DescribeConnections' },
  types: [
    {
      resourceType: 'AWS::DirectConnect::Connection',
      title: 'Direct Connect connection',
      list: {
        operation: 'DescribeConnections',
        items: 'connections[]',
      },
      nativeId: arn('dxcon', 'connectionId'),
      arn: arn('dxcon', 'connectionId'),
      name: 'connectionName',
      tags: { path: 'tags' },
      volatile: ['connectionState', 'portEncryptionStatus', 'macSecKeys[].state'],
      ended: { connectionState: ['deleting', 'deleted', 'rejected'] },
      terraform: ['aws_dx_connection'],
    },
    {
      resourceType: 'AWS::DirectConnect::Lag',
      title: 'Direct Connect link aggregation group',
      list: {
        operation: 'DescribeLags',
        items: 'lags[]',
      },
      nativeId: arn('dxlag', 'lagId'),
      arn: arn('dxlag', 'lagId'),
      name: 'lagName',
      tags: { path: 'tags' },
      volatile: ['lagState', 'connections[].connectionState', 'macSecKeys[].state'],
      ended: { lagState: ['deleting', 'deleted'] },
      sets: ['connections'],
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
      sets: ['allowedPrefixesToDirectConnectGateway'],
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
    nativeId: arn('dxvif', 'virtualInterfaceId'),
    arn: arn('dxvif', 'virtualInterfaceId'),
    name: 'virtualInterfaceName',
    tags: { path: 'tags' },
    // The BGP keys, which the router configuration contains too.
    secrets: ['authKey', 'customerRouterConfig', 'bgpPeers[].authKey'],
    volatile: ['virtualInterfaceState', 'bgpPeers[].bgpPeerState', 'bgpPeers[].bgpStatus'],
    ended: { virtualInterfaceState: ['deleting', 'deleted', 'rejected'] },
    sets: ['bgpPeers', 'routeFilterPrefixes'],
    terraform: [`aws_dx_${kind.toLowerCase()}_virtual_interface`],
  };
}
