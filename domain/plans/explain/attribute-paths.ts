/**
 * Paths of configurations for the attributes of Terraform that have another name there, by Terraform type. Attributes and
 * paths are dotted and have no indices; attributes below a listed one keep their names. An empty list: the configuration has
 * no comparable value, for example a boolean in Terraform and `ENABLED` in AWS. Sources: the AWS provider's documentation
 * and the AWS API reference, with the `into` of our collectors.
 */
export const attributePaths: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  aws_autoscaling_group: { tag: [], vpc_zone_identifier: [] },
  aws_cloudwatch_event_rule: { is_enabled: [] },
  aws_cloudwatch_metric_alarm: { dimensions: [] },
  aws_db_instance: {
    backup_window: ['PreferredBackupWindow'],
    ca_cert_identifier: ['CACertificateIdentifier'],
    db_subnet_group_name: ['DBSubnetGroup.DBSubnetGroupName'],
    identifier: ['DBInstanceIdentifier'],
    instance_class: ['DBInstanceClass'],
    maintenance_window: ['PreferredMaintenanceWindow'],
    option_group_name: ['OptionGroupMemberships.OptionGroupName'],
    parameter_group_name: ['DBParameterGroups.DBParameterGroupName'],
    port: ['Endpoint.Port'],
    username: ['MasterUsername'],
    vpc_security_group_ids: ['VpcSecurityGroups.VpcSecurityGroupId'],
  },
  aws_dynamodb_table: {
    'attribute.name': ['AttributeDefinitions.AttributeName'],
    'attribute.type': ['AttributeDefinitions.AttributeType'],
    global_secondary_index: ['GlobalSecondaryIndexes'],
    'global_secondary_index.name': ['GlobalSecondaryIndexes.IndexName'],
    local_secondary_index: ['LocalSecondaryIndexes'],
    'local_secondary_index.name': ['LocalSecondaryIndexes.IndexName'],
    'point_in_time_recovery.enabled': [],
    read_capacity: ['ProvisionedThroughput.ReadCapacityUnits'],
    'server_side_encryption.enabled': [],
    'server_side_encryption.kms_key_arn': ['SSEDescription.KMSMasterKeyArn'],
    'ttl.enabled': [],
    write_capacity: ['ProvisionedThroughput.WriteCapacityUnits'],
  },
  aws_ebs_volume: { type: ['VolumeType'] },
  aws_ecs_cluster: { setting: ['settings'] },
  aws_ecs_service: {
    deployment_circuit_breaker: ['deploymentConfiguration.deploymentCircuitBreaker'],
    deployment_maximum_percent: ['deploymentConfiguration.maximumPercent'],
    deployment_minimum_healthy_percent: ['deploymentConfiguration.minimumHealthyPercent'],
    load_balancer: ['loadBalancers'],
    'load_balancer.target_group_arn': ['loadBalancers.targetGroupArn'],
    'network_configuration.assign_public_ip': [],
    'network_configuration.security_groups': ['networkConfiguration.awsvpcConfiguration.securityGroups'],
    'network_configuration.subnets': ['networkConfiguration.awsvpcConfiguration.subnets'],
  },
  aws_eks_cluster: { enabled_cluster_log_types: [], vpc_config: ['resourcesVpcConfig'] },
  aws_elasticache_cluster: {
    maintenance_window: ['PreferredMaintenanceWindow'],
    node_type: ['CacheNodeType'],
    parameter_group_name: ['CacheParameterGroup.CacheParameterGroupName'],
    security_group_ids: ['SecurityGroups.SecurityGroupId'],
  },
  aws_elasticache_replication_group: {
    multi_az_enabled: [],
    automatic_failover_enabled: [],
    node_type: ['CacheNodeType'],
  },
  aws_iam_policy: { policy: ['PolicyVersionList.Document'] },
  aws_iam_role: {
    assume_role_policy: ['AssumeRolePolicyDocument'],
    'inline_policy.name': ['RolePolicyList.PolicyName'],
    'inline_policy.policy': ['RolePolicyList.PolicyDocument'],
    managed_policy_arns: ['AttachedManagedPolicies.PolicyArn'],
    name: ['RoleName'],
    permissions_boundary: ['PermissionsBoundary.PermissionsBoundaryArn'],
  },
  aws_iam_user: { permissions_boundary: ['PermissionsBoundary.PermissionsBoundaryArn'] },
  aws_instance: {
    iam_instance_profile: [],
    monitoring: [],
    security_groups: ['SecurityGroups.GroupName', 'NetworkInterfaces.Groups.GroupName'],
    vpc_security_group_ids: ['SecurityGroups.GroupId', 'NetworkInterfaces.Groups.GroupId'],
  },
  aws_kinesis_stream: { kms_key_id: ['KeyId'], shard_count: ['OpenShardCount'] },
  aws_kms_key: {
    enable_key_rotation: ['Rotation.KeyRotationEnabled'],
    is_enabled: ['Enabled'],
    rotation_period_in_days: ['Rotation.RotationPeriodInDays'],
  },
  aws_lambda_function: {
    'file_system_config.arn': ['FileSystemConfigs.Arn'],
    'file_system_config.local_mount_path': ['FileSystemConfigs.LocalMountPath'],
    layers: ['Layers.Arn'],
    source_code_hash: ['CodeSha256'],
  },
  aws_launch_template: { default_version: ['DefaultVersionNumber'], latest_version: ['LatestVersionNumber'] },
  aws_lb: { subnets: ['AvailabilityZones.SubnetId'] },
  aws_lb_listener: { certificate_arn: ['Certificates.CertificateArn'], default_action: ['DefaultActions'] },
  aws_lb_target_group: {
    'health_check.enabled': ['HealthCheckEnabled'],
    'health_check.healthy_threshold': ['HealthyThresholdCount'],
    'health_check.interval': ['HealthCheckIntervalSeconds'],
    'health_check.matcher': ['Matcher.HttpCode'],
    'health_check.path': ['HealthCheckPath'],
    'health_check.port': ['HealthCheckPort'],
    'health_check.protocol': ['HealthCheckProtocol'],
    'health_check.timeout': ['HealthCheckTimeoutSeconds'],
    'health_check.unhealthy_threshold': ['UnhealthyThresholdCount'],
  },
  aws_rds_cluster: {
    cluster_identifier: ['DBClusterIdentifier'],
    db_cluster_parameter_group_name: ['DBClusterParameterGroup'],
    db_subnet_group_name: ['DBSubnetGroup'],
    master_username: ['MasterUsername'],
    vpc_security_group_ids: ['VpcSecurityGroups.VpcSecurityGroupId'],
  },
  aws_rds_cluster_instance: {
    instance_class: ['DBInstanceClass'],
    preferred_backup_window: ['PreferredBackupWindow'],
  },
  aws_route_table: {
    route: ['Routes'],
    'route.cidr_block': ['Routes.DestinationCidrBlock'],
    'route.ipv6_cidr_block': ['Routes.DestinationIpv6CidrBlock'],
  },
  aws_s3_bucket: {
    'server_side_encryption_configuration.rule': ['ServerSideEncryptionConfiguration.Rules'],
    'versioning.enabled': [],
  },
  aws_security_group: {
    ...permissions('ingress', 'IpPermissions'),
    ...permissions('egress', 'IpPermissionsEgress'),
  },
  aws_sqs_queue: {
    max_message_size: ['Attributes.MaximumMessageSize'],
    message_retention_seconds: ['Attributes.MessageRetentionPeriod'],
    receive_wait_time_seconds: ['Attributes.ReceiveMessageWaitTimeSeconds'],
    visibility_timeout_seconds: ['Attributes.VisibilityTimeout'],
  },
};

