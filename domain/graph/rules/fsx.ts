import type { EdgeRule } from '../edge-rule.ts';
import { bucketUri, keyArn } from './common-edges.ts';
import { edge } from './edge.ts';

const fileSystem = 'AWS::FSx::FileSystem';
const backup = 'AWS::FSx::Backup';

export const fsxRules: readonly EdgeRule[] = [
  edge(fileSystem, 'VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(fileSystem, 'SubnetIds[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(fileSystem, 'NetworkInterfaceIds[]', 'id', 'uses', 'AWS::EC2::NetworkInterface'),
  keyArn(fileSystem, 'KmsKeyId'),
  edge(fileSystem, 'WindowsConfiguration.ActiveDirectoryId', 'id', 'uses', [
    'AWS::DirectoryService::MicrosoftAD',
    'AWS::DirectoryService::SimpleAD',
  ]),
  edge(fileSystem, 'WindowsConfiguration.AuditLogConfiguration.AuditLogDestination', 'arn', 'logs_to', [
    'AWS::Logs::LogGroup',
    'AWS::KinesisFirehose::DeliveryStream',
  ]),
  edge(
    fileSystem,
    'LustreConfiguration.LogConfiguration.Destination',
    'arn',
    'logs_to',
    'AWS::Logs::LogGroup',
  ),
  bucketUri(fileSystem, 'LustreConfiguration.DataRepositoryConfiguration.ImportPath', 'reads_from'),
  bucketUri(fileSystem, 'LustreConfiguration.DataRepositoryConfiguration.ExportPath', 'uses'),
  edge(fileSystem, 'OntapConfiguration.RouteTableIds[]', 'id', 'uses', 'AWS::EC2::RouteTable'),
  edge(fileSystem, 'OpenZFSConfiguration.RouteTableIds[]', 'id', 'uses', 'AWS::EC2::RouteTable'),
  keyArn(backup, 'KmsKeyId'),
  edge(backup, 'SourceBackupId', 'id', 'created_from', 'AWS::FSx::Backup'),
  edge(backup, 'DirectoryInformation.ActiveDirectoryId', 'id', 'uses', [
    'AWS::DirectoryService::MicrosoftAD',
    'AWS::DirectoryService::SimpleAD',
  ]),
  edge(backup, 'volatile.FileSystem.FileSystemId', 'id', 'created_from', 'AWS::FSx::FileSystem'),
];
