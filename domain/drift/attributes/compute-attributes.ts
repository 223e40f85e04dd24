/**
 * Compute, containers and machine learning: rows of the comparable attributes, in the form of `readAttributeRows`. Made from
 * the schema of the AWS provider
 * 5.100.0, the paths of the collectors and the API models of AWS; each type is applied and compared on the test estate.
 */
export const computeAttributes = `
aws_ami_from_instance AWS::EC2::Image
  deprecation_time scalar DeprecationTime
  description scalar Description
  name scalar Name
  source_instance_id scalar SourceInstanceId
  tags tags $tags
aws_appsync_graphql_api AWS::AppSync::GraphQLApi
  api_type scalar apiType
  authentication_type scalar authenticationType
  enhanced_metrics_config.data_source_level_metrics_behavior scalar enhancedMetricsConfig.dataSourceLevelMetricsBehavior
  enhanced_metrics_config.operation_level_metrics_config scalar enhancedMetricsConfig.operationLevelMetricsConfig
  enhanced_metrics_config.resolver_level_metrics_behavior scalar enhancedMetricsConfig.resolverLevelMetricsBehavior
  introspection_config scalar introspectionConfig
  lambda_authorizer_config.authorizer_result_ttl_in_seconds scalar lambdaAuthorizerConfig.authorizerResultTtlInSeconds default=0
  lambda_authorizer_config.authorizer_uri scalar lambdaAuthorizerConfig.authorizerUri
  lambda_authorizer_config.identity_validation_expression scalar lambdaAuthorizerConfig.identityValidationExpression
  log_config.cloudwatch_logs_role_arn reference logConfig.cloudWatchLogsRoleArn
  log_config.exclude_verbose_content scalar logConfig.excludeVerboseContent default=false
  log_config.field_log_level scalar logConfig.fieldLogLevel
  merged_api_execution_role_arn reference mergedApiExecutionRoleArn
  name scalar name
  openid_connect_config.auth_ttl scalar openIDConnectConfig.authTTL default=0
  openid_connect_config.client_id scalar openIDConnectConfig.clientId
  openid_connect_config.iat_ttl scalar openIDConnectConfig.iatTTL default=0
  openid_connect_config.issuer scalar openIDConnectConfig.issuer
  query_depth_limit scalar queryDepthLimit default=0
  resolver_count_limit scalar resolverCountLimit default=0
  tags tags $tags
  user_pool_config.app_id_client_regex scalar userPoolConfig.appIdClientRegex
  user_pool_config.default_action scalar userPoolConfig.defaultAction
  user_pool_config.user_pool_id scalar userPoolConfig.userPoolId
  visibility scalar visibility
  xray_enabled scalar xrayEnabled default=false
aws_autoscaling_group AWS::AutoScaling::AutoScalingGroup
  availability_zone_distribution.capacity_distribution_strategy scalar AvailabilityZoneDistribution.CapacityDistributionStrategy
  availability_zones set AvailabilityZones
  capacity_rebalance scalar CapacityRebalance default=false
  context scalar Context
  default_cooldown scalar DefaultCooldown default=0
  default_instance_warmup scalar DefaultInstanceWarmup default=0
  desired_capacity_type scalar DesiredCapacityType
  health_check_grace_period scalar HealthCheckGracePeriod default=0
  health_check_type scalar HealthCheckType
  instance_maintenance_policy.max_healthy_percentage scalar InstanceMaintenancePolicy.MaxHealthyPercentage default=0
  instance_maintenance_policy.min_healthy_percentage scalar InstanceMaintenancePolicy.MinHealthyPercentage default=0
  launch_template.id scalar LaunchTemplate.LaunchTemplateId
  launch_template.version scalar LaunchTemplate.Version
  max_instance_lifetime scalar MaxInstanceLifetime default=0
  max_size scalar MaxSize default=0
  min_size scalar MinSize default=0
  mixed_instances_policy.instances_distribution.spot_max_price scalar MixedInstancesPolicy.InstancesDistribution.SpotMaxPrice
  placement_group scalar PlacementGroup
  service_linked_role_arn reference ServiceLinkedRoleARN
  termination_policies list TerminationPolicies
  vpc_zone_identifier set VPCZoneIdentifier
aws_autoscaling_policy AWS::AutoScaling::ScalingPolicy
  adjustment_type scalar AdjustmentType
  autoscaling_group_name scalar AutoScalingGroupName
  cooldown scalar Cooldown default=0
  enabled scalar Enabled default=false
  estimated_instance_warmup scalar EstimatedInstanceWarmup default=0
  min_adjustment_magnitude scalar MinAdjustmentMagnitude default=0
  policy_type scalar PolicyType
  predictive_scaling_configuration.max_capacity_breach_behavior scalar PredictiveScalingConfiguration.MaxCapacityBreachBehavior
  predictive_scaling_configuration.max_capacity_buffer scalar PredictiveScalingConfiguration.MaxCapacityBuffer
  predictive_scaling_configuration.mode scalar PredictiveScalingConfiguration.Mode
  predictive_scaling_configuration.scheduling_buffer_time scalar PredictiveScalingConfiguration.SchedulingBufferTime
  scaling_adjustment scalar ScalingAdjustment default=0
  target_tracking_configuration.customized_metric_specification.metric_name scalar TargetTrackingConfiguration.CustomizedMetricSpecification.MetricName
  target_tracking_configuration.customized_metric_specification.namespace scalar TargetTrackingConfiguration.CustomizedMetricSpecification.Namespace
  target_tracking_configuration.customized_metric_specification.period scalar TargetTrackingConfiguration.CustomizedMetricSpecification.Period default=0
  target_tracking_configuration.customized_metric_specification.statistic scalar TargetTrackingConfiguration.CustomizedMetricSpecification.Statistic
  target_tracking_configuration.customized_metric_specification.unit scalar TargetTrackingConfiguration.CustomizedMetricSpecification.Unit
  target_tracking_configuration.disable_scale_in scalar TargetTrackingConfiguration.DisableScaleIn default=false
  target_tracking_configuration.predefined_metric_specification.predefined_metric_type scalar TargetTrackingConfiguration.PredefinedMetricSpecification.PredefinedMetricType
  target_tracking_configuration.predefined_metric_specification.resource_label scalar TargetTrackingConfiguration.PredefinedMetricSpecification.ResourceLabel
  target_tracking_configuration.target_value scalar TargetTrackingConfiguration.TargetValue default=0
aws_autoscaling_schedule AWS::AutoScaling::ScheduledAction
  autoscaling_group_name scalar AutoScalingGroupName
  desired_capacity scalar DesiredCapacity default=0
  max_size scalar MaxSize default=0
  min_size scalar MinSize default=0
  recurrence scalar Recurrence
  scheduled_action_name scalar ScheduledActionName
aws_batch_compute_environment AWS::Batch::ComputeEnvironment
  compute_environment_name scalar computeEnvironmentName
  compute_resources.allocation_strategy scalar computeResources.allocationStrategy
  compute_resources.bid_percentage scalar computeResources.bidPercentage default=0
  compute_resources.ec2_key_pair scalar computeResources.ec2KeyPair
  compute_resources.image_id scalar computeResources.imageId
  compute_resources.instance_role reference computeResources.instanceRole
  compute_resources.launch_template.launch_template_id scalar computeResources.launchTemplate.launchTemplateId
  compute_resources.launch_template.launch_template_name scalar computeResources.launchTemplate.launchTemplateName
  compute_resources.max_vcpus scalar computeResources.maxvCpus default=0
  compute_resources.min_vcpus scalar computeResources.minvCpus default=0
  compute_resources.placement_group scalar computeResources.placementGroup
  compute_resources.spot_iam_fleet_role reference computeResources.spotIamFleetRole
  compute_resources.type scalar computeResources.type
  eks_configuration.eks_cluster_arn scalar eksConfiguration.eksClusterArn
  eks_configuration.kubernetes_namespace scalar eksConfiguration.kubernetesNamespace
  service_role reference serviceRole
  state scalar state
  tags tags $tags
  type scalar type
  update_policy.job_execution_timeout_minutes scalar updatePolicy.jobExecutionTimeoutMinutes default=0
  update_policy.terminate_jobs_on_update scalar updatePolicy.terminateJobsOnUpdate default=false
aws_batch_job_definition AWS::Batch::JobDefinition
  eks_properties.pod_properties.dns_policy scalar eksProperties.podProperties.dnsPolicy
  eks_properties.pod_properties.host_network scalar eksProperties.podProperties.hostNetwork default=false
  eks_properties.pod_properties.service_account_name scalar eksProperties.podProperties.serviceAccountName
  eks_properties.pod_properties.share_process_namespace scalar eksProperties.podProperties.shareProcessNamespace default=false
  propagate_tags scalar propagateTags default=false
  retry_strategy.attempts scalar retryStrategy.attempts default=0
  scheduling_priority scalar schedulingPriority default=0
  tags tags $tags
  timeout.attempt_duration_seconds scalar timeout.attemptDurationSeconds default=0
  type scalar type
aws_batch_job_queue AWS::Batch::JobQueue
  priority scalar priority default=0
  scheduling_policy_arn scalar schedulingPolicyArn
  state scalar state
  tags tags $tags
aws_batch_scheduling_policy AWS::Batch::SchedulingPolicy
  fair_share_policy.compute_reservation scalar fairsharePolicy.computeReservation default=0
  fair_share_policy.share_decay_seconds scalar fairsharePolicy.shareDecaySeconds default=0
  name scalar name
  tags tags $tags
aws_ecr_lifecycle_policy AWS::ECR::Repository \${repository}
  policy json lifecyclePolicyText
aws_ecr_repository AWS::ECR::Repository
  image_scanning_configuration.scan_on_push scalar imageScanningConfiguration.scanOnPush default=false
  image_tag_mutability scalar imageTagMutability
  tags tags $tags
aws_ecr_repository_policy AWS::ECR::Repository \${repository}
  policy policy policyText
aws_ecs_cluster AWS::ECS::Cluster
  configuration.execute_command_configuration.kms_key_id reference configuration.executeCommandConfiguration.kmsKeyId
  configuration.execute_command_configuration.log_configuration.cloud_watch_encryption_enabled scalar configuration.executeCommandConfiguration.logConfiguration.cloudWatchEncryptionEnabled default=false
  configuration.execute_command_configuration.log_configuration.cloud_watch_log_group_name scalar configuration.executeCommandConfiguration.logConfiguration.cloudWatchLogGroupName
  configuration.execute_command_configuration.log_configuration.s3_bucket_name scalar configuration.executeCommandConfiguration.logConfiguration.s3BucketName
  configuration.execute_command_configuration.log_configuration.s3_key_prefix scalar configuration.executeCommandConfiguration.logConfiguration.s3KeyPrefix
  configuration.execute_command_configuration.logging scalar configuration.executeCommandConfiguration.logging
  configuration.managed_storage_configuration.fargate_ephemeral_storage_kms_key_id reference configuration.managedStorageConfiguration.fargateEphemeralStorageKmsKeyId
  configuration.managed_storage_configuration.kms_key_id reference configuration.managedStorageConfiguration.kmsKeyId
  service_connect_defaults.namespace scalar serviceConnectDefaults.namespace
  tags tags $tags
aws_ecs_service AWS::ECS::Service
  availability_zone_rebalancing scalar availabilityZoneRebalancing
  cluster scalar clusterArn
  deployment_controller.type scalar deploymentController.type
  enable_ecs_managed_tags scalar enableECSManagedTags default=false
  enable_execute_command scalar enableExecuteCommand default=false
  health_check_grace_period_seconds scalar healthCheckGracePeriodSeconds default=0
  launch_type scalar launchType
  network_configuration.security_groups set networkConfiguration.awsvpcConfiguration.securityGroups
  network_configuration.subnets set networkConfiguration.awsvpcConfiguration.subnets
  propagate_tags scalar propagateTags
  scheduling_strategy scalar schedulingStrategy
  tags tags $tags
  task_definition reference taskDefinition deployed
aws_ecs_task_definition AWS::ECS::TaskDefinition
  cpu scalar taskDefinition.cpu
  execution_role_arn reference taskDefinition.executionRoleArn
  family scalar taskDefinition.family
  memory scalar taskDefinition.memory
  network_mode scalar taskDefinition.networkMode
  requires_compatibilities set taskDefinition.requiresCompatibilities
  tags tags $tags
  task_role_arn reference taskDefinition.taskRoleArn
aws_eks_cluster AWS::EKS::Cluster
  access_config.bootstrap_cluster_creator_admin_permissions scalar accessConfig.bootstrapClusterCreatorAdminPermissions default=false
  compute_config.enabled scalar computeConfig.enabled default=false
  compute_config.node_role_arn reference computeConfig.nodeRoleArn
  kubernetes_network_config.elastic_load_balancing.enabled scalar kubernetesNetworkConfig.elasticLoadBalancing.enabled default=false
  kubernetes_network_config.service_ipv4_cidr scalar kubernetesNetworkConfig.serviceIpv4Cidr
  name scalar name
  outpost_config.control_plane_instance_type scalar outpostConfig.controlPlaneInstanceType
  outpost_config.control_plane_placement.group_name scalar outpostConfig.controlPlanePlacement.groupName
  role_arn reference roleArn
  storage_config.block_storage.enabled scalar storageConfig.blockStorage.enabled default=false
  tags tags $tags
  version scalar version
  vpc_config.subnet_ids set resourcesVpcConfig.subnetIds
  zonal_shift_config.enabled scalar zonalShiftConfig.enabled default=false
aws_eks_fargate_profile AWS::EKS::FargateProfile
  cluster_name scalar clusterName
  fargate_profile_name scalar fargateProfileName
  pod_execution_role_arn reference podExecutionRoleArn
  subnet_ids set subnets
  tags tags $tags
aws_eks_node_group AWS::EKS::Nodegroup
  ami_type scalar amiType
  capacity_type scalar capacityType
  cluster_name scalar clusterName
  disk_size scalar diskSize default=0
  instance_types list instanceTypes
  labels json labels
  launch_template.version scalar launchTemplate.version
  node_group_name scalar nodegroupName
  node_repair_config.enabled scalar nodeRepairConfig.enabled default=false
  node_role_arn reference nodeRole
  release_version scalar releaseVersion
  remote_access.ec2_ssh_key scalar remoteAccess.ec2SshKey
  scaling_config.desired_size scalar scalingConfig.desiredSize default=0 deployed
  scaling_config.max_size scalar scalingConfig.maxSize default=0
  scaling_config.min_size scalar scalingConfig.minSize default=0
  subnet_ids set subnets
  tags tags $tags
  update_config.max_unavailable scalar updateConfig.maxUnavailable default=0
  update_config.max_unavailable_percentage scalar updateConfig.maxUnavailablePercentage default=0
  version scalar version
aws_instance AWS::EC2::Instance
  ami scalar ImageId
  availability_zone scalar Placement.AvailabilityZone
  capacity_reservation_specification.capacity_reservation_preference scalar CapacityReservationSpecification.CapacityReservationPreference
  capacity_reservation_specification.capacity_reservation_target.capacity_reservation_id scalar CapacityReservationSpecification.CapacityReservationTarget.CapacityReservationId
  capacity_reservation_specification.capacity_reservation_target.capacity_reservation_resource_group_arn scalar CapacityReservationSpecification.CapacityReservationTarget.CapacityReservationResourceGroupArn
  ebs_optimized scalar EbsOptimized default=false
  iam_instance_profile reference IamInstanceProfile.Arn
  instance_type scalar InstanceType
  key_name scalar KeyName
  metadata_options.http_endpoint scalar MetadataOptions.HttpEndpoint
  metadata_options.http_protocol_ipv6 scalar MetadataOptions.HttpProtocolIpv6
  metadata_options.http_put_response_hop_limit scalar MetadataOptions.HttpPutResponseHopLimit default=0
  metadata_options.http_tokens scalar MetadataOptions.HttpTokens
  metadata_options.instance_metadata_tags scalar MetadataOptions.InstanceMetadataTags
  monitoring boolean_word Monitoring.State default=false
  placement_partition_number scalar Placement.PartitionNumber default=0
  private_ip scalar NetworkInterfaces[].PrivateIpAddress
  source_dest_check scalar SourceDestCheck default=false
  subnet_id scalar SubnetId
  tags tags $tags
  tenancy scalar Placement.Tenancy
  vpc_security_group_ids set NetworkInterfaces[].Groups[].GroupId
aws_key_pair AWS::EC2::KeyPair
  key_name scalar KeyName
  tags tags $tags
aws_lambda_alias AWS::Lambda::Alias
  description scalar Description
  function_version scalar FunctionVersion deployed
  name scalar Name
aws_lambda_event_source_mapping AWS::Lambda::EventSourceMapping
  batch_size scalar BatchSize default=0
  bisect_batch_on_function_error scalar BisectBatchOnFunctionError default=false
  document_db_event_source_config.collection_name scalar DocumentDBEventSourceConfig.CollectionName
  document_db_event_source_config.database_name scalar DocumentDBEventSourceConfig.DatabaseName
  document_db_event_source_config.full_document scalar DocumentDBEventSourceConfig.FullDocument
  event_source_arn scalar EventSourceArn
  function_name scalar FunctionArn
  kms_key_arn reference KMSKeyArn
  maximum_batching_window_in_seconds scalar MaximumBatchingWindowInSeconds default=0
  maximum_record_age_in_seconds scalar MaximumRecordAgeInSeconds default=0
  maximum_retry_attempts scalar MaximumRetryAttempts default=0
  parallelization_factor scalar ParallelizationFactor default=0
  scaling_config.maximum_concurrency scalar ScalingConfig.MaximumConcurrency default=0
  starting_position scalar StartingPosition
  tumbling_window_in_seconds scalar TumblingWindowInSeconds default=0
aws_lambda_function AWS::Lambda::Function
  architectures list Architectures
  dead_letter_config.target_arn scalar DeadLetterConfig.TargetArn
  description scalar Description
  environment.variables json Environment.Variables
  ephemeral_storage.size scalar EphemeralStorage.Size default=0
  function_name scalar FunctionName
  handler scalar Handler
  kms_key_arn reference KMSKeyArn
  layers list Layers[].Arn
  logging_config.application_log_level scalar LoggingConfig.ApplicationLogLevel
  logging_config.log_format scalar LoggingConfig.LogFormat
  logging_config.system_log_level scalar LoggingConfig.SystemLogLevel
  memory_size scalar MemorySize default=0
  package_type scalar PackageType
  role reference Role
  runtime scalar Runtime
  tags tags $tags
  timeout scalar Timeout default=0
  tracing_config.mode scalar TracingConfig.Mode
  vpc_config.ipv6_allowed_for_dual_stack scalar VpcConfig.Ipv6AllowedForDualStack default=false
aws_lambda_layer_version AWS::Lambda::LayerVersion
  compatible_runtimes set LatestMatchingVersion.CompatibleRuntimes
  description scalar LatestMatchingVersion.Description
  layer_name scalar LayerName
aws_launch_template AWS::EC2::LaunchTemplate
  disable_api_termination scalar LatestVersionData.DisableApiTermination default=false
  image_id scalar LatestVersionData.ImageId
  instance_type scalar LatestVersionData.InstanceType
  key_name scalar LatestVersionData.KeyName
  tags tags $tags
  vpc_security_group_ids set LatestVersionData.SecurityGroupIds
aws_sagemaker_endpoint AWS::SageMaker::Endpoint
  endpoint_config_name scalar EndpointConfigName
  name scalar EndpointName
  tags tags $tags
aws_sagemaker_endpoint_configuration AWS::SageMaker::EndpointConfig
  async_inference_config.client_config.max_concurrent_invocations_per_instance scalar AsyncInferenceConfig.ClientConfig.MaxConcurrentInvocationsPerInstance default=0
  async_inference_config.output_config.kms_key_id reference AsyncInferenceConfig.OutputConfig.KmsKeyId
  async_inference_config.output_config.notification_config.error_topic scalar AsyncInferenceConfig.OutputConfig.NotificationConfig.ErrorTopic
  async_inference_config.output_config.notification_config.success_topic scalar AsyncInferenceConfig.OutputConfig.NotificationConfig.SuccessTopic
  async_inference_config.output_config.s3_failure_path scalar AsyncInferenceConfig.OutputConfig.S3FailurePath
  async_inference_config.output_config.s3_output_path scalar AsyncInferenceConfig.OutputConfig.S3OutputPath
  data_capture_config.destination_s3_uri scalar DataCaptureConfig.DestinationS3Uri
  data_capture_config.enable_capture scalar DataCaptureConfig.EnableCapture default=false
  data_capture_config.initial_sampling_percentage scalar DataCaptureConfig.InitialSamplingPercentage default=0
  data_capture_config.kms_key_id reference DataCaptureConfig.KmsKeyId
  name scalar EndpointConfigName
aws_sagemaker_model AWS::SageMaker::Model
  enable_network_isolation scalar EnableNetworkIsolation default=false
  execution_role_arn reference ExecutionRoleArn
  inference_execution_config.mode scalar InferenceExecutionConfig.Mode
  name scalar ModelName
  primary_container.container_hostname scalar PrimaryContainer.ContainerHostname
  primary_container.image scalar PrimaryContainer.Image
  primary_container.image_config.repository_access_mode scalar PrimaryContainer.ImageConfig.RepositoryAccessMode
  primary_container.image_config.repository_auth_config.repository_credentials_provider_arn scalar PrimaryContainer.ImageConfig.RepositoryAuthConfig.RepositoryCredentialsProviderArn
  primary_container.inference_specification_name scalar PrimaryContainer.InferenceSpecificationName
  primary_container.mode scalar PrimaryContainer.Mode
  primary_container.model_data_url scalar PrimaryContainer.ModelDataUrl
  primary_container.model_package_name scalar PrimaryContainer.ModelPackageName
  primary_container.multi_model_config.model_cache_setting scalar PrimaryContainer.MultiModelConfig.ModelCacheSetting
  tags tags $tags
aws_sagemaker_model_package_group AWS::SageMaker::ModelPackageGroup
  model_package_group_description scalar ModelPackageGroupDescription
  model_package_group_name scalar ModelPackageGroupName
  tags tags $tags
aws_sagemaker_notebook_instance AWS::SageMaker::NotebookInstance
  default_code_repository scalar DefaultCodeRepository
  direct_internet_access scalar DirectInternetAccess
  instance_type scalar InstanceType
  kms_key_id reference KmsKeyId
  name scalar NotebookInstanceName
  role_arn reference RoleArn
  root_access scalar RootAccess
  subnet_id scalar SubnetId
  tags tags $tags
  volume_size scalar VolumeSizeInGB default=0
`;
