import type { ServiceCollectors } from '../declaration/collector.ts';

export const dax: ServiceCollectors = {
  service: 'dax',
  client: 'dax',
  scope: 'regional',
  probe: { operation: 'DescribeClusters', input: { MaxResults: 20 } },
  types: [
    {
      resourceType: 'AWS::DAX::Cluster',
      title: 'DAX cluster',
      list: { operation: 'DescribeClusters', input: { MaxResults: 100 }, items: 'Clusters[]' },
      nativeId: 'ClusterName',
      arn: 'ClusterArn',
      name: 'ClusterName',
      tags: { call: { operation: 'ListTags', input: { ResourceName: '{ClusterArn}' }, result: 'Tags' } },
      volatile: ['Status', 'Nodes', 'ActiveNodes', 'NodeIdsToRemove', 'ParameterGroup.ParameterApplyStatus'],
      terraform: ['aws_dax_cluster'],
    },
  ],
};
