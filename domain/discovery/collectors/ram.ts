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
      details: (['PRINCIPAL', 'RESOURCE'] as const).map((associationType) => ({
        operation: 'GetResourceShareAssociations',
        input: {
          associationType,
          resourceShareArns: ['{resourceShareArn}'],
          associationStatus: 'ASSOCIATED',
          maxResults: 500,
        },
        result: 'resourceShareAssociations',
        into: associationType === 'PRINCIPAL' ? 'principals' : 'resources',
        pages: 10,
      })),
      nativeId: 'resourceShareArn',
      arn: 'resourceShareArn',
      name: 'name',
      createdAt: 'creationTime',
      tags: { path: 'tags' },
      volatile: [
        'lastUpdatedTime',
        'status',
        'statusMessage',
        ...['principals', 'resources'].flatMap((list) => [
          `${list}[].status`,
          `${list}[].statusMessage`,
          `${list}[].lastUpdatedTime`,
        ]),
      ],
      sets: {
        principals: 'ram/latest/APIReference/API_GetResourceShareAssociations',
        resources: 'ram/latest/APIReference/API_GetResourceShareAssociations',
      },
      notRead: 'Of more than 5,000 principals or resources of a share the others; its permissions.',
      terraform: ['aws_ram_resource_share'],
    },
  ],
};
