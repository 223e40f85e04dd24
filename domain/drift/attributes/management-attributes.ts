/**
 * Identity, security and operations: rows of the comparable attributes, in the form of `readAttributeRows`. Made from the
 * schema of the AWS provider
 * 5.100.0, the paths of the collectors and the API models of AWS; each type is applied and compared on the test estate.
 */
export const managementAttributes = `
aws_acm_certificate AWS::CertificateManager::Certificate
  certificate_authority_arn scalar CertificateAuthorityArn
  domain_name scalar DomainName
  key_algorithm scalar KeyAlgorithm
  options.certificate_transparency_logging_preference scalar Options.CertificateTransparencyLoggingPreference
  subject_alternative_names set SubjectAlternativeNames
  tags tags $tags
aws_acmpca_certificate_authority AWS::ACMPCA::CertificateAuthority
  certificate_authority_configuration.key_algorithm scalar CertificateAuthorityConfiguration.KeyAlgorithm
  certificate_authority_configuration.signing_algorithm scalar CertificateAuthorityConfiguration.SigningAlgorithm
  certificate_authority_configuration.subject.common_name scalar CertificateAuthorityConfiguration.Subject.CommonName
  certificate_authority_configuration.subject.country scalar CertificateAuthorityConfiguration.Subject.Country
  certificate_authority_configuration.subject.distinguished_name_qualifier scalar CertificateAuthorityConfiguration.Subject.DistinguishedNameQualifier
  certificate_authority_configuration.subject.generation_qualifier scalar CertificateAuthorityConfiguration.Subject.GenerationQualifier
  certificate_authority_configuration.subject.given_name scalar CertificateAuthorityConfiguration.Subject.GivenName
  certificate_authority_configuration.subject.initials scalar CertificateAuthorityConfiguration.Subject.Initials
  certificate_authority_configuration.subject.locality scalar CertificateAuthorityConfiguration.Subject.Locality
  certificate_authority_configuration.subject.organization scalar CertificateAuthorityConfiguration.Subject.Organization
  certificate_authority_configuration.subject.organizational_unit scalar CertificateAuthorityConfiguration.Subject.OrganizationalUnit
  certificate_authority_configuration.subject.pseudonym scalar CertificateAuthorityConfiguration.Subject.Pseudonym
  certificate_authority_configuration.subject.state scalar CertificateAuthorityConfiguration.Subject.State
  certificate_authority_configuration.subject.surname scalar CertificateAuthorityConfiguration.Subject.Surname
  certificate_authority_configuration.subject.title scalar CertificateAuthorityConfiguration.Subject.Title
  key_storage_security_standard scalar KeyStorageSecurityStandard
  revocation_configuration.crl_configuration.custom_cname scalar RevocationConfiguration.CrlConfiguration.CustomCname
  revocation_configuration.crl_configuration.enabled scalar RevocationConfiguration.CrlConfiguration.Enabled default=false
  revocation_configuration.crl_configuration.expiration_in_days scalar RevocationConfiguration.CrlConfiguration.ExpirationInDays default=0
  revocation_configuration.crl_configuration.s3_bucket_name scalar RevocationConfiguration.CrlConfiguration.S3BucketName
  revocation_configuration.ocsp_configuration.enabled scalar RevocationConfiguration.OcspConfiguration.Enabled default=false
  revocation_configuration.ocsp_configuration.ocsp_custom_cname scalar RevocationConfiguration.OcspConfiguration.OcspCustomCname
  tags tags $tags
  type scalar Type
  usage_mode scalar UsageMode
aws_cloudwatch_contributor_insight_rule AWS::CloudWatch::InsightRule
  rule_state scalar State
  tags tags $tags
aws_cloudwatch_log_destination AWS::Logs::Destination
  name scalar destinationName
  role_arn reference roleArn
  tags tags $tags
  target_arn scalar targetArn
aws_cloudwatch_log_group AWS::Logs::LogGroup
  kms_key_id reference kmsKeyId
  name scalar logGroupName
  retention_in_days scalar retentionInDays default=0
  tags tags $tags
aws_cloudwatch_log_metric_filter AWS::Logs::MetricFilter
  log_group_name scalar logGroupName
  metric_transformation.name scalar metricTransformations[].metricName
  name scalar filterName
  pattern scalar filterPattern
aws_cloudwatch_log_resource_policy AWS::Logs::ResourcePolicy
  policy_document policy policyDocument
  policy_name scalar policyName
aws_cloudwatch_log_subscription_filter AWS::Logs::SubscriptionFilter
  destination_arn scalar destinationArn
  distribution scalar distribution
  filter_pattern scalar filterPattern
  log_group_name scalar logGroupName
  name scalar filterName
  role_arn reference roleArn
aws_cloudwatch_metric_alarm AWS::CloudWatch::Alarm
  actions_enabled scalar ActionsEnabled default=false
  alarm_actions set AlarmActions
  alarm_description scalar AlarmDescription
  alarm_name scalar AlarmName
  comparison_operator scalar ComparisonOperator
  datapoints_to_alarm scalar DatapointsToAlarm default=0
  evaluation_periods scalar EvaluationPeriods default=0
  extended_statistic scalar ExtendedStatistic
  metric_name scalar MetricName
  namespace scalar Namespace
  period scalar Period default=0
  statistic scalar Statistic
  tags tags $tags
  threshold scalar Threshold default=0
  threshold_metric_id scalar ThresholdMetricId
  treat_missing_data scalar TreatMissingData
  unit scalar Unit
aws_codedeploy_app AWS::CodeDeploy::Application
  compute_platform scalar computePlatform
  tags tags $tags
aws_codedeploy_deployment_group AWS::CodeDeploy::DeploymentGroup
  alarm_configuration.enabled scalar alarmConfiguration.enabled default=false
  alarm_configuration.ignore_poll_alarm_failure scalar alarmConfiguration.ignorePollAlarmFailure default=false
  auto_rollback_configuration.enabled scalar autoRollbackConfiguration.enabled default=false
  deployment_config_name scalar deploymentConfigName
  deployment_group_name scalar deploymentGroupName
  deployment_style.deployment_option scalar deploymentStyle.deploymentOption
  deployment_style.deployment_type scalar deploymentStyle.deploymentType
  outdated_instances_strategy scalar outdatedInstancesStrategy
  service_role_arn reference serviceRoleArn
  termination_hook_enabled scalar terminationHookEnabled default=false
aws_cognito_identity_pool AWS::Cognito::IdentityPool
  allow_classic_flow scalar AllowClassicFlow default=false
  allow_unauthenticated_identities scalar AllowUnauthenticatedIdentities default=false
  developer_provider_name scalar DeveloperProviderName
  identity_pool_name scalar IdentityPoolName
  tags tags $tags
aws_cognito_identity_provider AWS::Cognito::UserPoolIdentityProvider
  attribute_mapping json AttributeMapping
  provider_name scalar ProviderName
  provider_type scalar ProviderType
  user_pool_id scalar UserPoolId
aws_cognito_resource_server AWS::Cognito::UserPoolResourceServer
  identifier scalar Identifier
  name scalar Name
  user_pool_id scalar UserPoolId
aws_cognito_user_group AWS::Cognito::UserPoolGroup
  description scalar Description
  name scalar GroupName
  precedence scalar Precedence default=0
  role_arn reference RoleArn
  user_pool_id scalar UserPoolId
aws_cognito_user_pool AWS::Cognito::UserPool
  admin_create_user_config.allow_admin_create_user_only scalar AdminCreateUserConfig.AllowAdminCreateUserOnly default=false
  admin_create_user_config.invite_message_template.email_message scalar AdminCreateUserConfig.InviteMessageTemplate.EmailMessage
  admin_create_user_config.invite_message_template.email_subject scalar AdminCreateUserConfig.InviteMessageTemplate.EmailSubject
  admin_create_user_config.invite_message_template.sms_message scalar AdminCreateUserConfig.InviteMessageTemplate.SMSMessage
  auto_verified_attributes set AutoVerifiedAttributes
  deletion_protection scalar DeletionProtection
  device_configuration.challenge_required_on_new_device scalar DeviceConfiguration.ChallengeRequiredOnNewDevice default=false
  device_configuration.device_only_remembered_on_user_prompt scalar DeviceConfiguration.DeviceOnlyRememberedOnUserPrompt default=false
  email_configuration.configuration_set scalar EmailConfiguration.ConfigurationSet
  email_configuration.email_sending_account scalar EmailConfiguration.EmailSendingAccount
  email_configuration.reply_to_email_address scalar EmailConfiguration.ReplyToEmailAddress
  email_configuration.source_arn scalar EmailConfiguration.SourceArn
  email_verification_message scalar EmailVerificationMessage
  email_verification_subject scalar EmailVerificationSubject
  lambda_config.create_auth_challenge scalar LambdaConfig.CreateAuthChallenge
  lambda_config.custom_email_sender.lambda_arn scalar LambdaConfig.CustomEmailSender.LambdaArn
  lambda_config.custom_email_sender.lambda_version scalar LambdaConfig.CustomEmailSender.LambdaVersion
  lambda_config.custom_message scalar LambdaConfig.CustomMessage
  lambda_config.custom_sms_sender.lambda_arn scalar LambdaConfig.CustomSMSSender.LambdaArn
  lambda_config.custom_sms_sender.lambda_version scalar LambdaConfig.CustomSMSSender.LambdaVersion
  lambda_config.define_auth_challenge scalar LambdaConfig.DefineAuthChallenge
  lambda_config.kms_key_id reference LambdaConfig.KMSKeyID
  lambda_config.post_authentication scalar LambdaConfig.PostAuthentication
  lambda_config.post_confirmation scalar LambdaConfig.PostConfirmation
  lambda_config.pre_authentication scalar LambdaConfig.PreAuthentication
  lambda_config.pre_sign_up scalar LambdaConfig.PreSignUp
  lambda_config.pre_token_generation_config.lambda_arn scalar LambdaConfig.PreTokenGenerationConfig.LambdaArn
  lambda_config.pre_token_generation_config.lambda_version scalar LambdaConfig.PreTokenGenerationConfig.LambdaVersion
  lambda_config.user_migration scalar LambdaConfig.UserMigration
  lambda_config.verify_auth_challenge_response scalar LambdaConfig.VerifyAuthChallengeResponse
  mfa_configuration scalar MfaConfiguration
  name scalar Name
  password_policy.minimum_length scalar Policies.PasswordPolicy.MinimumLength default=0
  password_policy.password_history_size scalar Policies.PasswordPolicy.PasswordHistorySize default=0
  password_policy.require_lowercase scalar Policies.PasswordPolicy.RequireLowercase default=false
  password_policy.require_numbers scalar Policies.PasswordPolicy.RequireNumbers default=false
  password_policy.require_uppercase scalar Policies.PasswordPolicy.RequireUppercase default=false
  sms_authentication_message scalar SmsAuthenticationMessage
  sms_configuration.external_id scalar SmsConfiguration.ExternalId
  sms_configuration.sns_caller_arn scalar SmsConfiguration.SnsCallerArn
  sms_verification_message scalar SmsVerificationMessage
  tags tags $tags
  user_pool_add_ons.advanced_security_mode scalar UserPoolAddOns.AdvancedSecurityMode
  username_attributes set UsernameAttributes
  verification_message_template.default_email_option scalar VerificationMessageTemplate.DefaultEmailOption
  verification_message_template.email_message scalar VerificationMessageTemplate.EmailMessage
  verification_message_template.email_subject scalar VerificationMessageTemplate.EmailSubject
  verification_message_template.sms_message scalar VerificationMessageTemplate.SmsMessage
aws_cognito_user_pool_client AWS::Cognito::UserPoolClient
  access_token_validity scalar AccessTokenValidity default=0
  allowed_oauth_flows_user_pool_client scalar AllowedOAuthFlowsUserPoolClient default=false
  auth_session_validity scalar AuthSessionValidity default=0
  callback_urls set CallbackURLs
  enable_propagate_additional_user_context_data scalar EnablePropagateAdditionalUserContextData default=false
  enable_token_revocation scalar EnableTokenRevocation default=false
  explicit_auth_flows set ExplicitAuthFlows
  id_token_validity scalar IdTokenValidity default=0
  refresh_token_validity scalar RefreshTokenValidity default=0
  user_pool_id scalar UserPoolId
aws_config_aggregate_authorization AWS::Config::AggregationAuthorization
  account_id scalar AuthorizedAccountId
  region scalar AuthorizedAwsRegion
  tags tags $tags
aws_config_config_rule AWS::Config::ConfigRule
  description scalar Description
  input_parameters scalar InputParameters
  maximum_execution_frequency scalar MaximumExecutionFrequency
  name scalar ConfigRuleName
  scope.compliance_resource_id scalar Scope.ComplianceResourceId
  scope.tag_key scalar Scope.TagKey
  scope.tag_value scalar Scope.TagValue
  source.custom_policy_details.enable_debug_log_delivery scalar Source.CustomPolicyDetails.EnableDebugLogDelivery default=false
  source.custom_policy_details.policy_runtime scalar Source.CustomPolicyDetails.PolicyRuntime
  source.custom_policy_details.policy_text scalar Source.CustomPolicyDetails.PolicyText
  source.owner scalar Source.Owner
  source.source_identifier scalar Source.SourceIdentifier
  tags tags $tags
aws_config_configuration_aggregator AWS::Config::ConfigurationAggregator
  account_aggregation_source.account_ids list AccountAggregationSources[].AccountIds
  organization_aggregation_source.role_arn reference OrganizationAggregationSource.RoleArn
  tags tags $tags
aws_config_configuration_recorder AWS::Config::ConfigurationRecorder
  name scalar name
  recording_group.all_supported scalar recordingGroup.allSupported default=false
  recording_group.include_global_resource_types scalar recordingGroup.includeGlobalResourceTypes default=false
  recording_mode.recording_frequency scalar recordingMode.recordingFrequency
  role_arn reference roleARN
aws_config_delivery_channel AWS::Config::DeliveryChannel
  name scalar name
  s3_bucket_name scalar s3BucketName
  s3_key_prefix scalar s3KeyPrefix
  s3_kms_key_arn reference s3KmsKeyArn
  sns_topic_arn scalar snsTopicARN
aws_directory_service_directory AWS::DirectoryService::SimpleAD
  alias scalar Alias
  connect_settings.customer_username scalar ConnectSettings.CustomerUserName
  connect_settings.vpc_id scalar ConnectSettings.VpcId
  description scalar Description
  desired_number_of_domain_controllers scalar DesiredNumberOfDomainControllers default=0
  name scalar Name
  size scalar Size
  tags tags $tags
  type scalar Type
  vpc_settings.subnet_ids set VpcSettings.SubnetIds
  vpc_settings.vpc_id scalar VpcSettings.VpcId
aws_guardduty_detector AWS::GuardDuty::Detector
  finding_publishing_frequency scalar FindingPublishingFrequency
  tags tags $tags
aws_iam_access_key AWS::IAM::AccessKey
  status scalar Status
aws_iam_account_alias AWS::IAM::AccountAlias
  account_alias scalar AccountAlias
aws_iam_account_password_policy AWS::IAM::AccountPasswordPolicy
  allow_users_to_change_password scalar AllowUsersToChangePassword default=false
  hard_expiry scalar HardExpiry default=false
  max_password_age scalar MaxPasswordAge default=0
  minimum_password_length scalar MinimumPasswordLength default=0
  password_reuse_prevention scalar PasswordReusePrevention default=0
  require_lowercase_characters scalar RequireLowercaseCharacters default=false
  require_numbers scalar RequireNumbers default=false
  require_symbols scalar RequireSymbols default=false
  require_uppercase_characters scalar RequireUppercaseCharacters default=false
aws_iam_group AWS::IAM::Group
  name scalar GroupName
  path scalar Path
aws_iam_group_policy AWS::IAM::GroupPolicy
  group scalar GroupName
  name scalar PolicyName
  policy policy PolicyDocument
aws_iam_instance_profile AWS::IAM::InstanceProfile
  path scalar Path
  role reference Roles[].RoleName
aws_iam_openid_connect_provider AWS::IAM::OIDCProvider
  client_id_list set ClientIDList
  tags tags $tags
  thumbprint_list list ThumbprintList
  url scalar Url
aws_iam_policy AWS::IAM::ManagedPolicy
  description scalar Description
  path scalar Path
  policy policy PolicyVersionList[IsDefaultVersion=true].Document
  tags tags $tags
aws_iam_role AWS::IAM::Role
  assume_role_policy policy AssumeRolePolicyDocument
  description scalar Description
  max_session_duration scalar MaxSessionDuration default=0
  name scalar RoleName
  path scalar Path
  tags tags $tags
aws_iam_role_policy AWS::IAM::RolePolicy
  name scalar PolicyName
  policy policy PolicyDocument
  role reference RoleName
aws_iam_saml_provider AWS::IAM::SAMLProvider
  tags tags $tags
aws_iam_user AWS::IAM::User
  path scalar Path
  tags tags $tags
aws_iam_user_policy AWS::IAM::UserPolicy
  name scalar PolicyName
  policy policy PolicyDocument
aws_inspector2_filter AWS::InspectorV2::Filter
  action scalar action
  description scalar description
  name scalar name
  reason scalar reason
  tags tags $tags
aws_kms_alias AWS::KMS::Alias
  name scalar AliasName
  target_key_id scalar TargetKeyId
aws_kms_key AWS::KMS::Key
  custom_key_store_id scalar CustomKeyStoreId
  customer_master_key_spec scalar CustomerMasterKeySpec
  description scalar Description
  enable_key_rotation scalar Rotation.KeyRotationEnabled default=false
  key_usage scalar KeyUsage
  multi_region scalar MultiRegion default=false
  policy policy Policy
  rotation_period_in_days scalar Rotation.RotationPeriodInDays default=0
  tags tags $tags
aws_macie2_account AWS::Macie::Session
  finding_publishing_frequency scalar findingPublishingFrequency
  status scalar status
aws_organizations_organization AWS::Organizations::Organization
  feature_set scalar FeatureSet
aws_organizations_organizational_unit AWS::Organizations::OrganizationalUnit
  name scalar Name
  parent_id scalar ParentId
  tags tags $tags
aws_prometheus_workspace AWS::APS::Workspace
  alias scalar alias
  kms_key_arn reference kmsKeyArn
  tags tags $tags
aws_resourcegroups_group AWS::ResourceGroups::Group
  name scalar GroupName
  resource_query.query json ResourceQuery.Query
  resource_query.type scalar ResourceQuery.Type
  tags tags $tags
aws_secretsmanager_secret AWS::SecretsManager::Secret
  description scalar Description
  kms_key_id reference KmsKeyId
  name scalar Name
  tags tags $tags
aws_servicecatalog_portfolio AWS::ServiceCatalog::Portfolio
  description scalar Description
  name scalar DisplayName
  provider_name scalar ProviderName
  tags tags $tags
aws_ssm_document AWS::SSM::Document
  document_format scalar DocumentFormat
  document_type scalar DocumentType
  name scalar Name
  tags tags $tags
  target_type scalar TargetType
  version_name scalar VersionName
aws_ssm_maintenance_window AWS::SSM::MaintenanceWindow
  cutoff scalar Cutoff default=0
  description scalar Description
  duration scalar Duration default=0
  enabled scalar Enabled default=false
  end_date scalar EndDate
  name scalar Name
  schedule scalar Schedule
  schedule_offset scalar ScheduleOffset default=0
  schedule_timezone scalar ScheduleTimezone
  start_date scalar StartDate
  tags tags $tags
aws_ssm_parameter AWS::SSM::Parameter
  allowed_pattern scalar AllowedPattern
  data_type scalar DataType
  description scalar Description
  name scalar Name
  tags tags $tags
  tier scalar Tier
  type scalar Type
`;
