/** A call of AWS that changes one attribute of a resource. */
export interface ChangingCall {
  /** Of the Terraform type, or `tags.<tag>`. */
  readonly attribute: string;
  readonly client: string;
  readonly operation: string;
  /** @param of the attributes of the entry in the state */
  readonly input: (of: (name: string) => string) => object;
}

const changed = 'changed by hand';
const tag = { ChangedByHand: 'yes' };
const tagList = [{ Key: 'ChangedByHand', Value: 'yes' }];
const lowerTagList = [{ key: 'ChangedByHand', value: 'yes' }];

function call(
  attribute: string,
  client: string,
  operation: string,
  input: ChangingCall['input'],
): ChangingCall {
  return { attribute, client, operation, input };
}

const tagging = (client: string, operation: string, input: ChangingCall['input']) =>
  call('tags.ChangedByHand', client, operation, input);

const queue = (attribute: string, name: string, value: string) =>
  call(attribute, 'sqs', 'SetQueueAttributes', (of) => ({
    QueueUrl: of('url'),
    Attributes: { [name]: value },
  }));
const topic = (attribute: string, name: string, value: string) =>
  call(attribute, 'sns', 'SetTopicAttributes', (of) => ({
    TopicArn: of('arn'),
    AttributeName: name,
    AttributeValue: value,
  }));
const lambda = (attribute: string, input: object) =>
  call(attribute, 'lambda', 'UpdateFunctionConfiguration', (of) => ({
    FunctionName: of('function_name'),
    ...input,
  }));
const targetGroup = (attribute: string, input: object) =>
  call(attribute, 'elastic-load-balancing-v2', 'ModifyTargetGroup', (of) => ({
    TargetGroupArn: of('arn'),
    ...input,
  }));
const group = (attribute: string, input: object) =>
  call(attribute, 'auto-scaling', 'UpdateAutoScalingGroup', (of) => ({
    AutoScalingGroupName: of('name'),
    ...input,
  }));
const alarm = (attribute: string, input: object) =>
  call(attribute, 'cloudwatch', 'PutMetricAlarm', (of) => ({
    AlarmName: of('alarm_name'),
    AlarmDescription: of('alarm_description'),
    ComparisonOperator: of('comparison_operator'),
    EvaluationPeriods: Number(of('evaluation_periods')),
    MetricName: of('metric_name'),
    Namespace: of('namespace'),
    Period: Number(of('period')),
    Statistic: of('statistic'),
    Threshold: Number(of('threshold')),
    ...input,
  }));

/** Types of EC2, whose tags CreateTags changes. */
const taggedByEc2 = [
  'aws_ebs_volume',
  'aws_eip',
  'aws_instance',
  'aws_internet_gateway',
  'aws_key_pair',
  'aws_launch_template',
  'aws_nat_gateway',
  'aws_network_acl',
  'aws_network_interface',
  'aws_route_table',
  'aws_security_group',
  'aws_subnet',
  'aws_vpc',
  'aws_vpc_dhcp_options',
  'aws_vpc_endpoint',
  'aws_vpc_peering_connection',
  'aws_vpn_gateway',
];

const tagsOf =
  (name: string, form: object | object[]) =>
  (at: string, attribute: string) =>
  (of: (name: string) => string) => ({ [at]: of(attribute), [name]: form });
const list = tagsOf('Tags', tagList);
const map = tagsOf('Tags', tag);
const lowerMap = tagsOf('tags', tag);

