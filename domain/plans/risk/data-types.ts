import { mappingRules } from '../../mapping/rules/mapping-rule.ts';

/** Resource types that hold data, with the kind of data that is lost when such a resource is deleted. */
const dataByResourceType: ReadonlyMap<string, string> = new Map([
  ['AWS::ACMPCA::CertificateAuthority', 'private keys'],
  ['AWS::APS::Workspace', 'metrics'],
  ['AWS::AmazonMQ::Broker', 'messages'],
  ['AWS::Backup::BackupVault', 'backups'],
  ['AWS::Backup::LogicallyAirGappedBackupVault', 'backups'],
  ['AWS::Backup::RecoveryPoint', 'backups'],
  ['AWS::Cassandra::Keyspace', 'tables'],
  ['AWS::Cassandra::Table', 'records'],
  ['AWS::CloudHSM::Backup', 'backups'],
  ['AWS::CloudHSM::Cluster', 'private keys'],
  ['AWS::CloudTrail::EventDataStore', 'events'],
  ['AWS::CodeArtifact::Domain', 'packages'],
  ['AWS::CodeArtifact::Repository', 'packages'],
  ['AWS::CodeCommit::Repository', 'source code'],
  ['AWS::Cognito::UserPool', 'users'],
  ['AWS::DSQL::Cluster', 'a database'],
  ['AWS::DirectoryService::MicrosoftAD', 'a directory'],
  ['AWS::DirectoryService::SimpleAD', 'a directory'],
  ['AWS::DocDB::DBCluster', 'a database'],
  ['AWS::DocDB::GlobalCluster', 'a database'],
  ['AWS::DocDBElastic::Cluster', 'a database'],
  ['AWS::DynamoDB::GlobalTable', 'records'],
  ['AWS::DynamoDB::Table', 'records'],
  ['AWS::EC2::Image', 'a machine image'],
  ['AWS::EC2::Snapshot', 'backups'],
  ['AWS::EC2::Volume', 'files'],
  ['AWS::ECR::Image', 'a container image'],
  ['AWS::ECR::Repository', 'container images'],
  ['AWS::EFS::FileSystem', 'files'],
  ['AWS::ElastiCache::CacheCluster', 'records'],
  ['AWS::ElastiCache::GlobalReplicationGroup', 'records'],
  ['AWS::ElastiCache::ReplicationGroup', 'records'],
  ['AWS::Events::Archive', 'events'],
  ['AWS::FSx::Backup', 'backups'],
  ['AWS::FSx::FileSystem', 'files'],
  ['AWS::FSx::Snapshot', 'backups'],
  ['AWS::FSx::Volume', 'files'],
  ['AWS::Glue::Database', 'table definitions'],
  ['AWS::Glue::Table', 'a table definition'],
  ['AWS::HealthImaging::Datastore', 'medical images'],
  ['AWS::HealthLake::FHIRDatastore', 'medical records'],
  // Data that is encrypted with a deleted key cannot be decrypted.
  ['AWS::KMS::Key', 'an encryption key'],
  ['AWS::KMS::ReplicaKey', 'an encryption key'],
  ['AWS::Kinesis::Stream', 'records'],
  ['AWS::KinesisVideo::Stream', 'video'],
  ['AWS::Lightsail::Bucket', 'objects'],
  ['AWS::Lightsail::Database', 'a database'],
  ['AWS::Lightsail::DatabaseSnapshot', 'backups'],
  ['AWS::Lightsail::Disk', 'files'],
  ['AWS::Lightsail::DiskSnapshot', 'backups'],
  ['AWS::Logs::LogGroup', 'logs'],
  ['AWS::MSK::Cluster', 'messages'],
  ['AWS::MSK::Topic', 'messages'],
  ['AWS::MemoryDB::Cluster', 'records'],
  ['AWS::MemoryDB::MultiRegionCluster', 'records'],
  ['AWS::Neptune::DBCluster', 'a database'],
  ['AWS::Neptune::GlobalCluster', 'a database'],
  ['AWS::NeptuneGraph::Graph', 'a database'],
  ['AWS::NeptuneGraph::GraphSnapshot', 'backups'],
  ['AWS::OpenSearchServerless::Collection', 'documents'],
  ['AWS::OpenSearchServerless::Index', 'documents'],
  ['AWS::OpenSearchService::Domain', 'documents'],
  ['AWS::RDS::DBCluster', 'a database'],
  ['AWS::RDS::DBClusterSnapshot', 'backups'],
  ['AWS::RDS::DBInstance', 'a database'],
  ['AWS::RDS::DBSnapshot', 'backups'],
  ['AWS::RDS::GlobalCluster', 'a database'],
  ['AWS::Redshift::Cluster', 'a database'],
  ['AWS::Redshift::ClusterSnapshot', 'backups'],
  ['AWS::RedshiftServerless::Namespace', 'a database'],
  ['AWS::RedshiftServerless::Snapshot', 'backups'],
  ['AWS::S3::Bucket', 'objects'],
  ['AWS::S3Express::DirectoryBucket', 'objects'],
  ['AWS::S3Files::FileSystem', 'files'],
  ['AWS::S3Outposts::Bucket', 'objects'],
  ['AWS::S3Tables::Table', 'records'],
  ['AWS::S3Tables::TableBucket', 'tables'],
  ['AWS::S3Vectors::Index', 'vectors'],
  ['AWS::S3Vectors::VectorBucket', 'vectors'],
  ['AWS::SQS::Queue', 'messages'],
  ['AWS::SageMaker::NotebookInstance', 'files'],
  ['AWS::SecretsManager::Secret', 'a secret'],
  ['AWS::SecurityLake::DataLake', 'events'],
  ['AWS::StorageGateway::Tape', 'backups'],
  ['AWS::StorageGateway::Volume', 'files'],
  ['AWS::Timestream::Database', 'tables'],
  ['AWS::Timestream::InfluxDBCluster', 'a database'],
  ['AWS::Timestream::InfluxDBInstance', 'a database'],
  ['AWS::Timestream::Table', 'records'],
  ['AWS::WorkSpaces::Workspace', 'files'],
]);

