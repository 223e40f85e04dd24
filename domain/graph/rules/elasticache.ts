import type { EdgeRule } from '../edge-rule.ts';
import { encryptedBy, logGroupName, securityGroupId, subnetId, topicArn, vpcId } from './common-edges.ts';
import { edge } from './edge.ts';

const cacheCluster = 'AWS::ElastiCache::CacheCluster';
const replicationGroup = 'AWS::ElastiCache::ReplicationGroup';
const subnetGroup = 'AWS::ElastiCache::SubnetGroup';
const user = 'AWS::ElastiCache::User';

export const elasticacheRules: readonly EdgeRule[] = [
  topicArn(cacheCluster, 'NotificationConfiguration.TopicArn', 'notifies'),
  edge(
    cacheCluster,
    'CacheParameterGroup.CacheParameterGroupName',
    'name',
    'uses',
    'AWS::ElastiCache::ParameterGroup',
    { example: 'sessions' },
  ),
  edge(cacheCluster, 'CacheSubnetGroupName', 'name', 'uses', 'AWS::ElastiCache::SubnetGroup', {
    example: 'private',
  }),
  securityGroupId(cacheCluster, 'SecurityGroups[].SecurityGroupId', 'uses'),
  edge(cacheCluster, 'ReplicationGroupId', 'name', 'member_of', 'AWS::ElastiCache::ReplicationGroup', {
    example: 'sessions',
  }),
  logGroupName(
    cacheCluster,
    'LogDeliveryConfigurations[].DestinationDetails.CloudWatchLogsDetails.LogGroup',
    'logs_to',
  ),
  edge(
    cacheCluster,
    'LogDeliveryConfigurations[].DestinationDetails.KinesisFirehoseDetails.DeliveryStream',
    'name',
    'logs_to',
    'AWS::KinesisFirehose::DeliveryStream',
    { example: 'cache-logs' },
  ),
  edge(
    replicationGroup,
    'GlobalReplicationGroupInfo.GlobalReplicationGroupId',
    'name',
    'member_of',
    'AWS::ElastiCache::GlobalReplicationGroup',
    { example: 'ldgnf-sessions' },
  ),
  edge(replicationGroup, 'MemberClusters[]', 'name', 'contains', 'AWS::ElastiCache::CacheCluster', {
    example: ['sessions-001', 'sessions-002'],
  }),
  ...encryptedBy(replicationGroup, 'KmsKeyId'),
  edge(replicationGroup, 'UserGroupIds[]', 'name', 'uses', 'AWS::ElastiCache::UserGroup', {
    example: 'applications',
  }),
  logGroupName(
    replicationGroup,
    'LogDeliveryConfigurations[].DestinationDetails.CloudWatchLogsDetails.LogGroup',
    'logs_to',
  ),
  edge(
    replicationGroup,
    'LogDeliveryConfigurations[].DestinationDetails.KinesisFirehoseDetails.DeliveryStream',
    'name',
    'logs_to',
    'AWS::KinesisFirehose::DeliveryStream',
    { example: 'cache-logs' },
  ),
  vpcId(subnetGroup, 'VpcId', 'contained_in'),
  subnetId(subnetGroup, 'Subnets[].SubnetIdentifier', 'contained_in'),
  edge(user, 'UserGroupIds[]', 'name', 'member_of', 'AWS::ElastiCache::UserGroup', {
    example: 'applications',
  }),
];
