import type { ServiceCollectors } from '../declaration/collector.ts';

export const ram: ServiceCollectors = {
  service: 'ram',
  client: 'ram',
  scope: 'regional',
  probe: { operation: 'GetResourceShares', input: { resourceOwner: 'SELF', maxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::RAM::ResourceShare',
      title: 'Resource share',
      list: {
        operation: 'GetResourceShares',
        input: { resourceOwner: 'SELF', resourceShareStatus: 'ACTIVE', maxResults: 500 },
        items: 'resourceShares[]',
      },
      nativeId: 'resourceShareArn',
      arn: 'resourceShareArn',
      name: 'name',
      createdAt: 'creationTime',
      tags: { path: 'tags' },
      volatile: ['lastUpdatedTime', 'status', 'statusMessage'],
      terraform: ['aws_ram_resource_share'],
    },
  ],
};
