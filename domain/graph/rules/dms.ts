import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';
import { bucketName, edge } from './edge.ts';

const replicationInstance = 'AWS::DMS::ReplicationInstance';
const endpoint = 'AWS::DMS::Endpoint';
const replicationTask = 'AWS::DMS::ReplicationTask';
const replicationSubnetGroup = 'AWS::DMS::ReplicationSubnetGroup';

export const dmsRules: readonly EdgeRule[] = [
  edge(
    replicationInstance,
    'VpcSecurityGroups[].VpcSecurityGroupId',
    'id',
    'uses',
    'AWS::EC2::SecurityGroup',
  ),
  keyArn(replicationInstance, 'KmsKeyId'),
  edge(
    replicationInstance,
    'ReplicationSubnetGroup.ReplicationSubnetGroupIdentifier',
    'name',
    'uses',
    'AWS::DMS::ReplicationSubnetGroup',
  ),
  edge(replicationInstance, 'ReplicationSubnetGroup.VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(
    replicationInstance,
    'ReplicationSubnetGroup.Subnets[].SubnetIdentifier',
    'id',
    'contained_in',
    'AWS::EC2::Subnet',
  ),
  edge(endpoint, 'ServerName', 'dns', 'uses', [
    'AWS::RDS::DBInstance',
    'AWS::RDS::DBCluster',
    'AWS::RDS::DBProxy',
    'AWS::DocDB::DBInstance',
    'AWS::DocDB::DBCluster',
    'AWS::Redshift::Cluster',
    'AWS::Neptune::DBCluster',
    'AWS::ElastiCache::ReplicationGroup',
    'AWS::ElastiCache::CacheCluster',
  ]),
  edge(endpoint, '*.ServerName', 'dns', 'uses', [
    'AWS::RDS::DBInstance',
    'AWS::RDS::DBCluster',
    'AWS::RDS::DBProxy',
    'AWS::DocDB::DBInstance',
    'AWS::DocDB::DBCluster',
    'AWS::Redshift::Cluster',
    'AWS::Neptune::DBCluster',
    'AWS::ElastiCache::ReplicationGroup',
    'AWS::ElastiCache::CacheCluster',
  ]),
  keyArn(endpoint, 'KmsKeyId'),
  edge(endpoint, 'CertificateArn', 'arn', 'uses', 'AWS::DMS::Certificate'),
  edge(endpoint, '*.SecretsManagerAccessRoleArn', 'arn', 'uses', 'AWS::IAM::Role'),
  edge(endpoint, '*.SecretsManagerSecretId', 'arn', 'reads_secret', 'AWS::SecretsManager::Secret'),
  edge(endpoint, '*.SecretsManagerSecretId', 'name', 'reads_secret', 'AWS::SecretsManager::Secret', {
    variant: 'name',
  }),
  edge(endpoint, 'ServiceAccessRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(endpoint, '*.ServiceAccessRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  bucketName(endpoint, '*.BucketName', 'uses'),
  keyArn(endpoint, '*.ServerSideEncryptionKmsKeyId'),
  edge(endpoint, 'KinesisSettings.StreamArn', 'arn', 'targets', 'AWS::Kinesis::Stream'),
  edge(endpoint, 'ElasticsearchSettings.EndpointUri', 'dns', 'uses', 'AWS::OpenSearchService::Domain'),
  edge(replicationTask, 'SourceEndpointArn', 'arn', 'reads_from', 'AWS::DMS::Endpoint'),
  edge(replicationTask, 'TargetEndpointArn', 'arn', 'targets', 'AWS::DMS::Endpoint'),
  edge(replicationTask, 'ReplicationInstanceArn', 'arn', 'uses', 'AWS::DMS::ReplicationInstance'),
  edge(replicationSubnetGroup, 'VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(replicationSubnetGroup, 'Subnets[].SubnetIdentifier', 'id', 'contained_in', 'AWS::EC2::Subnet'),
];
