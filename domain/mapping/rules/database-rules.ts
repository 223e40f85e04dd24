import { alias, resource } from './rule-row.ts';
import type { MappingRule } from './rule-row.ts';

const byName = { ids: ['${name}'] } as const;
/** From version 5 the id of `aws_db_instance` is the resource id (`db-…`); the import id is still the identifier. */
const byIdentifier = { ids: ['${identifier}'] } as const;
const byCluster = { ids: ['${cluster_identifier}'] } as const;
const ofFamily = (engine: string) => [{ path: 'DBParameterGroupFamily', startsWith: engine }];

/** RDS, Aurora, DocumentDB, Neptune, DynamoDB, caches, Redshift and Timestream. Sources: the provider's documentation. */
export const databaseRules: readonly MappingRule[] = [
  resource('aws_rds_cluster_instance', 'AWS::RDS::DBInstance', {
    ...byIdentifier,
    importWhen: [{ path: 'DBClusterIdentifier', present: true }],
  }),
  resource('aws_db_instance', 'AWS::RDS::DBInstance', byIdentifier),
  resource('aws_neptune_cluster_instance', 'AWS::Neptune::DBInstance', byIdentifier),
  resource('aws_docdb_cluster_instance', 'AWS::DocDB::DBInstance', byIdentifier),
  resource('aws_rds_cluster', 'AWS::RDS::DBCluster', byCluster),
  resource('aws_neptune_cluster', 'AWS::Neptune::DBCluster', byCluster),
  resource('aws_docdb_cluster', 'AWS::DocDB::DBCluster', byCluster),
  resource('aws_db_snapshot', 'AWS::RDS::DBSnapshot', {
    arn: '${db_snapshot_arn}',
    ids: ['${db_snapshot_identifier}'],
  }),
  alias('aws_db_snapshot_copy', 'AWS::RDS::DBSnapshot', {
    arn: '${db_snapshot_arn}',
    ids: ['${target_db_snapshot_identifier}'],
  }),
  resource('aws_db_cluster_snapshot', 'AWS::RDS::DBClusterSnapshot', {
    arn: '${db_cluster_snapshot_arn}',
    ids: ['${db_cluster_snapshot_identifier}'],
  }),
  alias('aws_rds_cluster_snapshot_copy', 'AWS::RDS::DBClusterSnapshot', {
    arn: '${db_cluster_snapshot_arn}',
    ids: ['${target_db_cluster_snapshot_identifier}'],
  }),
  alias('aws_docdb_cluster_snapshot', 'AWS::RDS::DBClusterSnapshot', {
    arn: '${db_cluster_snapshot_arn}',
    ids: ['${db_cluster_snapshot_identifier}'],
  }),
  alias('aws_neptune_cluster_snapshot', 'AWS::RDS::DBClusterSnapshot', {
    arn: '${db_cluster_snapshot_arn}',
    ids: ['${db_cluster_snapshot_identifier}'],
  }),
  resource('aws_db_subnet_group', 'AWS::RDS::DBSubnetGroup', byName),
  alias('aws_docdb_subnet_group', 'AWS::RDS::DBSubnetGroup', byName),
  alias('aws_neptune_subnet_group', 'AWS::RDS::DBSubnetGroup', byName),
  resource('aws_neptune_parameter_group', 'AWS::RDS::DBParameterGroup', {
    ...byName,
    importWhen: ofFamily('neptune'),
  }),
  resource('aws_db_parameter_group', 'AWS::RDS::DBParameterGroup', byName),
  resource('aws_neptune_cluster_parameter_group', 'AWS::RDS::DBClusterParameterGroup', {
    ...byName,
    importWhen: ofFamily('neptune'),
  }),
  resource('aws_docdb_cluster_parameter_group', 'AWS::RDS::DBClusterParameterGroup', {
    ...byName,
    importWhen: ofFamily('docdb'),
  }),
  resource('aws_rds_cluster_parameter_group', 'AWS::RDS::DBClusterParameterGroup', byName),
  resource('aws_db_option_group', 'AWS::RDS::OptionGroup', byName),
  resource('aws_db_proxy', 'AWS::RDS::DBProxy', byName),
  resource('aws_db_event_subscription', 'AWS::RDS::EventSubscription', byName),
  alias('aws_docdb_event_subscription', 'AWS::RDS::EventSubscription', byName),
  alias('aws_neptune_event_subscription', 'AWS::RDS::EventSubscription', byName),
  resource('aws_rds_global_cluster', 'AWS::RDS::GlobalCluster', { ids: ['${global_cluster_identifier}'] }),
  alias('aws_docdb_global_cluster', 'AWS::RDS::GlobalCluster', { ids: ['${global_cluster_identifier}'] }),
  alias('aws_neptune_global_cluster', 'AWS::RDS::GlobalCluster', { ids: ['${global_cluster_identifier}'] }),
  resource('aws_dynamodb_table', 'AWS::DynamoDB::Table', byName),
  // The attribute `arn` is the ARN of the replica, which is a table of its region.
  alias('aws_dynamodb_table_replica', 'AWS::DynamoDB::Table', { ids: ['${arn|after:/}'] }),
  resource('aws_dax_cluster', 'AWS::DAX::Cluster', { ids: ['${cluster_name}'] }),
  resource('aws_elasticache_cluster', 'AWS::ElastiCache::CacheCluster', { ids: ['${cluster_id}'] }),
  resource('aws_elasticache_replication_group', 'AWS::ElastiCache::ReplicationGroup', {
    ids: ['${replication_group_id}'],
  }),
  resource('aws_elasticache_subnet_group', 'AWS::ElastiCache::SubnetGroup', byName),
  resource('aws_elasticache_user', 'AWS::ElastiCache::User', { ids: ['${user_id}'] }),
  resource('aws_elasticache_parameter_group', 'AWS::ElastiCache::ParameterGroup', byName),
  resource('aws_memorydb_cluster', 'AWS::MemoryDB::Cluster', byName),
  resource('aws_memorydb_subnet_group', 'AWS::MemoryDB::SubnetGroup', byName),
  resource('aws_redshift_cluster', 'AWS::Redshift::Cluster', byCluster),
  resource('aws_redshift_subnet_group', 'AWS::Redshift::ClusterSubnetGroup', byName),
  resource('aws_redshift_parameter_group', 'AWS::Redshift::ClusterParameterGroup', byName),
  resource('aws_redshift_security_group', 'AWS::Redshift::ClusterSecurityGroup', {
    arn: null,
    ...byName,
    importId: null,
  }),
  resource('aws_redshift_cluster_snapshot', 'AWS::Redshift::ClusterSnapshot', {
    ids: ['${snapshot_identifier}'],
  }),
  resource('aws_timestreamwrite_database', 'AWS::Timestream::Database', { ids: ['${database_name}'] }),
  resource('aws_timestreamwrite_table', 'AWS::Timestream::Table', {
    ids: ['${database_name}/${table_name}'],
    importId: '${native_id|rest:/}:${native_id|before:/}',
  }),
  resource('aws_opensearch_domain', 'AWS::OpenSearchService::Domain', { ids: ['${domain_name}'] }),
  alias('aws_elasticsearch_domain', 'AWS::OpenSearchService::Domain', { ids: ['${domain_name}'] }),
  resource('aws_opensearchserverless_collection', 'AWS::OpenSearchServerless::Collection', {
    generatedId: true,
  }),
  resource('aws_opensearchserverless_security_policy', 'AWS::OpenSearchServerless::SecurityPolicy', {
    arn: null,
    ids: ['${type}/${name}'],
    importId: '${native_id|rest:/}/${native_id|before:/}',
  }),
  resource('aws_osis_pipeline', 'AWS::OSIS::Pipeline', { arn: '${pipeline_arn}', ids: ['${pipeline_name}'] }),
];
