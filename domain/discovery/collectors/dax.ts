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
      settled: { 'SSEDescription.Status': { ENABLING: 'ENABLED', DISABLING: 'DISABLED' } },
      volatile: [
        'Status',
        'Nodes',
        'ActiveNodes',
        'NodeIdsToRemove',
        'ParameterGroup.ParameterApplyStatus',
        'SecurityGroups[].Status',
        'NotificationConfiguration.TopicStatus',
      ],
      terraform: ['aws_dax_cluster'],
    },
  ],
};
