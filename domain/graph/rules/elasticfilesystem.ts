import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, encryptedBy, securityGroupId, subnetId, vpcId } from './common-edges.ts';
import { edge } from './edge.ts';

const fileSystem = 'AWS::EFS::FileSystem';
const accessPoint = 'AWS::EFS::AccessPoint';
const mountTarget = 'AWS::EFS::MountTarget';

export const elasticFileSystemRules: readonly EdgeRule[] = [
  ...encryptedBy(fileSystem, 'KmsKeyId'),
  ...allowedBy(fileSystem, 'Policy'),
  edge(accessPoint, 'FileSystemId', 'id', 'contained_in', 'AWS::EFS::FileSystem', {
    example: 'fs-0123456789abcdef0',
  }),
  subnetId(mountTarget, 'SubnetId', 'contained_in'),
  edge(mountTarget, 'NetworkInterfaceId', 'id', 'uses', 'AWS::EC2::NetworkInterface', {
    example: 'eni-0abcdef1234567890',
  }),
  vpcId(mountTarget, 'VpcId', 'contained_in'),
  securityGroupId(mountTarget, 'SecurityGroups[]', 'uses'),
];
