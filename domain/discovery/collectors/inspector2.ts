import type { ServiceCollectors } from '../declaration/collector.ts';

export const inspector2: ServiceCollectors = {
  service: 'inspector2',
  client: 'inspector2',
  scope: 'regional',
  probe: { operation: 'ListFilters', input: { maxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::InspectorV2::Filter',
      title: 'Inspector filter',
      list: { operation: 'ListFilters', input: { maxResults: 100 }, items: 'filters[]' },
      nativeId: 'arn',
      arn: 'arn',
      name: 'name',
      createdAt: 'createdAt',
      tags: { path: 'tags' },
      volatile: ['updatedAt'],
      terraform: ['aws_inspector2_filter'],
    },
  ],
};
