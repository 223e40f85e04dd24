/**
 * Rows of the operation table that the API models do not give, with the parameters of a CloudTrail record, by service. A row
 * replaces the one of the model. Records: the AWS page beside each row.
 */
export const rowsByHand: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  autoscaling: {
    // Native id: group and action.
    PutScheduledUpdateGroupAction:
      'AWS::AutoScaling::ScheduledAction cu {autoScalingGroupName}/{scheduledActionName}',
    DeleteScheduledAction: 'AWS::AutoScaling::ScheduledAction d {autoScalingGroupName}/{scheduledActionName}',
  },
  // CloudTrail user guide, "StartLogging" and "StopLogging": {"name":"arn:aws:cloudtrail:us-east-2:123456789012:trail/example"}.
  cloudtrail: {
    StartLogging: 'AWS::CloudTrail::Trail u {name}',
    StopLogging: 'AWS::CloudTrail::Trail u {name}',
  },
  ec2: {
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
  ecs: {
    // ECS developer guide, "CloudTrail entries": {"cluster":"default","service":"web",…}; cluster and service are names or ARNs.
    CreateService: 'AWS::ECS::Service c {cluster?default}/{serviceName} {>service.serviceArn}',
    UpdateService: 'AWS::ECS::Service u {cluster?default}/{service} {>service.serviceArn}',
    DeleteService: 'AWS::ECS::Service d {cluster?default}/{service} {>service.serviceArn}',
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
  organizations: {
    // Organizations user guide, "Logging": CreateAccount {"email":"****","accountName":"****"}; the event CreateAccountResult
    // has serviceEventDetails.createAccountStatus.accountId.
    CreateAccountResult: 'AWS::Organizations::Account c {<createAccountStatus.accountId}',
    TagResource: '* u {resourceId} | +tags',
    UntagResource: '* u {resourceId} | +tags',
  },
  route53: {
    // Route 53 developer guide, "Logging": {"hostedZoneId":"Z1PA6795UKMFR9","changeBatch":{"changes":[{"action":"CREATE","resourceRecordSet":{"name":"prod.example.com.","type":"A","tTL":300}}]}}.
    ChangeResourceRecordSets:
      'AWS::Route53::RecordSet cud {hostedZoneId}_{changeBatch.changes[].resourceRecordSet.name}_{changeBatch.changes[].resourceRecordSet.type}; AWS::Route53::HostedZone u {hostedZoneId} | resourcerecordsetcount',
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
  secretsmanager: {
    // Secrets Manager user guide, "CloudTrail entries": {"secretId":"arn:…"} or the name.
    RestoreSecret: 'AWS::SecretsManager::Secret cu {secretId}',
    DeleteSecret: 'AWS::SecretsManager::Secret ud {secretId} {>aRN}',
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
  sns: {
    // SNS developer guide, "CloudTrail entries": Subscribe responds {"subscriptionArn":"…"}.
    Subscribe: 'AWS::SNS::Subscription c {>subscriptionArn}',
    Unsubscribe: 'AWS::SNS::Subscription d {subscriptionArn}',
    SetSubscriptionAttributes: 'AWS::SNS::Subscription u {subscriptionArn}',
  },
  wafv2: {
    AssociateWebACL: 'AWS::WAFv2::WebACLAssociation cu {resourceArn}|{webACLArn}',
    PutLoggingConfiguration: 'AWS::WAFv2::LoggingConfiguration cu {loggingConfiguration.resourceArn}',
    DeleteLoggingConfiguration: 'AWS::WAFv2::LoggingConfiguration d {resourceArn}',
  },
};
