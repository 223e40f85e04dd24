/**
 * Storage, databases and analytics: rows of the comparable attributes, in the form of `readAttributeRows`. Made from the schema
 * of the AWS provider
 * 5.100.0, the paths of the collectors and the API models of AWS; each type is applied and compared on the test estate.
 */
export const dataAttributes = `
aws_athena_data_catalog AWS::Athena::DataCatalog
  name scalar CatalogName
  tags tags $tags
  type scalar Type
aws_athena_workgroup AWS::Athena::WorkGroup
  configuration.bytes_scanned_cutoff_per_query scalar Configuration.BytesScannedCutoffPerQuery default=0
  configuration.enforce_workgroup_configuration scalar Configuration.EnforceWorkGroupConfiguration default=false
  configuration.engine_version.selected_engine_version scalar Configuration.EngineVersion.SelectedEngineVersion
  configuration.execution_role reference Configuration.ExecutionRole
  configuration.publish_cloudwatch_metrics_enabled scalar Configuration.PublishCloudWatchMetricsEnabled default=false
  configuration.requester_pays_enabled scalar Configuration.RequesterPaysEnabled default=false
  configuration.result_configuration.acl_configuration.s3_acl_option scalar Configuration.ResultConfiguration.AclConfiguration.S3AclOption
  configuration.result_configuration.encryption_configuration.encryption_option scalar Configuration.ResultConfiguration.EncryptionConfiguration.EncryptionOption
  configuration.result_configuration.expected_bucket_owner scalar Configuration.ResultConfiguration.ExpectedBucketOwner
  configuration.result_configuration.output_location scalar Configuration.ResultConfiguration.OutputLocation
  description scalar Description
  name scalar Name
  state scalar State
  tags tags $tags
aws_backup_plan AWS::Backup::BackupPlan
  name scalar BackupPlanName
  tags tags $tags
aws_backup_report_plan AWS::Backup::ReportPlan
  description scalar ReportPlanDescription
  name scalar ReportPlanName
  report_delivery_channel.formats set ReportDeliveryChannel.Formats
  report_delivery_channel.s3_bucket_name scalar ReportDeliveryChannel.S3BucketName
  report_delivery_channel.s3_key_prefix scalar ReportDeliveryChannel.S3KeyPrefix
  report_setting.number_of_frameworks scalar ReportSetting.NumberOfFrameworks default=0
  report_setting.report_template scalar ReportSetting.ReportTemplate
  tags tags $tags
aws_backup_vault AWS::Backup::BackupVault
  name scalar BackupVaultName
aws_dax_cluster AWS::DAX::Cluster
  cluster_endpoint_encryption_type scalar ClusterEndpointEncryptionType
  cluster_name scalar ClusterName
  description scalar Description
  iam_role_arn reference IamRoleArn
  maintenance_window scalar PreferredMaintenanceWindow
  node_type scalar NodeType
  parameter_group_name scalar ParameterGroup.ParameterGroupName
  security_group_ids set SecurityGroups[].SecurityGroupIdentifier
  subnet_group_name scalar SubnetGroup
  tags tags $tags
aws_db_cluster_snapshot AWS::RDS::DBClusterSnapshot
  db_cluster_identifier scalar DBClusterIdentifier
  db_cluster_snapshot_identifier scalar DBClusterSnapshotIdentifier
  tags tags $tags
aws_db_event_subscription AWS::RDS::EventSubscription
  enabled scalar Enabled default=false
  event_categories set EventCategoriesList
  name scalar CustSubscriptionId
  sns_topic scalar SnsTopicArn
  source_type scalar SourceType
  tags tags $tags
aws_db_parameter_group AWS::RDS::DBParameterGroup
  description scalar Description
  family scalar DBParameterGroupFamily
  name scalar DBParameterGroupName
  tags tags $tags
aws_db_proxy AWS::RDS::DBProxy
  debug_logging scalar DebugLogging default=false
  engine_family scalar EngineFamily
  idle_client_timeout scalar IdleClientTimeout default=0
  name scalar DBProxyName
  require_tls scalar RequireTLS default=false
  role_arn reference RoleArn
  tags tags $tags
  vpc_security_group_ids set VpcSecurityGroupIds
  vpc_subnet_ids set VpcSubnetIds
aws_db_subnet_group AWS::RDS::DBSubnetGroup
  description scalar DBSubnetGroupDescription
  subnet_ids set Subnets[].SubnetIdentifier
  tags tags $tags
aws_dms_endpoint AWS::DMS::Endpoint
  database_name scalar DatabaseName
  elasticsearch_settings.endpoint_uri scalar ElasticsearchSettings.EndpointUri
  elasticsearch_settings.error_retry_duration scalar ElasticsearchSettings.ErrorRetryDuration default=0
  elasticsearch_settings.full_load_error_percentage scalar ElasticsearchSettings.FullLoadErrorPercentage default=0
  elasticsearch_settings.service_access_role_arn reference ElasticsearchSettings.ServiceAccessRoleArn
  elasticsearch_settings.use_new_mapping_type scalar ElasticsearchSettings.UseNewMappingType default=false
  endpoint_id scalar EndpointIdentifier
  endpoint_type scalar EndpointType
  engine_name scalar EngineName
  kafka_settings.broker scalar KafkaSettings.Broker
  kafka_settings.include_control_details scalar KafkaSettings.IncludeControlDetails default=false
  kafka_settings.include_null_and_empty scalar KafkaSettings.IncludeNullAndEmpty default=false
  kafka_settings.include_partition_value scalar KafkaSettings.IncludePartitionValue default=false
  kafka_settings.include_table_alter_operations scalar KafkaSettings.IncludeTableAlterOperations default=false
  kafka_settings.include_transaction_details scalar KafkaSettings.IncludeTransactionDetails default=false
  kafka_settings.message_format scalar KafkaSettings.MessageFormat
  kafka_settings.message_max_bytes scalar KafkaSettings.MessageMaxBytes default=0
  kafka_settings.no_hex_prefix scalar KafkaSettings.NoHexPrefix default=false
  kafka_settings.partition_include_schema_table scalar KafkaSettings.PartitionIncludeSchemaTable default=false
  kafka_settings.sasl_mechanism scalar KafkaSettings.SaslMechanism
  kafka_settings.sasl_username scalar KafkaSettings.SaslUsername
  kafka_settings.security_protocol scalar KafkaSettings.SecurityProtocol
  kafka_settings.ssl_ca_certificate_arn scalar KafkaSettings.SslCaCertificateArn
  kafka_settings.ssl_client_certificate_arn scalar KafkaSettings.SslClientCertificateArn
  kafka_settings.ssl_client_key_arn scalar KafkaSettings.SslClientKeyArn
  kafka_settings.topic scalar KafkaSettings.Topic
  kinesis_settings.include_control_details scalar KinesisSettings.IncludeControlDetails default=false
  kinesis_settings.include_null_and_empty scalar KinesisSettings.IncludeNullAndEmpty default=false
  kinesis_settings.include_partition_value scalar KinesisSettings.IncludePartitionValue default=false
  kinesis_settings.include_table_alter_operations scalar KinesisSettings.IncludeTableAlterOperations default=false
  kinesis_settings.include_transaction_details scalar KinesisSettings.IncludeTransactionDetails default=false
  kinesis_settings.message_format scalar KinesisSettings.MessageFormat
  kinesis_settings.partition_include_schema_table scalar KinesisSettings.PartitionIncludeSchemaTable default=false
  kinesis_settings.service_access_role_arn reference KinesisSettings.ServiceAccessRoleArn
  kinesis_settings.stream_arn scalar KinesisSettings.StreamArn
  kinesis_settings.use_large_integer_value scalar KinesisSettings.UseLargeIntegerValue default=false
  mongodb_settings.auth_mechanism scalar MongoDbSettings.AuthMechanism
  mongodb_settings.auth_source scalar MongoDbSettings.AuthSource
  mongodb_settings.auth_type scalar MongoDbSettings.AuthType
  mongodb_settings.docs_to_investigate scalar MongoDbSettings.DocsToInvestigate
  mongodb_settings.extract_doc_id scalar MongoDbSettings.ExtractDocId
  mongodb_settings.nesting_level scalar MongoDbSettings.NestingLevel
  port scalar Port default=0
  redis_settings.auth_type scalar RedisSettings.AuthType
  redis_settings.auth_user_name scalar RedisSettings.AuthUserName
  redis_settings.port scalar RedisSettings.Port default=0
  redis_settings.server_name scalar RedisSettings.ServerName
  redis_settings.ssl_ca_certificate_arn scalar RedisSettings.SslCaCertificateArn
  redis_settings.ssl_security_protocol scalar RedisSettings.SslSecurityProtocol
  redshift_settings.bucket_folder scalar RedshiftSettings.BucketFolder
  redshift_settings.bucket_name scalar RedshiftSettings.BucketName
  redshift_settings.encryption_mode scalar RedshiftSettings.EncryptionMode
  redshift_settings.server_side_encryption_kms_key_id reference RedshiftSettings.ServerSideEncryptionKmsKeyId
  redshift_settings.service_access_role_arn reference RedshiftSettings.ServiceAccessRoleArn
  s3_settings.add_column_name scalar S3Settings.AddColumnName default=false
  s3_settings.bucket_folder scalar S3Settings.BucketFolder
  s3_settings.bucket_name scalar S3Settings.BucketName
  s3_settings.canned_acl_for_objects scalar S3Settings.CannedAclForObjects
  s3_settings.cdc_inserts_and_updates scalar S3Settings.CdcInsertsAndUpdates default=false
  s3_settings.cdc_inserts_only scalar S3Settings.CdcInsertsOnly default=false
  s3_settings.cdc_max_batch_interval scalar S3Settings.CdcMaxBatchInterval default=0
  s3_settings.cdc_min_file_size scalar S3Settings.CdcMinFileSize default=0
  s3_settings.cdc_path scalar S3Settings.CdcPath
  s3_settings.compression_type scalar S3Settings.CompressionType
  s3_settings.csv_delimiter scalar S3Settings.CsvDelimiter
  s3_settings.csv_no_sup_value scalar S3Settings.CsvNoSupValue
  s3_settings.csv_null_value scalar S3Settings.CsvNullValue
  s3_settings.csv_row_delimiter scalar S3Settings.CsvRowDelimiter
  s3_settings.data_format scalar S3Settings.DataFormat
  s3_settings.data_page_size scalar S3Settings.DataPageSize default=0
  s3_settings.date_partition_delimiter scalar S3Settings.DatePartitionDelimiter
  s3_settings.date_partition_enabled scalar S3Settings.DatePartitionEnabled default=false
  s3_settings.date_partition_sequence scalar S3Settings.DatePartitionSequence
  s3_settings.dict_page_size_limit scalar S3Settings.DictPageSizeLimit default=0
  s3_settings.enable_statistics scalar S3Settings.EnableStatistics default=false
  s3_settings.encoding_type scalar S3Settings.EncodingType
  s3_settings.encryption_mode scalar S3Settings.EncryptionMode
  s3_settings.external_table_definition scalar S3Settings.ExternalTableDefinition
  s3_settings.glue_catalog_generation scalar S3Settings.GlueCatalogGeneration default=false
  s3_settings.ignore_header_rows scalar S3Settings.IgnoreHeaderRows default=0
  s3_settings.include_op_for_full_load scalar S3Settings.IncludeOpForFullLoad default=false
  s3_settings.max_file_size scalar S3Settings.MaxFileSize default=0
  s3_settings.parquet_timestamp_in_millisecond scalar S3Settings.ParquetTimestampInMillisecond default=false
  s3_settings.parquet_version scalar S3Settings.ParquetVersion
  s3_settings.preserve_transactions scalar S3Settings.PreserveTransactions default=false
  s3_settings.rfc_4180 scalar S3Settings.Rfc4180 default=false
  s3_settings.row_group_length scalar S3Settings.RowGroupLength default=0
  s3_settings.server_side_encryption_kms_key_id reference S3Settings.ServerSideEncryptionKmsKeyId
  s3_settings.service_access_role_arn reference S3Settings.ServiceAccessRoleArn
  s3_settings.timestamp_column_name scalar S3Settings.TimestampColumnName
  s3_settings.use_csv_no_sup_value scalar S3Settings.UseCsvNoSupValue default=false
  s3_settings.use_task_start_time_for_full_load_timestamp scalar S3Settings.UseTaskStartTimeForFullLoadTimestamp default=false
  server_name scalar ServerName
  tags tags $tags
  username scalar Username
aws_dms_replication_subnet_group AWS::DMS::ReplicationSubnetGroup
  replication_subnet_group_description scalar ReplicationSubnetGroupDescription
  tags tags $tags
aws_dynamodb_table AWS::DynamoDB::Table
  billing_mode scalar BillingModeSummary.BillingMode
  deletion_protection_enabled scalar DeletionProtectionEnabled default=false
  name scalar TableName
  point_in_time_recovery.enabled boolean_word ContinuousBackups.PointInTimeRecoveryDescription.PointInTimeRecoveryStatus default=false
  point_in_time_recovery.recovery_period_in_days scalar ContinuousBackups.PointInTimeRecoveryDescription.RecoveryPeriodInDays default=0
  read_capacity scalar ProvisionedThroughput.ReadCapacityUnits default=0
  stream_view_type scalar StreamSpecification.StreamViewType
  tags tags $tags
  ttl.attribute_name scalar TimeToLive.AttributeName
  ttl.enabled boolean_word TimeToLive.TimeToLiveStatus default=false
  write_capacity scalar ProvisionedThroughput.WriteCapacityUnits default=0
aws_ebs_snapshot AWS::EC2::Snapshot
  description scalar Description
  outpost_arn scalar OutpostArn
  tags tags $tags
  volume_id scalar VolumeId
aws_ebs_volume AWS::EC2::Volume
  availability_zone scalar AvailabilityZone
  encrypted scalar Encrypted default=false
  iops scalar Iops default=0
  kms_key_id reference KmsKeyId
  multi_attach_enabled scalar MultiAttachEnabled default=false
  outpost_arn scalar OutpostArn
  size scalar Size default=0
  tags tags $tags
  throughput scalar Throughput default=0
aws_efs_access_point AWS::EFS::AccessPoint
  file_system_id scalar FileSystemId
  posix_user.gid scalar PosixUser.Gid default=0
  posix_user.uid scalar PosixUser.Uid default=0
  root_directory.creation_info.owner_gid scalar RootDirectory.CreationInfo.OwnerGid default=0
  root_directory.creation_info.owner_uid scalar RootDirectory.CreationInfo.OwnerUid default=0
  root_directory.creation_info.permissions scalar RootDirectory.CreationInfo.Permissions
  root_directory.path scalar RootDirectory.Path
  tags tags $tags
aws_efs_file_system AWS::EFS::FileSystem
  encrypted scalar Encrypted default=false
  performance_mode scalar PerformanceMode
  provisioned_throughput_in_mibps scalar ProvisionedThroughputInMibps default=0
  tags tags $tags
  throughput_mode scalar ThroughputMode
aws_efs_file_system_policy AWS::EFS::FileSystem \${file_system_id}
  policy policy Policy
aws_efs_mount_target AWS::EFS::MountTarget
  file_system_id scalar FileSystemId
  ip_address scalar IpAddress
  security_groups set SecurityGroups
  subnet_id scalar SubnetId
aws_elasticache_cluster AWS::ElastiCache::CacheCluster
  auto_minor_version_upgrade scalar AutoMinorVersionUpgrade
  cluster_id scalar CacheClusterId
  engine scalar Engine
  node_type scalar CacheNodeType
  num_cache_nodes scalar NumCacheNodes default=0
  snapshot_retention_limit scalar SnapshotRetentionLimit default=0
  tags tags $tags
  transit_encryption_enabled scalar TransitEncryptionEnabled default=false
aws_elasticache_subnet_group AWS::ElastiCache::SubnetGroup
  description scalar CacheSubnetGroupDescription
  name scalar CacheSubnetGroupName
  subnet_ids set Subnets[].SubnetIdentifier
  tags tags $tags
aws_elasticache_user AWS::ElastiCache::User
  access_string scalar AccessString
  engine scalar Engine
  tags tags $tags
  user_id scalar UserId
  user_name scalar UserName
aws_glue_catalog_database AWS::Glue::Database
  catalog_id scalar CatalogId
  description scalar Description
  federated_database.connection_name scalar FederatedDatabase.ConnectionName
  federated_database.identifier scalar FederatedDatabase.Identifier
  location_uri scalar LocationUri
  name scalar Name
  tags tags $tags
  target_database.catalog_id scalar TargetDatabase.CatalogId
  target_database.database_name scalar TargetDatabase.DatabaseName
  target_database.region scalar TargetDatabase.Region
aws_glue_catalog_table AWS::Glue::Table
  catalog_id scalar CatalogId
  database_name scalar DatabaseName
  description scalar Description
  name scalar Name
  owner scalar Owner
  parameters json Parameters
  retention scalar Retention default=0
  storage_descriptor.compressed scalar StorageDescriptor.Compressed default=false
  storage_descriptor.input_format scalar StorageDescriptor.InputFormat
  storage_descriptor.location scalar StorageDescriptor.Location
  storage_descriptor.number_of_buckets scalar StorageDescriptor.NumberOfBuckets default=0
  storage_descriptor.output_format scalar StorageDescriptor.OutputFormat
  storage_descriptor.schema_reference.schema_id.registry_name scalar StorageDescriptor.SchemaReference.SchemaId.RegistryName
  storage_descriptor.schema_reference.schema_id.schema_arn scalar StorageDescriptor.SchemaReference.SchemaId.SchemaArn
  storage_descriptor.schema_reference.schema_id.schema_name scalar StorageDescriptor.SchemaReference.SchemaId.SchemaName
  storage_descriptor.schema_reference.schema_version_id scalar StorageDescriptor.SchemaReference.SchemaVersionId
  storage_descriptor.schema_reference.schema_version_number scalar StorageDescriptor.SchemaReference.SchemaVersionNumber default=0
  storage_descriptor.ser_de_info.name scalar StorageDescriptor.SerdeInfo.Name
  storage_descriptor.ser_de_info.serialization_library scalar StorageDescriptor.SerdeInfo.SerializationLibrary
  storage_descriptor.stored_as_sub_directories scalar StorageDescriptor.StoredAsSubDirectories default=false
  table_type scalar TableType
  target_table.catalog_id scalar TargetTable.CatalogId
  target_table.database_name scalar TargetTable.DatabaseName
  target_table.name scalar TargetTable.Name
  target_table.region scalar TargetTable.Region
  view_expanded_text scalar ViewExpandedText
  view_original_text scalar ViewOriginalText
aws_glue_connection AWS::Glue::Connection
  connection_type scalar ConnectionType
  description scalar Description
  name scalar Name
  physical_connection_requirements.availability_zone scalar PhysicalConnectionRequirements.AvailabilityZone
  physical_connection_requirements.security_group_id_list set PhysicalConnectionRequirements.SecurityGroupIdList
  physical_connection_requirements.subnet_id scalar PhysicalConnectionRequirements.SubnetId
aws_glue_crawler AWS::Glue::Crawler
  configuration scalar Configuration
  database_name scalar DatabaseName
  description scalar Description
  lake_formation_configuration.use_lake_formation_credentials scalar LakeFormationConfiguration.UseLakeFormationCredentials default=false
  lineage_configuration.crawler_lineage_settings scalar LineageConfiguration.CrawlerLineageSettings
  name scalar Name
  recrawl_policy.recrawl_behavior scalar RecrawlPolicy.RecrawlBehavior
  role reference Role
  schedule scalar Schedule.ScheduleExpression
  schema_change_policy.delete_behavior scalar SchemaChangePolicy.DeleteBehavior
  schema_change_policy.update_behavior scalar SchemaChangePolicy.UpdateBehavior
  table_prefix scalar TablePrefix
  tags tags $tags
aws_glue_job AWS::Glue::Job
  command.name scalar Command.Name
  command.python_version scalar Command.PythonVersion
  command.script_location scalar Command.ScriptLocation
  default_arguments json DefaultArguments
  description scalar Description
  execution_class scalar ExecutionClass
  execution_property.max_concurrent_runs scalar ExecutionProperty.MaxConcurrentRuns default=0
  glue_version scalar GlueVersion
  job_run_queuing_enabled scalar JobRunQueuingEnabled default=false
  maintenance_window scalar MaintenanceWindow
  max_capacity scalar MaxCapacity default=0
  max_retries scalar MaxRetries default=0
  name scalar Name
  notification_property.notify_delay_after scalar NotificationProperty.NotifyDelayAfter default=0
  number_of_workers scalar NumberOfWorkers default=0
  role_arn reference Role
  security_configuration scalar SecurityConfiguration
  source_control_details.auth_strategy scalar SourceControlDetails.AuthStrategy
  source_control_details.branch scalar SourceControlDetails.Branch
  source_control_details.folder scalar SourceControlDetails.Folder
  source_control_details.last_commit_id scalar SourceControlDetails.LastCommitId
  source_control_details.owner scalar SourceControlDetails.Owner
  source_control_details.provider scalar SourceControlDetails.Provider
  source_control_details.repository scalar SourceControlDetails.Repository
  tags tags $tags
  timeout scalar Timeout default=0
  worker_type scalar WorkerType
aws_glue_registry AWS::Glue::Registry
  description scalar Description
  registry_name scalar RegistryName
  tags tags $tags
aws_glue_security_configuration AWS::Glue::SecurityConfiguration
  encryption_configuration.cloudwatch_encryption.cloudwatch_encryption_mode scalar EncryptionConfiguration.CloudWatchEncryption.CloudWatchEncryptionMode
  encryption_configuration.cloudwatch_encryption.kms_key_arn reference EncryptionConfiguration.CloudWatchEncryption.KmsKeyArn
  encryption_configuration.job_bookmarks_encryption.job_bookmarks_encryption_mode scalar EncryptionConfiguration.JobBookmarksEncryption.JobBookmarksEncryptionMode
  encryption_configuration.job_bookmarks_encryption.kms_key_arn reference EncryptionConfiguration.JobBookmarksEncryption.KmsKeyArn
  encryption_configuration.s3_encryption.s3_encryption_mode scalar EncryptionConfiguration.S3Encryption[].S3EncryptionMode
  name scalar Name
aws_glue_trigger AWS::Glue::Trigger
  description scalar Description
  name scalar Name
  predicate.logical scalar Predicate.Logical
  schedule scalar Schedule
  tags tags $tags
  type scalar Type
  workflow_name scalar WorkflowName
aws_glue_workflow AWS::Glue::Workflow
  description scalar Description
  max_concurrent_runs scalar MaxConcurrentRuns default=0
  name scalar Name
  tags tags $tags
aws_kinesis_firehose_delivery_stream AWS::KinesisFirehose::DeliveryStream
  destination_id scalar Destinations[].DestinationId
  extended_s3_configuration.bucket_arn scalar Destinations[].ExtendedS3DestinationDescription.BucketARN
  extended_s3_configuration.buffering_interval scalar Destinations[].ExtendedS3DestinationDescription.BufferingHints.IntervalInSeconds default=0
  extended_s3_configuration.buffering_size scalar Destinations[].ExtendedS3DestinationDescription.BufferingHints.SizeInMBs default=0
  extended_s3_configuration.prefix scalar Destinations[].ExtendedS3DestinationDescription.Prefix
  extended_s3_configuration.role_arn reference Destinations[].ExtendedS3DestinationDescription.RoleARN
  extended_s3_configuration.s3_backup_mode scalar Destinations[].ExtendedS3DestinationDescription.S3BackupMode
  name scalar DeliveryStreamName
  tags tags $tags
aws_kinesis_stream AWS::Kinesis::Stream
  encryption_type scalar EncryptionType
  name scalar StreamName
  retention_period scalar RetentionPeriodHours default=0
  stream_mode_details.stream_mode scalar StreamModeDetails.StreamMode
  tags tags $tags
aws_kinesis_stream_consumer AWS::Kinesis::StreamConsumer
  name scalar ConsumerName
  stream_arn scalar StreamARN
aws_lakeformation_lf_tag AWS::LakeFormation::Tag
  catalog_id scalar CatalogId
  key scalar TagKey
  values set TagValues
aws_lakeformation_resource AWS::LakeFormation::Resource
  hybrid_access_enabled scalar HybridAccessEnabled default=false
  role_arn reference RoleArn
  with_federation scalar WithFederation default=false
aws_memorydb_cluster AWS::MemoryDB::Cluster
  acl_name scalar ACLName
  auto_minor_version_upgrade scalar AutoMinorVersionUpgrade default=false
  data_tiering scalar DataTiering default=false
  description scalar Description
  engine_version version EngineVersion
  maintenance_window scalar MaintenanceWindow
  multi_region_cluster_name scalar MultiRegionClusterName
  name scalar Name
  node_type scalar NodeType
  parameter_group_name scalar ParameterGroupName
  port scalar ClusterEndpoint.Port default=0
  snapshot_retention_limit scalar SnapshotRetentionLimit default=0
  snapshot_window scalar SnapshotWindow
  sns_topic_arn scalar SnsTopicArn
  subnet_group_name scalar SubnetGroupName
  tags tags $tags
  tls_enabled scalar TLSEnabled default=false
aws_memorydb_subnet_group AWS::MemoryDB::SubnetGroup
  description scalar Description
  name scalar Name
  subnet_ids set Subnets[].Identifier
  tags tags $tags
aws_neptune_cluster AWS::Neptune::DBCluster
  availability_zones set AvailabilityZones
  backup_retention_period scalar BackupRetentionPeriod default=0
  cluster_identifier scalar DBClusterIdentifier
  copy_tags_to_snapshot scalar CopyTagsToSnapshot default=false
  deletion_protection scalar DeletionProtection default=false
  engine scalar Engine
  engine_version version EngineVersion
  global_cluster_identifier scalar GlobalClusterIdentifier
  iam_database_authentication_enabled scalar IAMDatabaseAuthenticationEnabled default=false
  kms_key_arn reference KmsKeyId
  neptune_cluster_parameter_group_name scalar DBClusterParameterGroup
  port scalar Port default=0
  preferred_backup_window scalar PreferredBackupWindow
  preferred_maintenance_window scalar PreferredMaintenanceWindow
  replication_source_identifier scalar ReplicationSourceIdentifier
  serverless_v2_scaling_configuration.max_capacity scalar ServerlessV2ScalingConfiguration.MaxCapacity default=0
  serverless_v2_scaling_configuration.min_capacity scalar ServerlessV2ScalingConfiguration.MinCapacity default=0
  storage_encrypted scalar StorageEncrypted default=false
  storage_type scalar StorageType
  tags tags $tags
aws_opensearchserverless_security_policy AWS::OpenSearchServerless::SecurityPolicy
  description scalar description
  name scalar name
  policy policy policy
  type scalar type
aws_rds_cluster AWS::RDS::DBCluster
  allocated_storage scalar AllocatedStorage default=0
  availability_zones set AvailabilityZones
  backtrack_window scalar BacktrackWindow default=0
  backup_retention_period scalar BackupRetentionPeriod default=0
  cluster_identifier scalar DBClusterIdentifier
  copy_tags_to_snapshot scalar CopyTagsToSnapshot default=false
  database_name scalar DatabaseName
  db_cluster_instance_class scalar DBClusterInstanceClass
  db_cluster_parameter_group_name scalar DBClusterParameterGroup
  deletion_protection scalar DeletionProtection default=false
  engine scalar Engine
  engine_mode scalar EngineMode
  engine_version version EngineVersion
  global_cluster_identifier scalar GlobalClusterIdentifier
  iam_database_authentication_enabled scalar IAMDatabaseAuthenticationEnabled default=false
  iops scalar Iops default=0
  kms_key_id reference KmsKeyId
  master_username scalar MasterUsername
  monitoring_interval scalar MonitoringInterval default=0
  network_type scalar NetworkType
  performance_insights_enabled scalar PerformanceInsightsEnabled default=false
  performance_insights_retention_period scalar PerformanceInsightsRetentionPeriod default=0
  port scalar Port default=0
  preferred_backup_window scalar PreferredBackupWindow
  preferred_maintenance_window scalar PreferredMaintenanceWindow
  replication_source_identifier scalar ReplicationSourceIdentifier
  serverlessv2_scaling_configuration.max_capacity scalar ServerlessV2ScalingConfiguration.MaxCapacity default=0
  serverlessv2_scaling_configuration.min_capacity scalar ServerlessV2ScalingConfiguration.MinCapacity default=0
  storage_encrypted scalar StorageEncrypted default=false
  storage_type scalar StorageType
  tags tags $tags
  vpc_security_group_ids set VpcSecurityGroups[].VpcSecurityGroupId
aws_rds_cluster_instance AWS::RDS::DBInstance
  auto_minor_version_upgrade scalar AutoMinorVersionUpgrade default=false
  availability_zone scalar AvailabilityZone
  ca_cert_identifier scalar CACertificateIdentifier
  cluster_identifier scalar DBClusterIdentifier
  copy_tags_to_snapshot scalar CopyTagsToSnapshot default=false
  custom_iam_instance_profile scalar CustomIamInstanceProfile
  db_parameter_group_name scalar DBParameterGroups[].DBParameterGroupName
  engine scalar Engine
  engine_version version EngineVersion
  identifier scalar DBInstanceIdentifier
  instance_class scalar DBInstanceClass
  monitoring_interval scalar MonitoringInterval default=0
  performance_insights_enabled scalar PerformanceInsightsEnabled default=false
  performance_insights_retention_period scalar PerformanceInsightsRetentionPeriod default=0
  preferred_backup_window scalar PreferredBackupWindow
  preferred_maintenance_window scalar PreferredMaintenanceWindow
  promotion_tier scalar PromotionTier default=0
  publicly_accessible scalar PubliclyAccessible default=false
  tags tags $tags
aws_rds_cluster_parameter_group AWS::RDS::DBClusterParameterGroup
  description scalar Description
  family scalar DBParameterGroupFamily
  name scalar DBClusterParameterGroupName
  tags tags $tags
aws_rds_global_cluster AWS::RDS::GlobalCluster
  deletion_protection scalar DeletionProtection default=false
  engine scalar Engine
  engine_version version EngineVersion
  global_cluster_identifier scalar GlobalClusterIdentifier
  storage_encrypted scalar StorageEncrypted default=false
  tags tags $tags
aws_redshift_parameter_group AWS::Redshift::ClusterParameterGroup
  description scalar Description
  family scalar ParameterGroupFamily
  name scalar ParameterGroupName
  tags tags $tags
aws_redshift_subnet_group AWS::Redshift::ClusterSubnetGroup
  description scalar Description
  name scalar ClusterSubnetGroupName
  subnet_ids set Subnets[].SubnetIdentifier
  tags tags $tags
aws_s3_bucket AWS::S3::Bucket
  bucket scalar Name
  object_lock_configuration.object_lock_enabled scalar ObjectLockConfiguration.ObjectLockEnabled
  object_lock_configuration.rule.default_retention.days scalar ObjectLockConfiguration.Rule.DefaultRetention.Days default=0
  object_lock_configuration.rule.default_retention.mode scalar ObjectLockConfiguration.Rule.DefaultRetention.Mode
  object_lock_configuration.rule.default_retention.years scalar ObjectLockConfiguration.Rule.DefaultRetention.Years default=0
  tags tags $tags
aws_s3_bucket_ownership_controls AWS::S3::Bucket \${bucket}
  rule.object_ownership scalar OwnershipControls.Rules[].ObjectOwnership
aws_s3_bucket_policy AWS::S3::Bucket \${bucket}
  policy policy Policy
aws_s3_bucket_public_access_block AWS::S3::Bucket \${bucket}
  block_public_acls scalar PublicAccessBlockConfiguration.BlockPublicAcls default=false
  block_public_policy scalar PublicAccessBlockConfiguration.BlockPublicPolicy default=false
  ignore_public_acls scalar PublicAccessBlockConfiguration.IgnorePublicAcls default=false
  restrict_public_buckets scalar PublicAccessBlockConfiguration.RestrictPublicBuckets default=false
aws_s3_bucket_server_side_encryption_configuration AWS::S3::Bucket \${bucket|before:,}
  rule.apply_server_side_encryption_by_default.sse_algorithm scalar ServerSideEncryptionConfiguration.Rules[].ApplyServerSideEncryptionByDefault.SSEAlgorithm
  rule.apply_server_side_encryption_by_default.kms_master_key_id reference ServerSideEncryptionConfiguration.Rules[].ApplyServerSideEncryptionByDefault.KMSMasterKeyID
  rule.bucket_key_enabled scalar ServerSideEncryptionConfiguration.Rules[].BucketKeyEnabled default=false
aws_s3_bucket_versioning AWS::S3::Bucket \${bucket|before:,}
  versioning_configuration.status scalar VersioningConfiguration.Status
aws_s3_bucket_website_configuration AWS::S3::Bucket \${bucket|before:,}
  index_document.suffix scalar Website.IndexDocument.Suffix
  error_document.key scalar Website.ErrorDocument.Key
aws_transfer_server AWS::Transfer::Server
  certificate scalar Certificate
  domain scalar Domain
  endpoint_details.vpc_id scalar EndpointDetails.VpcId
  endpoint_type scalar EndpointType
  identity_provider_type scalar IdentityProviderType
  logging_role reference LoggingRole
  protocols set Protocols
  security_policy_name scalar SecurityPolicyName
  tags tags $tags
`;
