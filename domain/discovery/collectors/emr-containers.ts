import type { ServiceCollectors } from '../declaration/collector.ts';

export const emrContainers: ServiceCollectors = {
  service: 'emr-containers',
  client: 'emr-containers',
  scope: 'regional',
  probe: { operation: 'ListVirtualClusters', input: { maxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::EMRContainers::VirtualCluster',
      title: 'EMR virtual cluster',
      list: {
        operation: 'ListVirtualClusters',
        input: { maxResults: 50, states: ['RUNNING', 'ARRESTED'] },
        items: 'virtualClusters[]',
      },
      nativeId: 'id',
      arn: 'arn',
      name: 'name',
      createdAt: 'createdAt',
      tags: { path: 'tags' },
      volatile: ['state'],
      terraform: ['aws_emrcontainers_virtual_cluster'],
    },
  ],
};
