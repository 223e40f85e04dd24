import type { ServiceCollectors } from '../declaration/collector.ts';

export const kafka: ServiceCollectors = {
  service: 'kafka',
  client: 'kafka',
  scope: 'regional',
  probe: { operation: 'ListClustersV2', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::MSK::Cluster',
      title: 'MSK cluster',
      list: { operation: 'ListClustersV2', input: { MaxResults: 100 }, items: 'ClusterInfoList[]' },
      nativeId: 'ClusterArn',
      arn: 'ClusterArn',
      name: 'ClusterName',
      createdAt: 'CreationTime',
      tags: { path: 'Tags' },
      volatile: ['State', 'StateInfo', 'ActiveOperationArn', 'CurrentVersion'],
      terraform: ['aws_msk_cluster', 'aws_msk_serverless_cluster'],
    },
    {
      resourceType: 'AWS::MSK::Configuration',
      title: 'MSK configuration',
      list: { operation: 'ListConfigurations', input: { MaxResults: 100 }, items: 'Configurations[]' },
      nativeId: 'Arn',
      arn: 'Arn',
      name: 'Name',
      createdAt: 'CreationTime',
      volatile: ['State'],
      sets: { KafkaVersions: 'msk/1.0/apireference/configurations' },
      terraform: ['aws_msk_configuration'],
    },
  ],
};
