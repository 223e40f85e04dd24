import type { ServiceCollectors } from '../collector.ts';

export const elasticache: ServiceCollectors = {
  service: 'elasticache',
  client: 'elasticache',
  scope: 'regional',
  probe: {
    operation: 'DescribeCacheClusters',
    input: {
      MaxRecords: 20,
    },
  },
  types: [
    {
      resourceType: 'AWS::ElastiCache::CacheCluster',
      title: 'ElastiCache cluster',
      list: {
        operation: 'DescribeCacheClusters',
        input: {
          MaxRecords: 100,
          ShowCacheNodeInfo: true,
        },
        items: 'CacheClusters[]',
      },
      nativeId: 'CacheClusterId',
      arn: 'ARN',
      name: 'CacheClusterId',
      createdAt: 'CacheClusterCreateTime',
      tags: {
        taggingApi: 'elasticache',
      },
      volatile: ['CacheClusterStatus', 'PendingModifiedValues', 'CacheNodes[].CacheNodeStatus'],
      ended: { CacheClusterStatus: ['deleted'] },
      sets: ['CacheNodes', 'CacheSecurityGroups'],
      origin: [
        {
          origin: 'child',
          when: [
            {
              path: 'ReplicationGroupId',
              present: true,
            },
          ],
        },
      ],
      terraform: ['aws_elasticache_cluster'],
    },
    {
      resourceType: 'AWS::ElastiCache::ReplicationGroup',
      title: 'ElastiCache replication group',
      list: {
        operation: 'DescribeReplicationGroups',
        input: {
          MaxRecords: 100,
        },
        items: 'ReplicationGroups[]',
      },
      nativeId: 'ReplicationGroupId',
      arn: 'ARN',
      name: 'ReplicationGroupId',
      createdAt: 'ReplicationGroupCreateTime',
      tags: {
        taggingApi: 'elasticache',
      },
      volatile: [
        'Status',
        'PendingModifiedValues',
        'NodeGroups[].Status',
        'NodeGroups[].NodeGroupMembers[].CurrentRole',
      ],
      sets: ['MemberClusters', 'NodeGroups', 'NodeGroups[].NodeGroupMembers', 'UserGroupIds'],
      terraform: ['aws_elasticache_replication_group'],
    },
    {
      resourceType: 'AWS::ElastiCache::SubnetGroup',
      title: 'ElastiCache subnet group',
      list: {
        operation: 'DescribeCacheSubnetGroups',
        input: {
          MaxRecords: 100,
        },
        items: 'CacheSubnetGroups[]',
      },
      nativeId: 'CacheSubnetGroupName',
      arn: 'ARN',
      name: 'CacheSubnetGroupName',
      tags: {
        call: { operation: 'ListTagsForResource', input: { ResourceName: '{ARN}' }, result: 'TagList' },
      },
      origin: [
        {
          origin: 'default',
          when: [
            {
              path: 'CacheSubnetGroupName',
              equals: 'default',
            },
          ],
        },
      ],
      terraform: ['aws_elasticache_subnet_group'],
    },
    {
      resourceType: 'AWS::ElastiCache::User',
      title: 'ElastiCache user',
      list: {
        operation: 'DescribeUsers',
        input: {
          MaxRecords: 100,
        },
        items: 'Users[]',
      },
      nativeId: 'UserId',
      arn: 'ARN',
      name: 'UserName',
      tags: {
        call: { operation: 'ListTagsForResource', input: { ResourceName: '{ARN}' }, result: 'TagList' },
      },
      volatile: ['Status'],
      sets: ['UserGroupIds'],
      origin: [
        {
          origin: 'default',
          when: [
            {
              path: 'UserId',
              equals: 'default',
            },
          ],
        },
      ],
      terraform: ['aws_elasticache_user'],
    },
    {
      resourceType: 'AWS::ElastiCache::ParameterGroup',
      title: 'ElastiCache parameter group',
      list: {
        operation: 'DescribeCacheParameterGroups',
        input: {
          MaxRecords: 100,
        },
        items: 'CacheParameterGroups[]',
      },
      nativeId: 'CacheParameterGroupName',
      arn: 'ARN',
      name: 'CacheParameterGroupName',
      tags: {
        taggingApi: 'elasticache',
      },
      origin: [
        {
          origin: 'default',
          when: [
            {
              path: 'CacheParameterGroupName',
              startsWith: 'default.',
            },
          ],
        },
      ],
      terraform: ['aws_elasticache_parameter_group'],
    },
    {
      resourceType: 'AWS::ElastiCache::ReservedCacheNode',
      title: 'Reserved cache node',
      list: {
        operation: 'DescribeReservedCacheNodes',
        input: { MaxRecords: 100 },
        items: 'ReservedCacheNodes[]',
      },
      nativeId: 'ReservedCacheNodeId',
      arn: 'ReservationARN',
      name: 'ReservedCacheNodeId',
      createdAt: 'StartTime',
      volatile: ['State'],
      ended: { State: ['retired', 'payment-failed'] },
      notRead: 'Reservations that have ended; tags.',
      terraform: [],
    },
  ],
};
