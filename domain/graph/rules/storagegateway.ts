import type { EdgeRule } from '../edge-rule.ts';
import { logGroupArn } from './common-edges.ts';
import { edge } from './edge.ts';

const gateway = 'AWS::StorageGateway::Gateway';
const inGateway = (type: string): EdgeRule =>
  edge(`AWS::StorageGateway::${type}`, 'GatewayARN', 'arn', 'contained_in', gateway, {
    example: 'arn:aws:storagegateway:eu-west-1:123456789012:gateway/sgw-12A3456B',
  });

/** Source: Storage Gateway API reference, DescribeGatewayInformation, ListFileShares, ListVolumes and ListTapes. */
export const storageGatewayRules: readonly EdgeRule[] = [
  edge(gateway, 'Ec2InstanceId', 'id', 'uses', 'AWS::EC2::Instance', { example: 'i-0a1b2c3d4e5f60718' }),
  edge(gateway, 'VPCEndpoint', 'id', 'uses', 'AWS::EC2::VPCEndpoint', {
    text: { startsWith: 'vpce-', excludes: '.' },
    example: { 'vpce-0a1b2c3d4e5f60718': true },
  }),
  logGroupArn(gateway, 'CloudWatchLogGroupARN', 'logs_to'),
  inGateway('FileShare'),
  inGateway('Volume'),
  inGateway('Tape'),
  edge('AWS::StorageGateway::Tape', 'PoolId', 'arn', 'uses', 'AWS::StorageGateway::TapePool', {
    external: false,
    read: 'arn:{partition}:storagegateway:{region}:{account}:tapepool/{value}',
    example: { 'pool-1A2B3C4D': 'arn:aws:storagegateway:eu-west-1:123456789012:tapepool/pool-1A2B3C4D' },
  }),
];
