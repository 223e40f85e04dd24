import type { ServiceCollectors } from '../declaration/collector.ts';

export const elasticMapReduce: ServiceCollectors = {
  service: 'elasticmapreduce',
  client: 'emr',
  scope: 'regional',
  probe: { operation: 'ListClusters' },
  types: [
    {
      resourceType: 'AWS::EMR::Cluster',
      title: 'EMR cluster',
      list: {
        operation: 'ListClusters',
        input: { ClusterStates: ['STARTING', 'BOOTSTRAPPING', 'RUNNING', 'WAITING'] },
        items: 'Clusters[]',
      },
      details: [{ operation: 'DescribeCluster', input: { ClusterId: '{Id}' }, result: 'Cluster' }],
      nativeId: 'Id',
      arn: ['ClusterArn', 'arn:{partition}:elasticmapreduce:{region}:{account}:cluster/{Id}'],
      name: 'Name',
      createdAt: 'Status.Timeline.CreationDateTime',
      tags: { path: 'Tags' },
      secrets: ['Configurations[].Properties.*'],
      volatile: ['Status', 'NormalizedInstanceHours'],
      sets: { Applications: 'emr/latest/APIReference/API_Cluster' },
      terraform: ['aws_emr_cluster'],
    },
    {
      resourceType: 'AWS::EMR::SecurityConfiguration',
      title: 'EMR security configuration',
      list: { operation: 'ListSecurityConfigurations', items: 'SecurityConfigurations[]' },
      details: [
        {
          operation: 'DescribeSecurityConfiguration',
          input: { Name: '{Name}' },
          result: 'SecurityConfiguration',
          into: 'SecurityConfiguration',
          // The API has no update. One that is created again with the name has another time.
          immutableFor: ['CreationDateTime'],
        },
      ],
      nativeId: 'Name',
      name: 'Name',
      createdAt: 'CreationDateTime',
      embedded: ['SecurityConfiguration'],
      terraform: ['aws_emr_security_configuration'],
    },
    {
      resourceType: 'AWS::EMR::Studio',
      title: 'EMR Studio',
      list: { operation: 'ListStudios', items: 'Studios[]' },
      nativeId: 'StudioId',
      arn: 'arn:{partition}:elasticmapreduce:{region}:{account}:studio/{StudioId}',
      name: 'Name',
      createdAt: 'CreationTime',
      terraform: ['aws_emr_studio'],
    },
  ],
};
