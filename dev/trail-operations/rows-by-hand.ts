/**
 * Rows of the operation table that the API models do not give, with the parameters of a CloudTrail record, by service. A row
 * replaces the one of the model. Records: the AWS page beside each row.
 */
export const rowsByHand: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  aoss: {
    // Native id: type and name; the names of both are those of the API.
    CreateSecurityPolicy: 'AWS::OpenSearchServerless::SecurityPolicy c {type}/{name}',
    UpdateSecurityPolicy: 'AWS::OpenSearchServerless::SecurityPolicy u {type}/{name}',
    DeleteSecurityPolicy: 'AWS::OpenSearchServerless::SecurityPolicy d {type}/{name}',
  },
  'application-autoscaling': {
    DeregisterScalableTarget:
      'AWS::ApplicationAutoScaling::ScalableTarget d {serviceNamespace}/{resourceId}/{scalableDimension}',
  },
  appsync: {
    // The ARN ends in `apis/{apiId}/datasources/{name}`.
    DeleteDataSource: 'AWS::AppSync::DataSource d {apiId}/datasources/{name}',
  },
  autoscaling: {
    // Native id: group and action.
    PutScheduledUpdateGroupAction:
      'AWS::AutoScaling::ScheduledAction cu {autoScalingGroupName}/{scheduledActionName}',
    DeleteScheduledAction: 'AWS::AutoScaling::ScheduledAction d {autoScalingGroupName}/{scheduledActionName}',
  },
  backup: { StartBackupJob: 'AWS::Backup::RecoveryPoint c {>recoveryPointArn}' },
  bedrock: {
    DeleteCustomModel: 'AWS::Bedrock::CustomModel d {modelIdentifier}',
    UpdateProvisionedModelThroughput: 'AWS::Bedrock::ProvisionedModelThroughput u {provisionedModelId}',
    DeleteProvisionedModelThroughput: 'AWS::Bedrock::ProvisionedModelThroughput d {provisionedModelId}',
  },
  budgets: {
    CreateBudgetAction: 'AWS::Budgets::BudgetsAction c {>actionId}|{budgetName}',
    UpdateBudgetAction: 'AWS::Budgets::BudgetsAction u {actionId}|{budgetName}',
    DeleteBudgetAction: 'AWS::Budgets::BudgetsAction d {actionId}|{budgetName}',
    ExecuteBudgetAction: 'AWS::Budgets::BudgetsAction u {actionId}|{budgetName}',
  },
  // CloudTrail user guide, "StartLogging" and "StopLogging": {"name":"arn:aws:cloudtrail:us-east-2:123456789012:trail/example"}.
  cloudtrail: {
    StartLogging: 'AWS::CloudTrail::Trail u {name}',
    StopLogging: 'AWS::CloudTrail::Trail u {name}',
  },
  cloudwatch: {
    PutInsightRule: 'AWS::CloudWatch::InsightRule cu {ruleName}',
    DeleteInsightRules: 'AWS::CloudWatch::InsightRule d {ruleNames[]}',
    EnableInsightRules: 'AWS::CloudWatch::InsightRule u {ruleNames[]}',
    DisableInsightRules: 'AWS::CloudWatch::InsightRule u {ruleNames[]}',
  },
  codedeploy: {
    UpdateDeploymentGroup:
      'AWS::CodeDeploy::DeploymentGroup u {applicationName}/{currentDeploymentGroupName}',
  },
  config: {
    // AWS Config developer guide, "Logging API calls": {"configurationRecorder":{"name":"default","roleARN":"…"}},
    // {"deliveryChannel":{"name":"default","s3BucketName":"…"}}, {"deliveryChannelName":"default"}.
    PutConfigurationRecorder: 'AWS::Config::ConfigurationRecorder cu {configurationRecorder.name}',
    PutDeliveryChannel: 'AWS::Config::DeliveryChannel cu {deliveryChannel.name}',
    DeleteDeliveryChannel: 'AWS::Config::DeliveryChannel d {deliveryChannelName}',
    DeleteAggregationAuthorization:
      'AWS::Config::AggregationAuthorization d {authorizedAccountId}/{authorizedAwsRegion}',
  },
  databrew: {
    CreateProfileJob: 'AWS::DataBrew::Job c {name}',
    CreateRecipeJob: 'AWS::DataBrew::Job c {name}',
    UpdateProfileJob: 'AWS::DataBrew::Job u {name}',
    UpdateRecipeJob: 'AWS::DataBrew::Job u {name}',
    DeleteRecipeVersion: 'AWS::DataBrew::Recipe ud {name}',
    BatchDeleteRecipeVersion: 'AWS::DataBrew::Recipe ud {name}',
  },
  ec2: {
    PurchaseReservedInstancesOffering: 'AWS::EC2::ReservedInstances c {>*reservedInstancesId}',
    // EC2 user guide, CloudTrail record of CreateTags: {"resourcesSet":{"items":[{"resourceId":"i-…"}]},"tagSet":{"items":[{"key":"…"}]}}.
    CreateTags: '* u {resourcesSet.items[].resourceId} | +tags',
    DeleteTags: '* u {resourcesSet.items[].resourceId} | +tags',
    // {"instanceId":"i-…","volumeId":"vol-…","device":"/dev/sdf"}: both describe the attachment.
    AttachVolume:
      'AWS::EC2::Volume u {volumeId}; AWS::EC2::Instance u {instanceId} | attachment blockdevicemapping',
    DetachVolume:
      'AWS::EC2::Volume u {volumeId}; AWS::EC2::Instance u {instanceId} {>instanceId} | attachment blockdevicemapping',
    ReplaceNetworkAclAssociation: 'AWS::EC2::NetworkAcl u {networkAclId} | association',
    // Responses: {"securityGroupRuleSet":{"items":[{"securityGroupRuleId":"sgr-…","groupId":"sg-…"}]}}.
    AuthorizeSecurityGroupIngress:
      'AWS::EC2::SecurityGroupIngress c {>*securityGroupRuleId}; AWS::EC2::SecurityGroup u {*groupId}',
    AuthorizeSecurityGroupEgress:
      'AWS::EC2::SecurityGroupEgress c {>*securityGroupRuleId}; AWS::EC2::SecurityGroup u {*groupId}',
    RevokeSecurityGroupIngress:
      'AWS::EC2::SecurityGroupIngress d {*securityGroupRuleId} {>*securityGroupRuleId}; AWS::EC2::SecurityGroup u {*groupId}',
    RevokeSecurityGroupEgress:
      'AWS::EC2::SecurityGroupEgress d {*securityGroupRuleId} {>*securityGroupRuleId}; AWS::EC2::SecurityGroup u {*groupId}',
    // Settings of the account and region: the operation identifies them.
    EnableEbsEncryptionByDefault: 'AWS::EC2::EBSEncryptionByDefault cu @',
    DisableEbsEncryptionByDefault: 'AWS::EC2::EBSEncryptionByDefault cu @',
    ModifyEbsDefaultKmsKeyId: 'AWS::EC2::EBSEncryptionByDefault cu @',
    ResetEbsDefaultKmsKeyId: 'AWS::EC2::EBSEncryptionByDefault cu @',
    EnableSnapshotBlockPublicAccess: 'AWS::EC2::SnapshotBlockPublicAccess cu @',
    DisableSnapshotBlockPublicAccess: 'AWS::EC2::SnapshotBlockPublicAccess cu @',
    EnableImageBlockPublicAccess: 'AWS::EC2::ImageBlockPublicAccess cu @',
    DisableImageBlockPublicAccess: 'AWS::EC2::ImageBlockPublicAccess cu @',
    ModifyInstanceMetadataDefaults: 'AWS::EC2::InstanceMetadataDefaults cu @',
    ModifyVpcBlockPublicAccessOptions: 'AWS::EC2::VPCBlockPublicAccessOptions cu @',
  },
  ecr: {
    // Amazon ECR user guide, "Image push action": PutImage {"repositoryName":"testrepo","imageTag":"latest"}; an image is
    // deleted by its digest or its tag, and the response has the digest.
    PutImage: 'AWS::ECR::Image cu {repositoryName}@{>image.imageId.imageDigest}',
    BatchDeleteImage:
      'AWS::ECR::Image d {repositoryName}@{imageIds[].imageDigest} {repositoryName}@{>imageIds[].imageDigest}',
  },
  ecs: {
    // ECS developer guide, "CloudTrail entries": {"cluster":"default","service":"web",…}; cluster and service are names or ARNs.
    CreateService: 'AWS::ECS::Service c {cluster?default}/{serviceName} {>service.serviceArn}',
    UpdateService: 'AWS::ECS::Service u {cluster?default}/{service} {>service.serviceArn}',
    DeleteService: 'AWS::ECS::Service d {cluster?default}/{service} {>service.serviceArn}',
  },
  eks: {
    // EKS user guide, "Logging API calls": {"clusterName":"test",…}; the SDK has `name`.
    CreateCluster: 'AWS::EKS::Cluster c {name} {clusterName} {>cluster.arn}',
    DeleteCluster: 'AWS::EKS::Cluster d {name} {clusterName} {>cluster.arn}',
  },
  elasticache: {
    PurchaseReservedCacheNodesOffering:
      'AWS::ElastiCache::ReservedCacheNode c {reservedCacheNodeId} {>reservedCacheNode.reservedCacheNodeId}',
  },
  es: {
    PurchaseReservedInstanceOffering: 'AWS::OpenSearchService::ReservedInstance c {>reservedInstanceId}',
    PurchaseReservedElasticsearchInstanceOffering:
      'AWS::OpenSearchService::ReservedInstance c {>reservedElasticsearchInstanceId}',
  },
  events: {
    // EventBridge user guide, "CloudTrail entries": PutRule {"name":"…","eventBusName":"default"}, PutTargets {"rule":"…"}.
    PutRule: 'AWS::Events::Rule cu {eventBusName?}/{name} {>ruleArn}',
    DeleteRule: 'AWS::Events::Rule d {eventBusName?}/{name}',
    EnableRule: 'AWS::Events::Rule u {eventBusName?}/{name} | state',
    DisableRule: 'AWS::Events::Rule u {eventBusName?}/{name} | state',
    PutTargets: 'AWS::Events::Rule u {eventBusName?}/{rule} | target',
    RemoveTargets: 'AWS::Events::Rule u {eventBusName?}/{rule} | target',
  },
  glue: {
    CreateTable: 'AWS::Glue::Table c {databaseName}/{tableInput.name}',
    UpdateTable: 'AWS::Glue::Table u {databaseName}/{tableInput.name}',
    DeleteTable: 'AWS::Glue::Table d {databaseName}/{name}',
    BatchDeleteTable: 'AWS::Glue::Table d {databaseName}/{tablesToDelete[]}',
    // Glue developer guide, "CloudTrail entries": {"databaseInput":{"name":"…"}}, {"connectionInput":{"name":"…"}}.
    CreateDatabase: 'AWS::Glue::Database c {databaseInput.name}',
    CreateConnection: 'AWS::Glue::Connection c {connectionInput.name}',
  },
  iam: {
    // UserDetail.GroupList is part of the user; a group does not describe its users.
    AddUserToGroup: 'AWS::IAM::User u {userName} | grouplist',
    RemoveUserFromGroup: 'AWS::IAM::User u {userName} | grouplist',
    UpdateAccountPasswordPolicy: 'AWS::IAM::AccountPasswordPolicy cu @',
    DeleteAccountPasswordPolicy: 'AWS::IAM::AccountPasswordPolicy ud @',
    DeleteServiceLinkedRole: 'AWS::IAM::Role d {roleName}',
    CreateServiceLinkedRole: 'AWS::IAM::Role c {>role.roleName} {>role.arn}',
    DeactivateMFADevice: 'AWS::IAM::MFADevice d {userName}:{serialNumber}; AWS::IAM::User u {userName}',
  },
  kms: {
    // AWS KMS developer guide, "ReplicateKey": {"keyId":"…","replicaRegion":"us-west-2"}; the replica is a key of that region.
    ReplicateKey: 'AWS::KMS::Key cu {keyId} {>replicaKeyMetadata.keyId} {>replicaKeyMetadata.arn}',
  },
  lakeformation: {
    RegisterResource: 'AWS::LakeFormation::Resource c {resourceArn}',
    UpdateResource: 'AWS::LakeFormation::Resource u {resourceArn}',
    DeregisterResource: 'AWS::LakeFormation::Resource d {resourceArn}',
  },
  lambda: {
    // AliasArn ends in `function:alias`.
    CreateAlias: 'AWS::Lambda::Alias c {functionName}:{name} {>aliasArn}',
    UpdateAlias: 'AWS::Lambda::Alias u {functionName}:{name} {>aliasArn}',
    DeleteAlias: 'AWS::Lambda::Alias d {functionName}:{name}',
    CreateEventSourceMapping: 'AWS::Lambda::EventSourceMapping c {>uUID} {>eventSourceMappingArn}',
    UpdateEventSourceMapping: 'AWS::Lambda::EventSourceMapping u {uUID}',
    DeleteEventSourceMapping: 'AWS::Lambda::EventSourceMapping d {uUID}',
    CreateFunctionUrlConfig: 'AWS::Lambda::Url c {functionName} {>functionArn}',
    UpdateFunctionUrlConfig: 'AWS::Lambda::Url u {functionName} {>functionArn}',
    DeleteFunctionUrlConfig: 'AWS::Lambda::Url d {functionName}',
  },
  macie2: {
    EnableMacie: 'AWS::Macie::Session c @',
    DisableMacie: 'AWS::Macie::Session d @',
    UpdateMacieSession: 'AWS::Macie::Session u @',
  },
  memorydb: {
    PurchaseReservedNodesOffering:
      'AWS::MemoryDB::ReservedNode c {reservationId} {>reservedNode.reservationId}',
  },
  'network-firewall': {
    UpdateLoggingConfiguration: 'AWS::NetworkFirewall::LoggingConfiguration cud {firewallArn} {firewallName}',
  },
  organizations: {
    // An account is in one organization.
    DeleteOrganization: 'AWS::Organizations::Organization d @',
    EnableAllFeatures: 'AWS::Organizations::Organization u @',
    // Organizations user guide, "Logging": CreateAccount {"email":"****","accountName":"****"}; the event CreateAccountResult
    // has serviceEventDetails.createAccountStatus.accountId.
    CreateAccountResult: 'AWS::Organizations::Account c {<createAccountStatus.accountId}',
    TagResource: '* u {resourceId} | +tags',
    UntagResource: '* u {resourceId} | +tags',
  },
  rds: {
    PurchaseReservedDBInstancesOffering:
      'AWS::RDS::ReservedDBInstance c {reservedDBInstanceId} {>reservedDBInstance.reservedDBInstanceId}',
  },
  redshift: { PurchaseReservedNodeOffering: 'AWS::Redshift::ReservedNode c {>reservedNode.reservedNodeId}' },
  route53: {
    // Route 53 developer guide, "Logging": {"hostedZoneId":"Z1PA6795UKMFR9","changeBatch":{"changes":[{"action":"CREATE","resourceRecordSet":{"name":"prod.example.com.","type":"A","tTL":300}}]}}.
    ChangeResourceRecordSets:
      'AWS::Route53::RecordSet cud {hostedZoneId}_{changeBatch.changes[].resourceRecordSet.name}_{changeBatch.changes[].resourceRecordSet.type}; AWS::Route53::HostedZone u {hostedZoneId} | resourcerecordsetcount',
  },
  route53domains: {
    // Route 53 developer guide, "Understanding Route 53 log file entries": updateDomainContact {"domainName":{"name":"example.com"}}.
    RegisterDomain: 'AWS::Route53Domains::Domain c {domainName} {domainName.name}',
    TransferDomain: 'AWS::Route53Domains::Domain c {domainName} {domainName.name}',
    DeleteDomain: 'AWS::Route53Domains::Domain d {domainName} {domainName.name}',
    UpdateTagsForDomain: 'AWS::Route53Domains::Domain u {domainName} {domainName.name} | +tags',
    DeleteTagsForDomain: 'AWS::Route53Domains::Domain u {domainName} {domainName.name} | +tags',
    UpdateDomainContact: 'AWS::Route53Domains::Domain u {domainName} {domainName.name}',
    UpdateDomainContactPrivacy: 'AWS::Route53Domains::Domain u {domainName} {domainName.name}',
    UpdateDomainNameservers: 'AWS::Route53Domains::Domain u {domainName} {domainName.name}',
    EnableDomainAutoRenew: 'AWS::Route53Domains::Domain u {domainName} {domainName.name}',
    DisableDomainAutoRenew: 'AWS::Route53Domains::Domain u {domainName} {domainName.name}',
    EnableDomainTransferLock: 'AWS::Route53Domains::Domain u {domainName} {domainName.name}',
    DisableDomainTransferLock: 'AWS::Route53Domains::Domain u {domainName} {domainName.name}',
    AssociateDelegationSignerToDomain: 'AWS::Route53Domains::Domain u {domainName} {domainName.name}',
    DisassociateDelegationSignerFromDomain: 'AWS::Route53Domains::Domain u {domainName} {domainName.name}',
    RenewDomain: 'AWS::Route53Domains::Domain u {domainName} {domainName.name}',
  },
  route53resolver: {
    // The response has the association: {"resolverRuleAssociation":{"id":"rslvr-rrassoc-…"}}.
    AssociateResolverRule: 'AWS::Route53Resolver::ResolverRuleAssociation c {>resolverRuleAssociation.id}',
    DisassociateResolverRule: 'AWS::Route53Resolver::ResolverRuleAssociation d {>resolverRuleAssociation.id}',
  },
  s3: {
    // S3 user guide, "Log file entries": {"bucketName":"amzn-s3-demo-bucket1","host":["…"],"acl":[""]}; the SDK has Bucket.
    CreateBucket: 'AWS::S3::Bucket c {bucketName}',
    DeleteBucket: 'AWS::S3::Bucket d {bucketName}',
    // CloudTrail names these operations otherwise than the SDK. S3 user guide, "Amazon S3 CloudTrail events".
    PutBucketPublicAccessBlock:
      'AWS::S3::Bucket u {bucketName} | publicaccessblock publicaccessblockconfiguration',
    DeleteBucketPublicAccessBlock:
      'AWS::S3::Bucket u {bucketName} | publicaccessblock publicaccessblockconfiguration',
    PutBucketLifecycle: 'AWS::S3::Bucket u {bucketName} | lifecycle lifecycleconfiguration rule',
    PutBucketNotification: 'AWS::S3::Bucket u {bucketName} | notification notificationconfiguration',
    PutBucketObjectLockConfiguration: 'AWS::S3::Bucket u {bucketName} | objectlock objectlockconfiguration',
    PutBucketCors: 'AWS::S3::Bucket u {bucketName} | cor corsrule',
    PutBucketTagging: 'AWS::S3::Bucket u {bucketName} | +tags',
    DeleteBucketTagging: 'AWS::S3::Bucket u {bucketName} | +tags',
    // S3 control API: {"accountId":"123456789012","PublicAccessBlockConfiguration":{…}}; CloudTrail names the operation so.
    PutAccountPublicAccessBlock: 'AWS::S3::AccountPublicAccessBlock cu @',
    DeleteAccountPublicAccessBlock: 'AWS::S3::AccountPublicAccessBlock ud @',
  },
  savingsplans: { ReturnSavingsPlan: 'AWS::SavingsPlans::SavingsPlan d {savingsPlanId}' },
  secretsmanager: {
    // Secrets Manager user guide, "CloudTrail entries": {"secretId":"arn:…"} or the name.
    RestoreSecret: 'AWS::SecretsManager::Secret cu {secretId}',
    DeleteSecret: 'AWS::SecretsManager::Secret ud {secretId} {>aRN}',
  },
  securityhub: {
    // An account has one hub in a region; the request names none.
    EnableSecurityHub: 'AWS::SecurityHub::Hub c @',
    UpdateSecurityHubConfiguration: 'AWS::SecurityHub::Hub u @ | autoenablecontrol controlfindinggenerator',
    DisableSecurityHub: 'AWS::SecurityHub::Hub d @',
  },
  servicecatalog: {
    CreatePortfolio: 'AWS::ServiceCatalog::Portfolio c {>portfolioDetail.id} {>portfolioDetail.aRN}',
  },
  ses: {
    CreateReceiptRuleSet: 'AWS::SES::ReceiptRuleSet c {ruleSetName}',
    DeleteReceiptRuleSet: 'AWS::SES::ReceiptRuleSet d {ruleSetName}',
    CreateReceiptRule: 'AWS::SES::ReceiptRule c {ruleSetName}/{rule.name}',
    UpdateReceiptRule: 'AWS::SES::ReceiptRule u {ruleSetName}/{rule.name}',
    DeleteReceiptRule: 'AWS::SES::ReceiptRule d {ruleSetName}/{ruleName}',
    CreateReceiptFilter: 'AWS::SES::ReceiptFilter c {filter.name}',
    DeleteReceiptFilter: 'AWS::SES::ReceiptFilter d {filterName}',
  },
  shield: {
    // An account has one subscription; the request names none.
    CreateSubscription: 'AWS::Shield::Subscription c @',
    UpdateSubscription: 'AWS::Shield::Subscription u @ | autorenew',
    DeleteSubscription: 'AWS::Shield::Subscription d @',
    EnableProactiveEngagement: 'AWS::Shield::Subscription u @ | proactiveengagementstatus',
    DisableProactiveEngagement: 'AWS::Shield::Subscription u @ | proactiveengagementstatus',
  },
  sns: {
    // SNS developer guide, "CloudTrail entries": Subscribe responds {"subscriptionArn":"…"}.
    Subscribe: 'AWS::SNS::Subscription c {>subscriptionArn}',
    Unsubscribe: 'AWS::SNS::Subscription d {subscriptionArn}',
    SetSubscriptionAttributes: 'AWS::SNS::Subscription u {subscriptionArn}',
  },
  sso: {
    // Record of CreateAccountAssignment: {"instanceArn":"…","targetId":"…","targetType":"AWS_ACCOUNT","permissionSetArn":"…",
    // "principalType":"GROUP","principalId":"…"}.
    CreateAccountAssignment:
      'AWS::SSO::Assignment c {instanceArn}|{targetId}|AWS_ACCOUNT|{permissionSetArn}|{principalType}|{principalId}',
    DeleteAccountAssignment:
      'AWS::SSO::Assignment d {instanceArn}|{targetId}|AWS_ACCOUNT|{permissionSetArn}|{principalType}|{principalId}',
  },
  storagegateway: {
    CreateNFSFileShare: 'AWS::StorageGateway::FileShare c {>fileShareARN}',
    CreateSMBFileShare: 'AWS::StorageGateway::FileShare c {>fileShareARN}',
    CreateCachediSCSIVolume: 'AWS::StorageGateway::Volume c {>volumeARN}',
    CreateStorediSCSIVolume: 'AWS::StorageGateway::Volume c {>volumeARN}',
    // AWS Storage Gateway user guide: ActivateGateway {"gatewayName":"…"} responds {"gatewayARN":"…"}.
    ActivateGateway: 'AWS::StorageGateway::Gateway c {>gatewayARN}',
  },
  wafv2: {
    DisassociateWebACL: 'AWS::WAFv2::WebACLAssociation d {resourceArn}',
    // AWS WAF developer guide: {"name":"foo","scope":"CLOUDFRONT","id":"…"}. Web ACLs of both scopes can have one name.
    CreateWebACL: 'AWS::WAFv2::WebACL c {>summary.aRN}',
    UpdateWebACL: 'AWS::WAFv2::WebACL u webacl/{name}/{id}',
    DeleteWebACL: 'AWS::WAFv2::WebACL d webacl/{name}/{id}',
    AssociateWebACL: 'AWS::WAFv2::WebACLAssociation cu {resourceArn}|{webACLArn}',
    PutLoggingConfiguration: 'AWS::WAFv2::LoggingConfiguration cu {loggingConfiguration.resourceArn}',
    DeleteLoggingConfiguration: 'AWS::WAFv2::LoggingConfiguration d {resourceArn}',
  },
};
