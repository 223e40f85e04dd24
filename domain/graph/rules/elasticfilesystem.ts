import type { EdgeRule } from '../edge-rule.ts';
import { edge, encryptedBy } from './edge.ts';

const fileSystem = 'AWS::EFS::FileSystem';
const accessPoint = 'AWS::EFS::AccessPoint';
const mountTarget = 'AWS::EFS::MountTarget';

export const elasticFileSystemRules: readonly EdgeRule[] = [
  ...encryptedBy(fileSystem, 'KmsKeyId'),
  edge(accessPoint, 'FileSystemId', 'id', 'contained_in', 'AWS::EFS::FileSystem'),
  edge(mountTarget, 'FileSystemId', 'id', 'contained_in', 'AWS::EFS::FileSystem'),
  edge(mountTarget, 'SubnetId', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(mountTarget, 'NetworkInterfaceId', 'id', 'uses', 'AWS::EC2::NetworkInterface'),
  edge(mountTarget, 'VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(mountTarget, 'SecurityGroups[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
];