/** Terraform types without a mapping rule whose resources hold data. Names of the AWS provider 5.100. */
const unlistedTypes: Readonly<Record<string, string>> = {
  aws_codeartifact_domain: 'AWS::CodeArtifact::Domain',
  aws_codeartifact_repository: 'AWS::CodeArtifact::Repository',
  aws_docdbelastic_cluster: 'AWS::DocDBElastic::Cluster',
  aws_dsql_cluster: 'AWS::DSQL::Cluster',
  aws_dynamodb_global_table: 'AWS::DynamoDB::GlobalTable',
  aws_elasticache_global_replication_group: 'AWS::ElastiCache::GlobalReplicationGroup',
  aws_keyspaces_keyspace: 'AWS::Cassandra::Keyspace',
  aws_keyspaces_table: 'AWS::Cassandra::Table',
  aws_kinesis_video_stream: 'AWS::KinesisVideo::Stream',
  aws_lightsail_bucket: 'AWS::Lightsail::Bucket',
  aws_lightsail_database: 'AWS::Lightsail::Database',
  aws_lightsail_disk: 'AWS::Lightsail::Disk',
  aws_neptunegraph_graph: 'AWS::NeptuneGraph::Graph',
  aws_redshiftserverless_snapshot: 'AWS::RedshiftServerless::Snapshot',
  aws_s3_directory_bucket: 'AWS::S3Express::DirectoryBucket',
  aws_s3tables_table: 'AWS::S3Tables::Table',
  aws_s3tables_table_bucket: 'AWS::S3Tables::TableBucket',
  aws_timestreaminfluxdb_db_instance: 'AWS::Timestream::InfluxDBInstance',
};

/** Terraform types without data, although their resource type holds data: the data belongs to the cluster. */
const typesWithoutData: ReadonlySet<string> = new Set(['aws_rds_cluster_instance']);

const listedTypes = new Map([
  ...Object.entries(unlistedTypes),
  ...mappingRules.flatMap(({ type, resourceType }) =>
    resourceType === null ? [] : [[type, resourceType] as const],
  ),
]);

/** Resource types of the inventory that hold data. */
export const dataResourceTypes: readonly string[] = [...dataByResourceType.keys()];

/** Terraform types whose resource type is known. That type determines whether their resources hold data. */
export const knownTerraformTypes: readonly string[] = [...listedTypes.keys()];

/** The known Terraform types whose resources hold data. */
export const dataTerraformTypes: readonly string[] = [...listedTypes].flatMap(([type, resourceType]) =>
  dataByResourceType.has(resourceType) && !typesWithoutData.has(type) ? [type] : [],
);

/**
 * Returns the kind of data that a resource holds, for example `objects`; `undefined` when its type holds none. The resource
 * type is used only for a Terraform type that is not known.
 */
export function heldData(terraformType: string, resourceType: string | undefined): string | undefined {
  if (typesWithoutData.has(terraformType)) return undefined;
  return dataByResourceType.get(listedTypes.get(terraformType) ?? resourceType ?? '');
}
