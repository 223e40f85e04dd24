import type { EdgeRule } from '../edge-rule.ts';
import { bucketUri, keyArn, logStreamArn, subnetId, vpcId } from './common-edges.ts';
import { edge } from './edge.ts';

const fileSystem = 'AWS::FSx::FileSystem';
const volume = 'AWS::FSx::Volume';
const virtualMachine = 'AWS::FSx::StorageVirtualMachine';
const fileCache = 'AWS::FSx::FileCache';
const dataRepository = 'AWS::FSx::DataRepositoryAssociation';
const backup = 'AWS::FSx::Backup';

export const fsxRules: readonly EdgeRule[] = [
  vpcId(fileSystem, 'VpcId', 'contained_in'),
  subnetId(fileSystem, 'SubnetIds[]', 'contained_in'),
  edge(fileSystem, 'NetworkInterfaceIds[]', 'id', 'uses', 'AWS::EC2::NetworkInterface', {
    example: 'eni-0abcdef1234567890',
  }),
  keyArn(fileSystem, 'KmsKeyId', 'encrypted_by'),
  edge(
    fileSystem,
    'WindowsConfiguration.ActiveDirectoryId',
    'id',
    'uses',
    ['AWS::DirectoryService::MicrosoftAD', 'AWS::DirectoryService::SimpleAD'],
    { example: 'd-926722cea1' },
  ),
  edge(
    fileSystem,
    'WindowsConfiguration.AuditLogConfiguration.AuditLogDestination',
    'arn',
    'logs_to',
    ['AWS::Logs::LogGroup', 'AWS::KinesisFirehose::DeliveryStream'],
    { example: 'arn:aws:firehose:eu-west-1:123456789012:deliverystream/aws-fsx-audit' },
  ),
  logStreamArn(fileSystem, 'LustreConfiguration.LogConfiguration.Destination', 'logs_to'),
  bucketUri(fileSystem, 'LustreConfiguration.DataRepositoryConfiguration.ImportPath', 'reads_from'),
  bucketUri(fileSystem, 'LustreConfiguration.DataRepositoryConfiguration.ExportPath', 'uses'),
  edge(fileSystem, 'OntapConfiguration.RouteTableIds[]', 'id', 'uses', 'AWS::EC2::RouteTable', {
    example: 'rtb-0123456789abcdef0',
  }),
  edge(fileSystem, 'OpenZFSConfiguration.RouteTableIds[]', 'id', 'uses', 'AWS::EC2::RouteTable', {
    example: 'rtb-0fedcba9876543210',
  }),
  keyArn(backup, 'KmsKeyId', 'encrypted_by'),
  edge(backup, 'SourceBackupId', 'id', 'created_from', 'AWS::FSx::Backup', {
    example: 'backup-0fedcba9876543210',
  }),
  edge(
    backup,
    'DirectoryInformation.ActiveDirectoryId',
    'id',
    'uses',
    ['AWS::DirectoryService::MicrosoftAD', 'AWS::DirectoryService::SimpleAD'],
    { example: 'd-926722cea1' },
  ),
  edge(backup, 'volatile.FileSystem.FileSystemId', 'id', 'created_from', 'AWS::FSx::FileSystem', {
    example: 'fs-0123456789abcdef1',
  }),
  edge(volume, 'FileSystemId', 'id', 'contained_in', fileSystem, { example: 'fs-0123456789abcdef0' }),
  edge(volume, 'OntapConfiguration.StorageVirtualMachineId', 'id', 'contained_in', virtualMachine, {
    example: 'svm-0123456789abcdef0',
  }),
  edge(volume, 'OpenZFSConfiguration.ParentVolumeId', 'id', 'contained_in', volume, {
    example: 'fsvol-0123456789abcdef0',
  }),
  edge(virtualMachine, 'FileSystemId', 'id', 'contained_in', fileSystem, { example: 'fs-0123456789abcdef0' }),
  edge('AWS::FSx::Snapshot', 'VolumeId', 'id', 'created_from', volume, {
    example: 'fsvol-0123456789abcdef0',
  }),
  vpcId(fileCache, 'VpcId', 'contained_in'),
  subnetId(fileCache, 'SubnetIds[]', 'contained_in'),
  edge(fileCache, 'NetworkInterfaceIds[]', 'id', 'uses', 'AWS::EC2::NetworkInterface', {
    example: 'eni-0abcdef1234567890',
  }),
  keyArn(fileCache, 'KmsKeyId', 'encrypted_by'),
  edge(dataRepository, 'FileSystemId', 'id', 'contained_in', fileSystem, { example: 'fs-0123456789abcdef0' }),
  edge(dataRepository, 'FileCacheId', 'id', 'contained_in', fileCache, { example: 'fc-0123456789abcdef0' }),
  bucketUri(dataRepository, 'DataRepositoryPath', 'reads_from'),
];
