import type { ServiceCollectors } from '../declaration/collector.ts';

export const elasticFileSystem: ServiceCollectors = {
  service: 'elasticfilesystem',
  client: 'efs',
  scope: 'regional',
  probe: { operation: 'DescribeFileSystems', input: { MaxItems: 1 } },
  types: [
    {
      resourceType: 'AWS::EFS::FileSystem',
      title: 'EFS file system',
      notRead: 'Files.',
      list: { operation: 'DescribeFileSystems', input: { MaxItems: 1000 }, items: 'FileSystems[]' },
      details: [
        {
          operation: 'DescribeFileSystemPolicy',
          input: { FileSystemId: '{FileSystemId}' },
          result: 'Policy',
          into: 'Policy',
          absent: ['PolicyNotFound'],
        },
      ],
      nativeId: 'FileSystemId',
      arn: 'FileSystemArn',
      name: 'Name',
      createdAt: 'CreationTime',
      tags: { path: 'Tags' },
      embedded: ['Policy'],
      volatile: ['SizeInBytes', 'LifeCycleState', 'NumberOfMountTargets'],
      ended: { LifeCycleState: ['deleted'] },
      terraform: ['aws_efs_file_system'],
    },
    {
      resourceType: 'AWS::EFS::AccessPoint',
      title: 'EFS access point',
      list: { operation: 'DescribeAccessPoints', input: { MaxResults: 1000 }, items: 'AccessPoints[]' },
      nativeId: 'AccessPointId',
      arn: 'AccessPointArn',
      name: 'Name',
      tags: { path: 'Tags' },
      volatile: ['LifeCycleState'],
      ended: { LifeCycleState: ['deleted'] },
      terraform: ['aws_efs_access_point'],
    },
    {
      resourceType: 'AWS::EFS::MountTarget',
      title: 'EFS mount target',
      parent: 'AWS::EFS::FileSystem',
      list: {
        operation: 'DescribeMountTargets',
        input: { FileSystemId: '{FileSystemId}', MaxItems: 100 },
        items: 'MountTargets[]',
      },
      details: [
        {
          operation: 'DescribeMountTargetSecurityGroups',
          input: { MountTargetId: '{MountTargetId}' },
          result: 'SecurityGroups',
          into: 'SecurityGroups',
        },
      ],
      nativeId: 'MountTargetId',
      label: '{FileSystemId} in {SubnetId}',
      volatile: ['LifeCycleState'],
      ended: { LifeCycleState: ['deleted'] },
      terraform: ['aws_efs_mount_target'],
    },
  ],
};