function permissions(block: string, list: string): Readonly<Record<string, readonly string[]>> {
  return {
    [block]: [list],
    [`${block}.cidr_blocks`]: [`${list}.IpRanges.CidrIp`],
    [`${block}.description`]: ['IpRanges', 'Ipv6Ranges', 'PrefixListIds', 'UserIdGroupPairs'].map(
      (ranges) => `${list}.${ranges}.Description`,
    ),
    [`${block}.ipv6_cidr_blocks`]: [`${list}.Ipv6Ranges.CidrIpv6`],
    [`${block}.prefix_list_ids`]: [`${list}.PrefixListIds.PrefixListId`],
    [`${block}.protocol`]: [`${list}.IpProtocol`],
    [`${block}.security_groups`]: [`${list}.UserIdGroupPairs.GroupId`],
    [`${block}.self`]: [],
  };
}

/** Attributes of the default resources of AWS have the paths of the ordinary type. */
const sameAttributes: Readonly<Record<string, string>> = {
  aws_alb: 'aws_lb',
  aws_alb_listener: 'aws_lb_listener',
  aws_alb_target_group: 'aws_lb_target_group',
  aws_default_route_table: 'aws_route_table',
  aws_default_security_group: 'aws_security_group',
};

/**
 * Returns the paths of an attribute in the configuration, each as a list of names, or undefined when the table does not have
 * it or an attribute above it.
 */
export function tablePathsOf(
  terraformType: string,
  names: readonly string[],
): readonly (readonly string[])[] | undefined {
  const type = Object.hasOwn(sameAttributes, terraformType) ? sameAttributes[terraformType] : terraformType;
  const table = type !== undefined && Object.hasOwn(attributePaths, type) ? attributePaths[type] : undefined;
  if (table === undefined) return undefined;
  for (let length = names.length; length > 0; length -= 1) {
    const attribute = names.slice(0, length).join('.');
    const paths = Object.hasOwn(table, attribute) ? table[attribute] : undefined;
    if (paths !== undefined) return paths.map((path) => [...path.split('.'), ...names.slice(length)]);
  }
  return undefined;
}