/** Calls that add a tag, by type: the client, the operation and its input. */
const taggedByArn: readonly (readonly [string, string, string, ChangingCall['input']])[] = [
  ['aws_acm_certificate', 'acm', 'AddTagsToCertificate', list('CertificateArn', 'arn')],
  [
    'aws_acmpca_certificate_authority',
    'acm-pca',
    'TagCertificateAuthority',
    list('CertificateAuthorityArn', 'arn'),
  ],
  ['aws_api_gateway_rest_api', 'api-gateway', 'TagResource', lowerMap('resourceArn', 'arn')],
  ['aws_api_gateway_stage', 'api-gateway', 'TagResource', lowerMap('resourceArn', 'arn')],
  ['aws_apigatewayv2_api', 'apigatewayv2', 'TagResource', map('ResourceArn', 'arn')],
  ['aws_apigatewayv2_vpc_link', 'apigatewayv2', 'TagResource', map('ResourceArn', 'arn')],
  ['aws_appsync_graphql_api', 'appsync', 'TagResource', lowerMap('resourceArn', 'arn')],
  ['aws_batch_job_queue', 'batch', 'TagResource', lowerMap('resourceArn', 'arn')],
  ['aws_batch_compute_environment', 'batch', 'TagResource', lowerMap('resourceArn', 'arn')],
  ['aws_batch_job_definition', 'batch', 'TagResource', lowerMap('resourceArn', 'arn')],
  ['aws_batch_scheduling_policy', 'batch', 'TagResource', lowerMap('resourceArn', 'arn')],
  [
    'aws_cloudfront_distribution',
    'cloudfront',
    'TagResource',
    (of) => ({ Resource: of('arn'), Tags: { Items: tagList } }),
  ],
  ['aws_cognito_user_pool', 'cognito-identity-provider', 'TagResource', map('ResourceArn', 'arn')],
  ['aws_config_config_rule', 'config-service', 'TagResource', list('ResourceArn', 'arn')],
  ['aws_config_configuration_aggregator', 'config-service', 'TagResource', list('ResourceArn', 'arn')],
  ['aws_codedeploy_app', 'codedeploy', 'TagResource', list('ResourceArn', 'arn')],
  ['aws_dax_cluster', 'dax', 'TagResource', list('ResourceName', 'arn')],
  ['aws_db_proxy', 'rds', 'AddTagsToResource', list('ResourceName', 'arn')],
  ['aws_db_subnet_group', 'rds', 'AddTagsToResource', list('ResourceName', 'arn')],
  ['aws_db_parameter_group', 'rds', 'AddTagsToResource', list('ResourceName', 'arn')],
  ['aws_db_event_subscription', 'rds', 'AddTagsToResource', list('ResourceName', 'arn')],
  ['aws_rds_cluster', 'rds', 'AddTagsToResource', list('ResourceName', 'arn')],
  ['aws_rds_cluster_instance', 'rds', 'AddTagsToResource', list('ResourceName', 'arn')],
  ['aws_rds_cluster_parameter_group', 'rds', 'AddTagsToResource', list('ResourceName', 'arn')],
  ['aws_neptune_cluster', 'rds', 'AddTagsToResource', list('ResourceName', 'arn')],
  ['aws_directory_service_directory', 'directory-service', 'AddTagsToResource', list('ResourceId', 'id')],
  [
    'aws_dms_endpoint',
    'database-migration-service',
    'AddTagsToResource',
    list('ResourceArn', 'endpoint_arn'),
  ],
  ['aws_eks_cluster', 'eks', 'TagResource', lowerMap('resourceArn', 'arn')],
  ['aws_eks_node_group', 'eks', 'TagResource', lowerMap('resourceArn', 'arn')],
  ['aws_eks_fargate_profile', 'eks', 'TagResource', lowerMap('resourceArn', 'arn')],
  ['aws_elasticache_cluster', 'elasticache', 'AddTagsToResource', list('ResourceName', 'arn')],
  ['aws_elasticache_subnet_group', 'elasticache', 'AddTagsToResource', list('ResourceName', 'arn')],
  ['aws_elasticache_user', 'elasticache', 'AddTagsToResource', list('ResourceName', 'arn')],
  [
    'aws_elb',
    'elastic-load-balancing',
    'AddTags',
    (of) => ({ LoadBalancerNames: [of('name')], Tags: tagList }),
  ],
  ['aws_efs_access_point', 'efs', 'TagResource', list('ResourceId', 'id')],
  ['aws_glue_job', 'glue', 'TagResource', tagsOf('TagsToAdd', tag)('ResourceArn', 'arn')],
  ['aws_glue_crawler', 'glue', 'TagResource', tagsOf('TagsToAdd', tag)('ResourceArn', 'arn')],
  ['aws_glue_trigger', 'glue', 'TagResource', tagsOf('TagsToAdd', tag)('ResourceArn', 'arn')],
  ['aws_guardduty_detector', 'guardduty', 'TagResource', lowerMap('resourceArn', 'arn')],
  [
    'aws_kinesis_firehose_delivery_stream',
    'firehose',
    'TagDeliveryStream',
    list('DeliveryStreamName', 'name'),
  ],
  [
    'aws_lb_listener',
    'elastic-load-balancing-v2',
    'AddTags',
    (of) => ({ ResourceArns: [of('arn')], Tags: tagList }),
  ],
  ['aws_memorydb_cluster', 'memorydb', 'TagResource', list('ResourceArn', 'arn')],
  ['aws_memorydb_subnet_group', 'memorydb', 'TagResource', list('ResourceArn', 'arn')],
  ['aws_mq_broker', 'mq', 'CreateTags', map('ResourceArn', 'arn')],
  ['aws_mq_configuration', 'mq', 'CreateTags', map('ResourceArn', 'arn')],
  ['aws_pipes_pipe', 'pipes', 'TagResource', lowerMap('resourceArn', 'arn')],
  ['aws_prometheus_workspace', 'amp', 'TagResource', lowerMap('resourceArn', 'arn')],
  ['aws_redshift_subnet_group', 'redshift', 'CreateTags', list('ResourceName', 'arn')],
  ['aws_redshift_parameter_group', 'redshift', 'CreateTags', list('ResourceName', 'arn')],
  ['aws_resourcegroups_group', 'resource-groups', 'Tag', tagsOf('Tags', tag)('Arn', 'arn')],
  ['aws_route53_resolver_endpoint', 'route53resolver', 'TagResource', list('ResourceArn', 'arn')],
  ['aws_route53_resolver_rule', 'route53resolver', 'TagResource', list('ResourceArn', 'arn')],
  [
    'aws_route53_health_check',
    'route-53',
    'ChangeTagsForResource',
    (of) => ({ ResourceType: 'healthcheck', ResourceId: of('id'), AddTags: tagList }),
  ],
  ['aws_sagemaker_endpoint', 'sagemaker', 'AddTags', list('ResourceArn', 'arn')],
  ['aws_sagemaker_endpoint_configuration', 'sagemaker', 'AddTags', list('ResourceArn', 'arn')],
  ['aws_sagemaker_model', 'sagemaker', 'AddTags', list('ResourceArn', 'arn')],
  ['aws_sagemaker_model_package_group', 'sagemaker', 'AddTags', list('ResourceArn', 'arn')],
  ['aws_sagemaker_notebook_instance', 'sagemaker', 'AddTags', list('ResourceArn', 'arn')],
  ['aws_scheduler_schedule_group', 'scheduler', 'TagResource', list('ResourceArn', 'arn')],
  ['aws_service_discovery_service', 'servicediscovery', 'TagResource', list('ResourceARN', 'arn')],
  ['aws_service_discovery_http_namespace', 'servicediscovery', 'TagResource', list('ResourceARN', 'arn')],
  [
    'aws_service_discovery_private_dns_namespace',
    'servicediscovery',
    'TagResource',
    list('ResourceARN', 'arn'),
  ],
  [
    'aws_ssm_maintenance_window',
    'ssm',
    'AddTagsToResource',
    (of) => ({ ResourceType: 'MaintenanceWindow', ResourceId: of('id'), Tags: tagList }),
  ],
  [
    'aws_ssm_document',
    'ssm',
    'AddTagsToResource',
    (of) => ({ ResourceType: 'Document', ResourceId: of('name'), Tags: tagList }),
  ],
  ['aws_transfer_server', 'transfer', 'TagResource', list('Arn', 'arn')],
  ['aws_vpclattice_service', 'vpc-lattice', 'TagResource', lowerMap('resourceArn', 'arn')],
  ['aws_vpclattice_service_network', 'vpc-lattice', 'TagResource', lowerMap('resourceArn', 'arn')],
  ['aws_wafv2_web_acl', 'wafv2', 'TagResource', list('ResourceARN', 'arn')],
  ['aws_wafv2_ip_set', 'wafv2', 'TagResource', list('ResourceARN', 'arn')],
  ['aws_wafv2_rule_group', 'wafv2', 'TagResource', list('ResourceARN', 'arn')],
  ['aws_wafv2_regex_pattern_set', 'wafv2', 'TagResource', list('ResourceARN', 'arn')],
];

