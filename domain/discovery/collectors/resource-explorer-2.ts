import type { ServiceCollectors } from '../declaration/collector.ts';

export const resourceExplorer: ServiceCollectors = {
  service: 'resource-explorer-2',
  client: 'resource-explorer-2',
  scope: 'regional',
  probe: { operation: 'ListIndexes', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::ResourceExplorer2::Index',
      title: 'Resource Explorer index',
      list: {
        operation: 'ListIndexes',
        input: { MaxResults: 100, Regions: ['{region}'] },
        items: 'Indexes[]',
      },
      nativeId: 'Arn',
      arn: 'Arn',
      label: '{Type|lower} index',
      tags: { call: { operation: 'ListTagsForResource', input: { resourceArn: '{Arn}' }, result: 'Tags' } },
      terraform: ['aws_resourceexplorer2_index'],
    },
    {
      resourceType: 'AWS::ResourceExplorer2::View',
      title: 'Resource Explorer view',
      list: { operation: 'ListViews', input: { MaxResults: 50 }, items: 'Views[]', as: 'ViewArn' },
      details: [{ operation: 'GetView', input: { ViewArn: '{ViewArn}' }, result: 'View' }],
      nativeId: 'ViewArn',
      arn: 'ViewArn',
      name: ['ViewName', '{ViewArn|after:view/|before:/}'],
      tags: {
        call: { operation: 'ListTagsForResource', input: { resourceArn: '{ViewArn}' }, result: 'Tags' },
      },
      volatile: ['LastUpdatedAt'],
      terraform: ['aws_resourceexplorer2_view'],
    },
  ],
};
