import type { ServiceCollectors } from '../declaration/collector.ts';

export const directoryService: ServiceCollectors = {
  service: 'ds',
  client: 'directory-service',
  scope: 'regional',
  probe: { operation: 'DescribeDirectories', input: { Limit: 1 } },
  types: [
    {
      resourceType: 'AWS::DirectoryService::MicrosoftAD',
      title: 'Managed Microsoft AD',
      list: {
        operation: 'DescribeDirectories',
        input: { Limit: 100 },
        items: 'DirectoryDescriptions[]',
        only: [{ path: 'Type', equals: 'MicrosoftAD' }],
      },
      nativeId: 'DirectoryId',
      arn: 'arn:{partition}:ds:{region}:{account}:directory/{id}',
      name: 'Name',
      createdAt: 'LaunchTime',
      tags: {
        call: { operation: 'ListTagsForResource', input: { ResourceId: '{DirectoryId}' }, result: 'Tags' },
      },
      secrets: ['RadiusSettings.SharedSecret'],
      volatile: [
        'Stage',
        'StageReason',
        'StageLastUpdatedDateTime',
        'RadiusStatus',
        'OwnerDirectoryDescription.RadiusStatus',
      ],
      sets: { DnsIpAddrs: 'directoryservice/latest/APIReference/API_DirectoryDescription' },
      ended: { Stage: ['Deleted'] },
      terraform: ['aws_directory_service_directory'],
    },
    {
      resourceType: 'AWS::DirectoryService::SimpleAD',
      title: 'Simple AD',
      list: {
        operation: 'DescribeDirectories',
        input: { Limit: 100 },
        items: 'DirectoryDescriptions[]',
        only: [{ path: 'Type', equals: 'SimpleAD' }],
      },
      nativeId: 'DirectoryId',
      arn: 'arn:{partition}:ds:{region}:{account}:directory/{id}',
      name: 'Name',
      createdAt: 'LaunchTime',
      tags: {
        call: { operation: 'ListTagsForResource', input: { ResourceId: '{DirectoryId}' }, result: 'Tags' },
      },
      secrets: ['RadiusSettings.SharedSecret'],
      volatile: [
        'Stage',
        'StageReason',
        'StageLastUpdatedDateTime',
        'RadiusStatus',
        'OwnerDirectoryDescription.RadiusStatus',
      ],
      sets: { DnsIpAddrs: 'directoryservice/latest/APIReference/API_DirectoryDescription' },
      ended: { Stage: ['Deleted'] },
      terraform: ['aws_directory_service_directory'],
    },
  ],
};
