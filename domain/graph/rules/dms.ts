import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, keyArn, roleArn, secretArn, securityGroupId, subnetId, vpcId } from './common-edges.ts';
import { edge } from './edge.ts';

const replicationInstance = 'AWS::DMS::ReplicationInstance';
const endpoint = 'AWS::DMS::Endpoint';
const replicationTask = 'AWS::DMS::ReplicationTask';
const replicationSubnetGroup = 'AWS::DMS::ReplicationSubnetGroup';

export const dmsRules: readonly EdgeRule[] = [
  securityGroupId(replicationInstance, 'VpcSecurityGroups[].VpcSecurityGroupId', 'uses'),
  keyArn(replicationInstance, 'KmsKeyId', 'encrypted_by'),
  edge(
    replicationInstance,
    'ReplicationSubnetGroup.ReplicationSubnetGroupIdentifier',
    'name',
    'uses',
    'AWS::DMS::ReplicationSubnetGroup',
    { example: 'migration' },
  ),
  vpcId(replicationInstance, 'ReplicationSubnetGroup.VpcId', 'contained_in'),
  subnetId(replicationInstance, 'ReplicationSubnetGroup.Subnets[].SubnetIdentifier', 'contained_in'),
  edge(
    endpoint,
    'ServerName',
    'dns',
    'uses',
    [
      'AWS::RDS::DBInstance',
      'AWS::RDS::DBCluster',
      'AWS::RDS::DBProxy',
      'AWS::DocDB::DBInstance',
      'AWS::DocDB::DBCluster',
      'AWS::Redshift::Cluster',
      'AWS::Neptune::DBCluster',
      'AWS::ElastiCache::ReplicationGroup',
      'AWS::ElastiCache::CacheCluster',
    ],
    { example: 'ledger.cluster-cx7h2k9exmpl.eu-west-1.rds.amazonaws.com' },
  ),
  edge(
    endpoint,
    '*.ServerName',
    'dns',
    'uses',
    [
      'AWS::RDS::DBInstance',
      'AWS::RDS::DBCluster',
      'AWS::RDS::DBProxy',
      'AWS::DocDB::DBInstance',
      'AWS::DocDB::DBCluster',
      'AWS::Redshift::Cluster',
      'AWS::Neptune::DBCluster',
      'AWS::ElastiCache::ReplicationGroup',
      'AWS::ElastiCache::CacheCluster',
    ],
    { example: 'ledger.cluster-cx7h2k9exmpl.eu-west-1.rds.amazonaws.com' },
  ),
  keyArn(endpoint, 'KmsKeyId', 'encrypted_by'),
  edge(endpoint, 'CertificateArn', 'arn', 'uses', 'AWS::DMS::Certificate', {
    example: 'arn:aws:dms:eu-west-1:123456789012:cert:6UTDJGBOUSM3VI3SUWA66XFJCJQ',
  }),
  roleArn(endpoint, '*.SecretsManagerAccessRoleArn', 'uses'),
  secretArn(endpoint, '*.SecretsManagerSecretId', 'reads_secret'),
  edge(endpoint, '*.SecretsManagerSecretId', 'name', 'reads_secret', 'AWS::SecretsManager::Secret', {
    variant: 'name',
    example: 'orders/dms',
  }),
  roleArn(endpoint, 'ServiceAccessRoleArn', 'runs_as'),
  roleArn(endpoint, '*.ServiceAccessRoleArn', 'runs_as'),
  bucketName(endpoint, '*.BucketName', 'uses'),
  keyArn(endpoint, '*.ServerSideEncryptionKmsKeyId', 'encrypted_by'),
  edge(endpoint, 'KinesisSettings.StreamArn', 'arn', 'targets', 'AWS::Kinesis::Stream', {
    example: 'arn:aws:kinesis:eu-west-1:123456789012:stream/ledger-changes',
  }),
  edge(endpoint, 'ElasticsearchSettings.EndpointUri', 'dns', 'uses', 'AWS::OpenSearchService::Domain', {
    example: {
      'https://vpc-catalog-2j5kd6sn7vqk3cxu4tz5w6y7za.eu-west-1.es.amazonaws.com':
        'vpc-catalog-2j5kd6sn7vqk3cxu4tz5w6y7za.eu-west-1.es.amazonaws.com',
    },
  }),
  edge(replicationTask, 'SourceEndpointArn', 'arn', 'reads_from', 'AWS::DMS::Endpoint', {
    example: 'arn:aws:dms:eu-west-1:123456789012:endpoint:LEDGERVI3SUWA66XFJCJQ',
  }),
  edge(replicationTask, 'TargetEndpointArn', 'arn', 'targets', 'AWS::DMS::Endpoint', {
    example: 'arn:aws:dms:eu-west-1:123456789012:endpoint:LAKEVI3SUWA66XFJCJQ',
  }),
  edge(replicationTask, 'ReplicationInstanceArn', 'arn', 'uses', 'AWS::DMS::ReplicationInstance', {
    example: 'arn:aws:dms:eu-west-1:123456789012:rep:6UTDJGBOUS3VI3SUWA66XFJCJQ',
  }),
  vpcId(replicationSubnetGroup, 'VpcId', 'contained_in'),
  subnetId(replicationSubnetGroup, 'Subnets[].SubnetIdentifier', 'contained_in'),
];
