/**
 * Messaging, APIs and edge: rows of the comparable attributes, in the form of `readAttributeRows`. Made from the schema of the
 * AWS provider
 * 5.100.0, the paths of the collectors and the API models of AWS; each type is applied and compared on the test estate.
 */
export const integrationAttributes = `
aws_api_gateway_api_key AWS::ApiGateway::ApiKey
  customer_id scalar customerId
  description scalar description
  enabled scalar enabled default=false
  name scalar name
  tags tags $tags
aws_api_gateway_authorizer AWS::ApiGateway::Authorizer
  authorizer_credentials scalar authorizerCredentials
  authorizer_result_ttl_in_seconds scalar authorizerResultTtlInSeconds default=0
  authorizer_uri scalar authorizerUri
  identity_source scalar identitySource
  identity_validation_expression scalar identityValidationExpression
  name scalar name
  provider_arns set providerARNs
  rest_api_id scalar restApiId
  type scalar type
aws_api_gateway_domain_name AWS::ApiGateway::DomainName
  certificate_arn scalar certificateArn
  certificate_name scalar certificateName
  domain_name scalar domainName
  endpoint_configuration.types list endpointConfiguration.types
  mutual_tls_authentication.truststore_uri scalar mutualTlsAuthentication.truststoreUri
  mutual_tls_authentication.truststore_version scalar mutualTlsAuthentication.truststoreVersion
  policy scalar policy
  regional_certificate_arn scalar regionalCertificateArn
  regional_certificate_name scalar regionalCertificateName
  security_policy scalar securityPolicy
  tags tags $tags
aws_api_gateway_rest_api AWS::ApiGateway::RestApi
  api_key_source scalar apiKeySource
  description scalar description
  disable_execute_api_endpoint scalar disableExecuteApiEndpoint default=false
  endpoint_configuration.types list endpointConfiguration.types
  name scalar name
  tags tags $tags
aws_api_gateway_stage AWS::ApiGateway::Stage
  access_log_settings.destination_arn scalar accessLogSettings.destinationArn
  access_log_settings.format scalar accessLogSettings.format
  cache_cluster_enabled scalar cacheClusterEnabled default=false
  cache_cluster_size scalar cacheClusterSize
  canary_settings.deployment_id scalar canarySettings.deploymentId
  canary_settings.percent_traffic scalar canarySettings.percentTraffic default=0
  canary_settings.use_stage_cache scalar canarySettings.useStageCache default=false
  client_certificate_id scalar clientCertificateId
  deployment_id scalar deploymentId
  description scalar description
  documentation_version scalar documentationVersion
  rest_api_id scalar restApiId
  stage_name scalar stageName
  tags tags $tags
  variables json variables
aws_api_gateway_usage_plan AWS::ApiGateway::UsagePlan
  description scalar description
  name scalar name
  product_code scalar productCode
  quota_settings.limit scalar quota.limit default=0
  tags tags $tags
  throttle_settings.burst_limit scalar throttle.burstLimit default=0
  throttle_settings.rate_limit scalar throttle.rateLimit default=0
aws_api_gateway_vpc_link AWS::ApiGateway::VpcLink
  description scalar description
  name scalar name
  tags tags $tags
  target_arns list targetArns
aws_apigatewayv2_api AWS::ApiGatewayV2::Api
  api_key_selection_expression scalar ApiKeySelectionExpression
  cors_configuration.allow_credentials scalar CorsConfiguration.AllowCredentials default=false
  cors_configuration.allow_methods set CorsConfiguration.AllowMethods
  cors_configuration.allow_origins set CorsConfiguration.AllowOrigins
  cors_configuration.max_age scalar CorsConfiguration.MaxAge default=0
  description scalar Description
  disable_execute_api_endpoint scalar DisableExecuteApiEndpoint default=false
  name scalar Name
  protocol_type scalar ProtocolType
  route_selection_expression scalar RouteSelectionExpression
  tags tags $tags
  version scalar Version
aws_apigatewayv2_integration AWS::ApiGatewayV2::Integration
  api_id scalar ApiId
  connection_id scalar ConnectionId
  connection_type scalar ConnectionType
  content_handling_strategy scalar ContentHandlingStrategy
  credentials_arn scalar CredentialsArn
  description scalar Description
  integration_method scalar IntegrationMethod
  integration_subtype scalar IntegrationSubtype
  integration_type scalar IntegrationType
  integration_uri scalar IntegrationUri
  passthrough_behavior scalar PassthroughBehavior
  payload_format_version scalar PayloadFormatVersion
  template_selection_expression scalar TemplateSelectionExpression
  timeout_milliseconds scalar TimeoutInMillis default=0
  tls_config.server_name_to_verify scalar TlsConfig.ServerNameToVerify
aws_apigatewayv2_route AWS::ApiGatewayV2::Route
  api_id scalar ApiId
  api_key_required scalar ApiKeyRequired default=false
  authorization_type scalar AuthorizationType
  authorizer_id scalar AuthorizerId
  model_selection_expression scalar ModelSelectionExpression
  operation_name scalar OperationName
  route_key scalar RouteKey
  route_response_selection_expression scalar RouteResponseSelectionExpression
  target scalar Target
aws_apigatewayv2_stage AWS::ApiGatewayV2::Stage
  access_log_settings.destination_arn scalar AccessLogSettings.DestinationArn
  access_log_settings.format scalar AccessLogSettings.Format
  api_id scalar ApiId
  auto_deploy scalar AutoDeploy default=false
  client_certificate_id scalar ClientCertificateId
  default_route_settings.data_trace_enabled scalar DefaultRouteSettings.DataTraceEnabled default=false
  default_route_settings.detailed_metrics_enabled scalar DefaultRouteSettings.DetailedMetricsEnabled default=false
  default_route_settings.throttling_burst_limit scalar DefaultRouteSettings.ThrottlingBurstLimit default=0
  default_route_settings.throttling_rate_limit scalar DefaultRouteSettings.ThrottlingRateLimit default=0
  description scalar Description
  tags tags $tags
aws_apigatewayv2_vpc_link AWS::ApiGatewayV2::VpcLink
  name scalar Name
  security_group_ids set SecurityGroupIds
  subnet_ids set SubnetIds
  tags tags $tags
aws_cloudformation_stack AWS::CloudFormation::Stack
  disable_rollback scalar DisableRollback default=false
  name scalar StackName
  tags tags $tags
  timeout_in_minutes scalar TimeoutInMinutes default=0
aws_cloudformation_stack_set AWS::CloudFormation::StackSet
  auto_deployment.enabled scalar AutoDeployment.Enabled default=false
  auto_deployment.retain_stacks_on_account_removal scalar AutoDeployment.RetainStacksOnAccountRemoval default=false
  description scalar Description
  managed_execution.active scalar ManagedExecution.Active default=false
  name scalar StackSetName
  permission_model scalar PermissionModel
aws_cloudwatch_event_api_destination AWS::Events::ApiDestination
  connection_arn scalar ConnectionArn
  http_method scalar HttpMethod
  invocation_endpoint scalar InvocationEndpoint
  name scalar Name
aws_cloudwatch_event_archive AWS::Events::Archive
  description scalar Description
  event_pattern scalar EventPattern
  event_source_arn scalar EventSourceArn
  name scalar ArchiveName
  retention_days scalar RetentionDays default=0
aws_cloudwatch_event_bus AWS::Events::EventBus
  description scalar Description
  name scalar Name
  tags tags $tags
aws_cloudwatch_event_connection AWS::Events::Connection
  authorization_type scalar AuthorizationType
  description scalar Description
  invocation_connectivity_parameters.resource_parameters.resource_configuration_arn scalar InvocationConnectivityParameters.ResourceParameters.ResourceConfigurationArn
  kms_key_identifier scalar KmsKeyIdentifier
  name scalar Name
aws_cloudwatch_event_rule AWS::Events::Rule
  description scalar Description
  event_bus_name scalar EventBusName
  event_pattern scalar EventPattern
  name scalar Name
  role_arn reference RoleArn
  schedule_expression scalar ScheduleExpression
  state scalar State
  tags tags $tags
aws_iot_thing AWS::IoT::Thing
  attributes json attributes
  name scalar thingName
  thing_type_name scalar thingTypeName
aws_mq_broker AWS::AmazonMQ::Broker
  auto_minor_version_upgrade scalar AutoMinorVersionUpgrade default=false
  broker_name scalar BrokerName
  configuration.id scalar Configurations.Current.Id
  deployment_mode scalar DeploymentMode
  encryption_options.use_aws_owned_key scalar EncryptionOptions.UseAwsOwnedKey default=false
  engine_type scalar EngineType
  engine_version version EngineVersion
  host_instance_type scalar HostInstanceType
  ldap_server_metadata.role_base scalar LdapServerMetadata.RoleBase
  ldap_server_metadata.role_name scalar LdapServerMetadata.RoleName
  ldap_server_metadata.role_search_matching scalar LdapServerMetadata.RoleSearchMatching
  ldap_server_metadata.role_search_subtree scalar LdapServerMetadata.RoleSearchSubtree default=false
  ldap_server_metadata.service_account_username scalar LdapServerMetadata.ServiceAccountUsername
  ldap_server_metadata.user_base scalar LdapServerMetadata.UserBase
  ldap_server_metadata.user_role_name scalar LdapServerMetadata.UserRoleName
  ldap_server_metadata.user_search_matching scalar LdapServerMetadata.UserSearchMatching
  ldap_server_metadata.user_search_subtree scalar LdapServerMetadata.UserSearchSubtree default=false
  logs.audit scalar Logs.Audit
  logs.general scalar Logs.General default=false
  maintenance_window_start_time.day_of_week scalar MaintenanceWindowStartTime.DayOfWeek
  maintenance_window_start_time.time_of_day scalar MaintenanceWindowStartTime.TimeOfDay
  maintenance_window_start_time.time_zone scalar MaintenanceWindowStartTime.TimeZone
  publicly_accessible scalar PubliclyAccessible default=false
  security_groups set SecurityGroups
  subnet_ids set SubnetIds
  tags tags $tags
aws_mq_configuration AWS::AmazonMQ::Configuration
  authentication_strategy scalar AuthenticationStrategy
  description scalar LatestRevision.Description
  engine_type scalar EngineType
  engine_version version EngineVersion
  name scalar Name
aws_pipes_pipe AWS::Pipes::Pipe
  description scalar Description
  desired_state scalar DesiredState
  enrichment scalar Enrichment
  enrichment_parameters.input_template scalar EnrichmentParameters.InputTemplate
  kms_key_identifier scalar KmsKeyIdentifier
  log_configuration.cloudwatch_logs_log_destination.log_group_arn scalar LogConfiguration.CloudwatchLogsLogDestination.LogGroupArn
  log_configuration.firehose_log_destination.delivery_stream_arn scalar LogConfiguration.FirehoseLogDestination.DeliveryStreamArn
  log_configuration.level scalar LogConfiguration.Level
  log_configuration.s3_log_destination.bucket_name scalar LogConfiguration.S3LogDestination.BucketName
  log_configuration.s3_log_destination.bucket_owner scalar LogConfiguration.S3LogDestination.BucketOwner
  log_configuration.s3_log_destination.output_format scalar LogConfiguration.S3LogDestination.OutputFormat
  log_configuration.s3_log_destination.prefix scalar LogConfiguration.S3LogDestination.Prefix
  name scalar Name
  role_arn reference RoleArn
  source scalar Source
  source_parameters.activemq_broker_parameters.credentials.basic_auth scalar SourceParameters.ActiveMQBrokerParameters.Credentials.BasicAuth
  source_parameters.activemq_broker_parameters.queue_name scalar SourceParameters.ActiveMQBrokerParameters.QueueName
  source_parameters.dynamodb_stream_parameters.dead_letter_config.arn scalar SourceParameters.DynamoDBStreamParameters.DeadLetterConfig.Arn
  source_parameters.dynamodb_stream_parameters.maximum_retry_attempts scalar SourceParameters.DynamoDBStreamParameters.MaximumRetryAttempts default=0
  source_parameters.dynamodb_stream_parameters.on_partial_batch_item_failure scalar SourceParameters.DynamoDBStreamParameters.OnPartialBatchItemFailure
  source_parameters.dynamodb_stream_parameters.starting_position scalar SourceParameters.DynamoDBStreamParameters.StartingPosition
  source_parameters.kinesis_stream_parameters.dead_letter_config.arn scalar SourceParameters.KinesisStreamParameters.DeadLetterConfig.Arn
  source_parameters.kinesis_stream_parameters.maximum_retry_attempts scalar SourceParameters.KinesisStreamParameters.MaximumRetryAttempts default=0
  source_parameters.kinesis_stream_parameters.on_partial_batch_item_failure scalar SourceParameters.KinesisStreamParameters.OnPartialBatchItemFailure
  source_parameters.kinesis_stream_parameters.starting_position scalar SourceParameters.KinesisStreamParameters.StartingPosition
  source_parameters.managed_streaming_kafka_parameters.consumer_group_id scalar SourceParameters.ManagedStreamingKafkaParameters.ConsumerGroupID
  source_parameters.managed_streaming_kafka_parameters.credentials.client_certificate_tls_auth scalar SourceParameters.ManagedStreamingKafkaParameters.Credentials.ClientCertificateTlsAuth
  source_parameters.managed_streaming_kafka_parameters.credentials.sasl_scram_512_auth scalar SourceParameters.ManagedStreamingKafkaParameters.Credentials.SaslScram512Auth
  source_parameters.managed_streaming_kafka_parameters.starting_position scalar SourceParameters.ManagedStreamingKafkaParameters.StartingPosition
  source_parameters.managed_streaming_kafka_parameters.topic_name scalar SourceParameters.ManagedStreamingKafkaParameters.TopicName
  source_parameters.rabbitmq_broker_parameters.credentials.basic_auth scalar SourceParameters.RabbitMQBrokerParameters.Credentials.BasicAuth
  source_parameters.rabbitmq_broker_parameters.queue_name scalar SourceParameters.RabbitMQBrokerParameters.QueueName
  source_parameters.rabbitmq_broker_parameters.virtual_host scalar SourceParameters.RabbitMQBrokerParameters.VirtualHost
  source_parameters.self_managed_kafka_parameters.consumer_group_id scalar SourceParameters.SelfManagedKafkaParameters.ConsumerGroupID
  source_parameters.self_managed_kafka_parameters.credentials.basic_auth scalar SourceParameters.SelfManagedKafkaParameters.Credentials.BasicAuth
  source_parameters.self_managed_kafka_parameters.credentials.client_certificate_tls_auth scalar SourceParameters.SelfManagedKafkaParameters.Credentials.ClientCertificateTlsAuth
  source_parameters.self_managed_kafka_parameters.credentials.sasl_scram_256_auth scalar SourceParameters.SelfManagedKafkaParameters.Credentials.SaslScram256Auth
  source_parameters.self_managed_kafka_parameters.credentials.sasl_scram_512_auth scalar SourceParameters.SelfManagedKafkaParameters.Credentials.SaslScram512Auth
  source_parameters.self_managed_kafka_parameters.server_root_ca_certificate scalar SourceParameters.SelfManagedKafkaParameters.ServerRootCaCertificate
  source_parameters.self_managed_kafka_parameters.starting_position scalar SourceParameters.SelfManagedKafkaParameters.StartingPosition
  source_parameters.self_managed_kafka_parameters.topic_name scalar SourceParameters.SelfManagedKafkaParameters.TopicName
  tags tags $tags
  target scalar Target
  target_parameters.batch_job_parameters.array_properties.size scalar TargetParameters.BatchJobParameters.ArrayProperties.Size default=0
  target_parameters.batch_job_parameters.container_overrides.instance_type scalar TargetParameters.BatchJobParameters.ContainerOverrides.InstanceType
  target_parameters.batch_job_parameters.job_definition scalar TargetParameters.BatchJobParameters.JobDefinition
  target_parameters.batch_job_parameters.job_name scalar TargetParameters.BatchJobParameters.JobName
  target_parameters.batch_job_parameters.retry_strategy.attempts scalar TargetParameters.BatchJobParameters.RetryStrategy.Attempts default=0
  target_parameters.cloudwatch_logs_parameters.log_stream_name scalar TargetParameters.CloudWatchLogsParameters.LogStreamName
  target_parameters.cloudwatch_logs_parameters.timestamp scalar TargetParameters.CloudWatchLogsParameters.Timestamp
  target_parameters.ecs_task_parameters.enable_ecs_managed_tags scalar TargetParameters.EcsTaskParameters.EnableECSManagedTags default=false
  target_parameters.ecs_task_parameters.enable_execute_command scalar TargetParameters.EcsTaskParameters.EnableExecuteCommand default=false
  target_parameters.ecs_task_parameters.group scalar TargetParameters.EcsTaskParameters.Group
  target_parameters.ecs_task_parameters.launch_type scalar TargetParameters.EcsTaskParameters.LaunchType
  target_parameters.ecs_task_parameters.network_configuration.aws_vpc_configuration.assign_public_ip scalar TargetParameters.EcsTaskParameters.NetworkConfiguration.awsvpcConfiguration.AssignPublicIp
  target_parameters.ecs_task_parameters.overrides.cpu scalar TargetParameters.EcsTaskParameters.Overrides.Cpu
  target_parameters.ecs_task_parameters.overrides.ephemeral_storage.size_in_gib scalar TargetParameters.EcsTaskParameters.Overrides.EphemeralStorage.sizeInGiB default=0
  target_parameters.ecs_task_parameters.overrides.execution_role_arn reference TargetParameters.EcsTaskParameters.Overrides.ExecutionRoleArn
  target_parameters.ecs_task_parameters.overrides.memory scalar TargetParameters.EcsTaskParameters.Overrides.Memory
  target_parameters.ecs_task_parameters.overrides.task_role_arn reference TargetParameters.EcsTaskParameters.Overrides.TaskRoleArn
  target_parameters.ecs_task_parameters.platform_version scalar TargetParameters.EcsTaskParameters.PlatformVersion
  target_parameters.ecs_task_parameters.propagate_tags scalar TargetParameters.EcsTaskParameters.PropagateTags
  target_parameters.ecs_task_parameters.reference_id scalar TargetParameters.EcsTaskParameters.ReferenceId
  target_parameters.ecs_task_parameters.task_count scalar TargetParameters.EcsTaskParameters.TaskCount default=0
  target_parameters.ecs_task_parameters.task_definition_arn scalar TargetParameters.EcsTaskParameters.TaskDefinitionArn
  target_parameters.eventbridge_event_bus_parameters.detail_type scalar TargetParameters.EventBridgeEventBusParameters.DetailType
  target_parameters.eventbridge_event_bus_parameters.endpoint_id scalar TargetParameters.EventBridgeEventBusParameters.EndpointId
  target_parameters.eventbridge_event_bus_parameters.source scalar TargetParameters.EventBridgeEventBusParameters.Source
  target_parameters.eventbridge_event_bus_parameters.time scalar TargetParameters.EventBridgeEventBusParameters.Time
  target_parameters.input_template scalar TargetParameters.InputTemplate
  target_parameters.kinesis_stream_parameters.partition_key scalar TargetParameters.KinesisStreamParameters.PartitionKey
  target_parameters.lambda_function_parameters.invocation_type scalar TargetParameters.LambdaFunctionParameters.InvocationType
  target_parameters.redshift_data_parameters.database scalar TargetParameters.RedshiftDataParameters.Database
  target_parameters.redshift_data_parameters.db_user scalar TargetParameters.RedshiftDataParameters.DbUser
  target_parameters.redshift_data_parameters.secret_manager_arn scalar TargetParameters.RedshiftDataParameters.SecretManagerArn
  target_parameters.redshift_data_parameters.statement_name scalar TargetParameters.RedshiftDataParameters.StatementName
  target_parameters.redshift_data_parameters.with_event scalar TargetParameters.RedshiftDataParameters.WithEvent default=false
  target_parameters.sqs_queue_parameters.message_deduplication_id scalar TargetParameters.SqsQueueParameters.MessageDeduplicationId
  target_parameters.sqs_queue_parameters.message_group_id scalar TargetParameters.SqsQueueParameters.MessageGroupId
  target_parameters.step_function_state_machine_parameters.invocation_type scalar TargetParameters.StepFunctionStateMachineParameters.InvocationType
aws_scheduler_schedule AWS::Scheduler::Schedule
  description scalar Description
  flexible_time_window.maximum_window_in_minutes scalar FlexibleTimeWindow.MaximumWindowInMinutes default=0
  flexible_time_window.mode scalar FlexibleTimeWindow.Mode
  group_name scalar GroupName
  kms_key_arn reference KmsKeyArn
  name scalar Name
  schedule_expression scalar ScheduleExpression
  schedule_expression_timezone scalar ScheduleExpressionTimezone
  state scalar State
  target.arn scalar Target.Arn
  target.dead_letter_config.arn scalar Target.DeadLetterConfig.Arn
  target.ecs_parameters.enable_ecs_managed_tags scalar Target.EcsParameters.EnableECSManagedTags default=false
  target.ecs_parameters.enable_execute_command scalar Target.EcsParameters.EnableExecuteCommand default=false
  target.ecs_parameters.group scalar Target.EcsParameters.Group
  target.ecs_parameters.launch_type scalar Target.EcsParameters.LaunchType
  target.ecs_parameters.platform_version scalar Target.EcsParameters.PlatformVersion
  target.ecs_parameters.propagate_tags scalar Target.EcsParameters.PropagateTags
  target.ecs_parameters.reference_id scalar Target.EcsParameters.ReferenceId
  target.ecs_parameters.task_count scalar Target.EcsParameters.TaskCount default=0
  target.ecs_parameters.task_definition_arn scalar Target.EcsParameters.TaskDefinitionArn
  target.eventbridge_parameters.detail_type scalar Target.EventBridgeParameters.DetailType
  target.eventbridge_parameters.source scalar Target.EventBridgeParameters.Source
  target.input scalar Target.Input
  target.kinesis_parameters.partition_key scalar Target.KinesisParameters.PartitionKey
  target.retry_policy.maximum_event_age_in_seconds scalar Target.RetryPolicy.MaximumEventAgeInSeconds default=0
  target.retry_policy.maximum_retry_attempts scalar Target.RetryPolicy.MaximumRetryAttempts default=0
  target.role_arn reference Target.RoleArn
  target.sqs_parameters.message_group_id scalar Target.SqsParameters.MessageGroupId
aws_scheduler_schedule_group AWS::Scheduler::ScheduleGroup
  name scalar Name
  tags tags $tags
aws_ses_receipt_rule AWS::SES::ReceiptRule
  enabled scalar Enabled default=false
  name scalar Name
  recipients set Recipients
  rule_set_name scalar RuleSetName
  scan_enabled scalar ScanEnabled default=false
  tls_policy scalar TlsPolicy
aws_ses_receipt_rule_set AWS::SES::ReceiptRuleSet
  rule_set_name scalar Name
aws_sesv2_dedicated_ip_pool AWS::SES::DedicatedIpPool
  pool_name scalar PoolName
  scaling_mode scalar ScalingMode
  tags tags $tags
aws_sfn_activity AWS::StepFunctions::Activity
  name scalar name
  tags tags $tags
aws_sns_topic AWS::SNS::Topic
  display_name scalar Attributes.DisplayName
  name reference TopicArn
  policy policy Attributes.Policy
  tags tags $tags
aws_sns_topic_policy AWS::SNS::Topic \${arn}
  policy policy Attributes.Policy
aws_sns_topic_subscription AWS::SNS::Subscription
  endpoint scalar Endpoint
  filter_policy policy Attributes.FilterPolicy
  filter_policy_scope scalar Attributes.FilterPolicyScope
  protocol scalar Protocol
  raw_message_delivery scalar Attributes.RawMessageDelivery default=false
  topic_arn scalar TopicArn
aws_sqs_queue AWS::SQS::Queue
  delay_seconds scalar Attributes.DelaySeconds default=0
  max_message_size scalar Attributes.MaximumMessageSize default=0
  message_retention_seconds scalar Attributes.MessageRetentionPeriod default=0
  name reference Attributes.QueueArn
  policy policy Attributes.Policy
  receive_wait_time_seconds scalar Attributes.ReceiveMessageWaitTimeSeconds default=0
  redrive_policy policy Attributes.RedrivePolicy
  sqs_managed_sse_enabled scalar Attributes.SqsManagedSseEnabled default=false
  tags tags $tags
  visibility_timeout_seconds scalar Attributes.VisibilityTimeout default=0
aws_sqs_queue_policy AWS::SQS::Queue \${queue_url}
  policy policy Attributes.Policy
aws_wafv2_ip_set AWS::WAFv2::IPSet
  addresses set Addresses
  description scalar Description
  ip_address_version scalar IPAddressVersion
  name scalar Name
  scope scalar Scope
  tags tags $tags
aws_wafv2_regex_pattern_set AWS::WAFv2::RegexPatternSet
  description scalar Description
  name scalar Name
  scope scalar Scope
  tags tags $tags
aws_wafv2_rule_group AWS::WAFv2::RuleGroup
  capacity scalar Capacity default=0
  description scalar Description
  name scalar Name
  scope scalar Scope
  tags tags $tags
  visibility_config.cloudwatch_metrics_enabled scalar VisibilityConfig.CloudWatchMetricsEnabled default=false
  visibility_config.metric_name scalar VisibilityConfig.MetricName
  visibility_config.sampled_requests_enabled scalar VisibilityConfig.SampledRequestsEnabled default=false
aws_wafv2_web_acl AWS::WAFv2::WebACL
  captcha_config.immunity_time_property.immunity_time scalar CaptchaConfig.ImmunityTimeProperty.ImmunityTime default=0
  challenge_config.immunity_time_property.immunity_time scalar ChallengeConfig.ImmunityTimeProperty.ImmunityTime default=0
  default_action.block.custom_response.custom_response_body_key scalar DefaultAction.Block.CustomResponse.CustomResponseBodyKey
  default_action.block.custom_response.response_code scalar DefaultAction.Block.CustomResponse.ResponseCode default=0
  description scalar Description
  name scalar Name
  scope scalar Scope
  tags tags $tags
  visibility_config.cloudwatch_metrics_enabled scalar VisibilityConfig.CloudWatchMetricsEnabled default=false
  visibility_config.metric_name scalar VisibilityConfig.MetricName
  visibility_config.sampled_requests_enabled scalar VisibilityConfig.SampledRequestsEnabled default=false
`;
