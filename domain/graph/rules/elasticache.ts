import type { EdgeRule } from '../edge-rule.ts';
import { edge, encryptedBy } from './edge.ts';

const cacheCluster = 'AWS::ElastiCache::CacheCluster';
const replicationGroup = 'AWS::ElastiCache::ReplicationGroup';
const subnetGroup = 'AWS::ElastiCache::SubnetGroup';
const user = 'AWS::ElastiCache::User';

export const elasticacheRules: readonly EdgeRule[] = [
  edge(cacheCluster, 'NotificationConfiguration.TopicArn', 'arn', 'notifies', 'AWS::SNS::Topic'),
  edge(
    cacheCluster,
    'CacheParameterGroup.CacheParameterGroupName',
    'name',
    'uses',
    'AWS::ElastiCache::ParameterGroup',
  ),
  edge(cacheCluster, 'CacheSubnetGroupName', 'name', 'uses', 'AWS::ElastiCache::SubnetGroup'),
  edge(cacheCluster, 'SecurityGroups[].SecurityGroupId', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(cacheCluster, 'ReplicationGroupId', 'name', 'member_of', 'AWS::ElastiCache::ReplicationGroup'),
  edge(
    cacheCluster,
    'LogDeliveryConfigurations[].DestinationDetails.CloudWatchLogsDetails.LogGroup',
    'name',
    'logs_to',
    'AWS::Logs::LogGroup',
  ),
  edge(
    cacheCluster,
    'LogDeliveryConfigurations[].DestinationDetails.KinesisFirehoseDetails.DeliveryStream',
    'name',
    'logs_to',
    'AWS::KinesisFirehose::DeliveryStream',
  ),
  edge(
    replicationGroup,
    'GlobalReplicationGroupInfo.GlobalReplicationGroupId',
    'name',
    'member_of',
    'AWS::ElastiCache::GlobalReplicationGroup',
  ),
  edge(replicationGroup, 'MemberClusters[]', 'name', 'contains', 'AWS::ElastiCache::CacheCluster'),
  ...encryptedBy(replicationGroup, 'KmsKeyId'),
  edge(replicationGroup, 'UserGroupIds[]', 'name', 'uses', 'AWS::ElastiCache::UserGroup'),
  edge(
    replicationGroup,
    'LogDeliveryConfigurations[].DestinationDetails.CloudWatchLogsDetails.LogGroup',
    'name',
    'logs_to',
    'AWS::Logs::LogGroup',
  ),
  edge(
    replicationGroup,
    'LogDeliveryConfigurations[].DestinationDetails.KinesisFirehoseDetails.DeliveryStream',
    'name',
    'logs_to',
    'AWS::KinesisFirehose::DeliveryStream',
  ),
  edge(subnetGroup, 'VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(subnetGroup, 'Subnets[].SubnetIdentifier', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(user, 'UserGroupIds[]', 'name', 'member_of', 'AWS::ElastiCache::UserGroup'),
];