/**
 * The calls that change resources of the test estate, by Terraform type. A call that the emulator rejects, or after which it
 * returns the earlier value, is left to a change of the state.
 */
export const changingCalls: Readonly<Record<string, readonly ChangingCall[]>> = {
  ...Object.fromEntries(
    taggedByEc2.map((type) => [
      type,
      [tagging('ec2', 'CreateTags', (of) => ({ Resources: [of('id')], Tags: tagList }))],
    ]),
  ),
  ...Object.fromEntries(
    taggedByArn.map(([type, client, operation, input]) => [type, [tagging(client, operation, input)]]),
  ),
  aws_sqs_queue: [
    tagging('sqs', 'TagQueue', (of) => ({ QueueUrl: of('url'), Tags: tag })),
    queue('delay_seconds', 'DelaySeconds', '77'),
    queue('visibility_timeout_seconds', 'VisibilityTimeout', '78'),
    queue('message_retention_seconds', 'MessageRetentionPeriod', '90000'),
    queue('receive_wait_time_seconds', 'ReceiveMessageWaitTimeSeconds', '19'),
    queue('max_message_size', 'MaximumMessageSize', '4096'),
  ],
  aws_sns_topic: [
    tagging('sns', 'TagResource', (of) => ({ ResourceArn: of('arn'), Tags: tagList })),
    topic('display_name', 'DisplayName', changed),
  ],
  aws_iam_role: [
    tagging('iam', 'TagRole', (of) => ({ RoleName: of('name'), Tags: tagList })),
    call('description', 'iam', 'UpdateRole', (of) => ({ RoleName: of('name'), Description: changed })),
    call('max_session_duration', 'iam', 'UpdateRole', (of) => ({
      RoleName: of('name'),
      Description: of('description'),
      MaxSessionDuration: 7300,
    })),
    call('assume_role_policy', 'iam', 'UpdateAssumeRolePolicy', (of) => ({
      RoleName: of('name'),
      PolicyDocument: JSON.stringify({
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Principal: { Service: 'batch.amazonaws.com' }, Action: 'sts:AssumeRole' },
        ],
      }),
    })),
  ],
  aws_iam_policy: [tagging('iam', 'TagPolicy', (of) => ({ PolicyArn: of('arn'), Tags: tagList }))],
  aws_iam_user: [tagging('iam', 'TagUser', (of) => ({ UserName: of('name'), Tags: tagList }))],
  aws_lambda_function: [
    tagging('lambda', 'TagResource', (of) => ({ Resource: of('arn'), Tags: tag })),
    lambda('memory_size', { MemorySize: 640 }),
    lambda('timeout', { Timeout: 99 }),
    lambda('description', { Description: changed }),
    lambda('handler', { Handler: 'other.handler' }),
  ],
  aws_dynamodb_table: [
    tagging('dynamodb', 'TagResource', (of) => ({ ResourceArn: of('arn'), Tags: tagList })),
    call('deletion_protection_enabled', 'dynamodb', 'UpdateTable', (of) => ({
      TableName: of('name'),
      DeletionProtectionEnabled: of('deletion_protection_enabled') !== 'true',
    })),
  ],
  aws_kms_key: [
    tagging('kms', 'TagResource', (of) => ({
      KeyId: of('key_id'),
      Tags: [{ TagKey: 'ChangedByHand', TagValue: 'yes' }],
    })),
    call('description', 'kms', 'UpdateKeyDescription', (of) => ({
      KeyId: of('key_id'),
      Description: changed,
    })),
    call('enable_key_rotation', 'kms', 'DisableKeyRotation', (of) => ({ KeyId: of('key_id') })),
  ],
  aws_cloudwatch_log_group: [
    tagging('cloudwatch-logs', 'TagResource', (of) => ({ resourceArn: of('arn'), tags: tag })),
    call('retention_in_days', 'cloudwatch-logs', 'PutRetentionPolicy', (of) => ({
      logGroupName: of('name'),
      retentionInDays: 3653,
    })),
  ],
  aws_cloudwatch_metric_alarm: [
    tagging('cloudwatch', 'TagResource', (of) => ({ ResourceARN: of('arn'), Tags: tagList })),
    alarm('threshold', { Threshold: 12_345 }),
    alarm('evaluation_periods', { EvaluationPeriods: 9 }),
    alarm('alarm_description', { AlarmDescription: changed }),
  ],
  aws_cloudwatch_event_rule: [
    tagging('eventbridge', 'TagResource', (of) => ({ ResourceARN: of('arn'), Tags: tagList })),
    call('state', 'eventbridge', 'DisableRule', (of) => ({
      Name: of('name'),
      EventBusName: of('event_bus_name'),
    })),
  ],
  aws_lb: [
    tagging('elastic-load-balancing-v2', 'AddTags', (of) => ({ ResourceArns: [of('arn')], Tags: tagList })),
  ],
  aws_lb_target_group: [
    tagging('elastic-load-balancing-v2', 'AddTags', (of) => ({ ResourceArns: [of('arn')], Tags: tagList })),
    targetGroup('health_check.path', { HealthCheckPath: '/changed-by-hand' }),
    targetGroup('health_check.interval', { HealthCheckIntervalSeconds: 91 }),
    targetGroup('health_check.timeout', { HealthCheckTimeoutSeconds: 4 }),
    targetGroup('health_check.healthy_threshold', { HealthyThresholdCount: 9 }),
  ],
  aws_autoscaling_group: [
    group('max_size', { MaxSize: 9 }),
    group('default_cooldown', { DefaultCooldown: 123 }),
    group('health_check_grace_period', { HealthCheckGracePeriod: 124 }),
  ],
  aws_ssm_parameter: [
    tagging('ssm', 'AddTagsToResource', (of) => ({
      ResourceType: 'Parameter',
      ResourceId: of('name'),
      Tags: tagList,
    })),
    call('description', 'ssm', 'PutParameter', (of) => ({
      Name: of('name'),
      Value: 'info',
      Type: of('type'),
      Description: changed,
      Overwrite: true,
    })),
  ],
  aws_secretsmanager_secret: [
    tagging('secrets-manager', 'TagResource', (of) => ({ SecretId: of('arn'), Tags: tagList })),
    call('description', 'secrets-manager', 'UpdateSecret', (of) => ({
      SecretId: of('arn'),
      Description: changed,
    })),
  ],
  aws_s3_bucket: [
    tagging('s3', 'PutBucketTagging', (of) => ({ Bucket: of('id'), Tagging: { TagSet: tagList } })),
  ],
  aws_ecr_repository: [
    tagging('ecr', 'TagResource', (of) => ({ resourceArn: of('arn'), tags: tagList })),
    call('image_tag_mutability', 'ecr', 'PutImageTagMutability', (of) => ({
      repositoryName: of('name'),
      imageTagMutability: of('image_tag_mutability') === 'MUTABLE' ? 'IMMUTABLE' : 'MUTABLE',
    })),
    call('image_scanning_configuration.scan_on_push', 'ecr', 'PutImageScanningConfiguration', (of) => ({
      repositoryName: of('name'),
      imageScanningConfiguration: { scanOnPush: false },
    })),
  ],
  aws_ecs_cluster: [tagging('ecs', 'TagResource', (of) => ({ resourceArn: of('arn'), tags: lowerTagList }))],
  aws_kinesis_stream: [
    tagging('kinesis', 'AddTagsToStream', (of) => ({ StreamName: of('name'), Tags: tag })),
    call('retention_period', 'kinesis', 'IncreaseStreamRetentionPeriod', (of) => ({
      StreamName: of('name'),
      RetentionPeriodHours: 100,
    })),
  ],
  aws_efs_file_system: [tagging('efs', 'TagResource', (of) => ({ ResourceId: of('id'), Tags: tagList }))],
  aws_route53_zone: [
    tagging('route-53', 'ChangeTagsForResource', (of) => ({
      ResourceType: 'hostedzone',
      ResourceId: of('zone_id'),
      AddTags: tagList,
    })),
    call('comment', 'route-53', 'UpdateHostedZoneComment', (of) => ({ Id: of('zone_id'), Comment: changed })),
  ],
  aws_athena_workgroup: [
    tagging('athena', 'TagResource', (of) => ({ ResourceARN: of('arn'), Tags: tagList })),
  ],
  aws_sfn_state_machine: [
    tagging('sfn', 'TagResource', (of) => ({ resourceArn: of('arn'), tags: lowerTagList })),
  ],
  aws_vpc: [
    tagging('ec2', 'CreateTags', (of) => ({ Resources: [of('id')], Tags: tagList })),
    call('enable_dns_hostnames', 'ec2', 'ModifyVpcAttribute', (of) => ({
      VpcId: of('id'),
      EnableDnsHostnames: { Value: of('enable_dns_hostnames') !== 'true' },
    })),
  ],
  aws_subnet: [
    tagging('ec2', 'CreateTags', (of) => ({ Resources: [of('id')], Tags: tagList })),
    call('map_public_ip_on_launch', 'ec2', 'ModifySubnetAttribute', (of) => ({
      SubnetId: of('id'),
      MapPublicIpOnLaunch: { Value: of('map_public_ip_on_launch') !== 'true' },
    })),
  ],
  aws_instance: [
    tagging('ec2', 'CreateTags', (of) => ({ Resources: [of('id')], Tags: tagList })),
    call('source_dest_check', 'ec2', 'ModifyInstanceAttribute', (of) => ({
      InstanceId: of('id'),
      SourceDestCheck: { Value: of('source_dest_check') !== 'true' },
    })),
  ],
};
