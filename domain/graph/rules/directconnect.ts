import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const connection = 'AWS::DirectConnect::Connection';
const lag = 'AWS::DirectConnect::Lag';
const gateway = 'AWS::DirectConnect::DirectConnectGateway';
const association = 'AWS::DirectConnect::DirectConnectGatewayAssociation';
const interfaces = ['Private', 'Public', 'Transit'].map(
  (kind) => `AWS::DirectConnect::${kind}VirtualInterface`,
);
const resources = 'arn:{partition}:directconnect:{region}:{account}';

/** A connection or link aggregation group in the account and region of the holder. */
const onConnection = (type: string, path: string): readonly EdgeRule[] => [
  edge(type, path, 'arn', 'uses', connection, {
    variant: 'connection',
    external: false,
    text: { startsWith: 'dxcon-' },
    read: `${resources}:dxcon/{value}`,
    example: { 'dxcon-fgh1abcd': 'arn:aws:directconnect:eu-west-1:123456789012:dxcon/dxcon-fgh1abcd' },
  }),
  edge(type, path, 'arn', 'uses', lag, {
    variant: 'lag',
    external: false,
    text: { startsWith: 'dxlag-' },
    read: `${resources}:dxlag/{value}`,
    example: { 'dxlag-fgh1abcd': 'arn:aws:directconnect:eu-west-1:123456789012:dxlag/dxlag-fgh1abcd' },
  }),
];

/** Source: Direct Connect API reference, VirtualInterface, Connection and DirectConnectGatewayAssociation. */
export const directConnectRules: readonly EdgeRule[] = [
  ...interfaces.flatMap((type) => [
    ...onConnection(type, 'connectionId'),
    edge(type, 'directConnectGatewayId', 'arn', 'connects', gateway, {
      external: false,
      read: 'arn:{partition}:directconnect::{account}:dx-gateway/{value}',
      example: {
        '7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11':
          'arn:aws:directconnect::123456789012:dx-gateway/7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
      },
    }),
    edge(type, 'virtualGatewayId', 'id', 'connects', 'AWS::EC2::VPNGateway', {
      example: 'vgw-0a1b2c3d4e5f60718',
    }),
  ]),
  edge(connection, 'lagId', 'arn', 'contained_in', lag, {
    external: false,
    read: `${resources}:dxlag/{value}`,
    example: { 'dxlag-fgh1abcd': 'arn:aws:directconnect:eu-west-1:123456789012:dxlag/dxlag-fgh1abcd' },
  }),
  edge(association, 'associatedGateway.id', 'id', 'connects', 'AWS::EC2::TransitGateway', {
    variant: 'transit-gateway',
    text: { startsWith: 'tgw-' },
    example: 'tgw-0a1b2c3d4e5f60718',
  }),
  edge(association, 'associatedGateway.id', 'id', 'connects', 'AWS::EC2::VPNGateway', {
    variant: 'vpn-gateway',
    text: { startsWith: 'vgw-' },
    example: 'vgw-0a1b2c3d4e5f60718',
  }),
];
