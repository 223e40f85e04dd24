import type { ServiceCollectors } from '../collector.ts';

export const fsx: ServiceCollectors = {
  service: 'fsx',
  client: 'fsx',
  scope: 'regional',
  probe: {
    operation: 'DescribeFileSystems',
    input: {
      MaxResults: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::FSx::FileSystem',
      title: 'FSx file system',
      notRead: 'Files.',
      list: {
        operation: 'DescribeFileSystems',
        input: {
          MaxResults: 100,
        },
        items: 'FileSystems[]',
      },
      nativeId: 'FileSystemId',
      arn: 'ResourceARN',
      createdAt: 'CreationTime',
      tags: {
        path: 'Tags',
      },
      volatile: ['Lifecycle', 'AdministrativeActions', 'FailureDetails'],
      sets: ['NetworkInterfaceIds'],
      terraform: [
        'aws_fsx_lustre_file_system',
        'aws_fsx_windows_file_system',
        'aws_fsx_ontap_file_system',
        'aws_fsx_openzfs_file_system',
      ],
    },
    {
      resourceType: 'AWS::FSx::Backup',
      title: 'FSx backup',
      list: {
        operation: 'DescribeBackups',
        input: {
          MaxResults: 100,
        },
        items: 'Backups[]',
      },
      nativeId: 'BackupId',
      arn: 'ResourceARN',
      createdAt: 'CreationTime',
      tags: {
        path: 'Tags',
      },
      volatile: ['Lifecycle', 'ProgressPercent', 'FileSystem', 'SizeInBytes'],
      origin: [
        {
          origin: 'child',
          when: [
            {
              path: 'Type',
              equals: 'AUTOMATIC',
            },
          ],
        },
        {
          origin: 'child',
          when: [
            {
              path: 'Type',
              equals: 'AWS_BACKUP',
            },
          ],
        },
      ],
      ended: { Lifecycle: ['DELETED'] },
      terraform: ['aws_fsx_backup'],
    },
    {
      resourceType: 'AWS::FSx::Volume',
      title: 'FSx volume',
      list: {
        operation: 'DescribeVolumes',
        input: { MaxResults: 50 },
        items: 'Volumes[]',
      },
      nativeId: 'VolumeId',
      arn: 'ResourceARN',
      name: 'Name',
      createdAt: 'CreationTime',
      tags: { path: 'Tags' },
      volatile: ['Lifecycle', 'LifecycleTransitionReason', 'AdministrativeActions'],
      ended: { Lifecycle: ['DELETING'] },
      terraform: ['aws_fsx_ontap_volume', 'aws_fsx_openzfs_volume'],
    },
    {
      resourceType: 'AWS::FSx::StorageVirtualMachine',
      title: 'FSx storage virtual machine',
      list: {
        operation: 'DescribeStorageVirtualMachines',
        input: { MaxResults: 50 },
        items: 'StorageVirtualMachines[]',
      },
      nativeId: 'StorageVirtualMachineId',
      arn: 'ResourceARN',
      name: 'Name',
      createdAt: 'CreationTime',
      tags: { path: 'Tags' },
      volatile: ['Lifecycle', 'LifecycleTransitionReason'],
      ended: { Lifecycle: ['DELETING'] },
      terraform: ['aws_fsx_ontap_storage_virtual_machine'],
    },
    {
      resourceType: 'AWS::FSx::Snapshot',
      title: 'FSx snapshot',
      list: {
        operation: 'DescribeSnapshots',
        input: { MaxResults: 50 },
        items: 'Snapshots[]',
      },
      nativeId: 'SnapshotId',
      arn: 'ResourceARN',
      name: 'Name',
      createdAt: 'CreationTime',
      tags: { path: 'Tags' },
      volatile: ['Lifecycle', 'LifecycleTransitionReason', 'AdministrativeActions'],
      ended: { Lifecycle: ['DELETING'] },
      terraform: ['aws_fsx_openzfs_snapshot'],
    },
    {
      resourceType: 'AWS::FSx::FileCache',
      title: 'FSx file cache',
      list: {
        operation: 'DescribeFileCaches',
        input: { MaxResults: 50 },
        items: 'FileCaches[]',
      },
      nativeId: 'FileCacheId',
      arn: 'ResourceARN',
      createdAt: 'CreationTime',
      tags: { taggingApi: 'fsx:file-cache' },
      volatile: ['Lifecycle', 'FailureDetails'],
      ended: { Lifecycle: ['DELETING'] },
      sets: ['NetworkInterfaceIds', 'DataRepositoryAssociationIds'],
      terraform: ['aws_fsx_file_cache'],
    },
    {
      resourceType: 'AWS::FSx::DataRepositoryAssociation',
      title: 'FSx data repository association',
      list: {
        operation: 'DescribeDataRepositoryAssociations',
        input: { MaxResults: 25 },
        items: 'Associations[]',
      },
      nativeId: 'AssociationId',
      arn: 'ResourceARN',
      createdAt: 'CreationTime',
      tags: { path: 'Tags' },
      volatile: ['Lifecycle', 'FailureDetails'],
      ended: { Lifecycle: ['DELETING'] },
      terraform: ['aws_fsx_data_repository_association'],
    },
  ],
};
