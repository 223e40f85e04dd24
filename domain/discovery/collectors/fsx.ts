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
      list: {
        operation: 'DescribeFileSystems',
        input: {
          MaxResults: 100,
        },
        items: 'FileSystems[]',
      },
      nativeId: 'FileSystemId',
      arn: 'ResourceARN',
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
  ],
};
