import { attributeRowsOf } from '../../drift/comparable-attributes.ts';

/**
 * Paths of configurations for attributes that drift does not compare, by Terraform type: attributes of repeated blocks, and of types
 * that the test estate cannot have. Attributes and paths are dotted and have no indices; attributes below a listed one keep their
 * names. An empty list: the configuration has no value that equals the planned one, for example a boolean in Terraform and `ENABLED`
 * in AWS. Sources: the AWS provider's documentation and the AWS API reference, with the `into` of our collectors.
 */
export const uncomparedPaths: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
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
    'server_side_encryption.enabled': [],
    'server_side_encryption.kms_key_arn': ['SSEDescription.KMSMasterKeyArn'],
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
  },
  aws_eks_cluster: { enabled_cluster_log_types: [], vpc_config: ['resourcesVpcConfig'] },
  aws_elasticache_cluster: {
    maintenance_window: ['PreferredMaintenanceWindow'],
    parameter_group_name: ['CacheParameterGroup.CacheParameterGroupName'],
    security_group_ids: ['SecurityGroups.SecurityGroupId'],
  },
  aws_elasticache_replication_group: {
    multi_az_enabled: [],
    automatic_failover_enabled: [],
    node_type: ['CacheNodeType'],
  },
  aws_iam_role: {
    'inline_policy.name': ['RolePolicyList.PolicyName'],
    'inline_policy.policy': ['RolePolicyList.PolicyDocument'],
    managed_policy_arns: ['AttachedManagedPolicies.PolicyArn'],
    permissions_boundary: ['PermissionsBoundary.PermissionsBoundaryArn'],
  },
  aws_iam_user: { permissions_boundary: ['PermissionsBoundary.PermissionsBoundaryArn'] },
  aws_instance: {
    iam_instance_profile: [],
    security_groups: ['SecurityGroups.GroupName', 'NetworkInterfaces.Groups.GroupName'],
    vpc_security_group_ids: ['SecurityGroups.GroupId', 'NetworkInterfaces.Groups.GroupId'],
  },
  aws_kinesis_stream: { kms_key_id: ['KeyId'], shard_count: ['OpenShardCount'] },
  aws_kms_key: { is_enabled: ['Enabled'] },
  aws_lambda_function: {
    'file_system_config.arn': ['FileSystemConfigs.Arn'],
    'file_system_config.local_mount_path': ['FileSystemConfigs.LocalMountPath'],
    source_code_hash: ['CodeSha256'],
  },
  aws_launch_template: { default_version: ['DefaultVersionNumber'], latest_version: ['LatestVersionNumber'] },
  aws_lb_listener: { certificate_arn: ['Certificates.CertificateArn'], default_action: ['DefaultActions'] },
  aws_rds_cluster: { db_subnet_group_name: ['DBSubnetGroup'] },
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
    ingress: ['IpPermissions'],
    'ingress.cidr_blocks': ['IpPermissions.IpRanges.CidrIp'],
    'ingress.description': [
      'IpPermissions.IpRanges.Description',
      'IpPermissions.Ipv6Ranges.Description',
      'IpPermissions.PrefixListIds.Description',
      'IpPermissions.UserIdGroupPairs.Description',
    ],
    'ingress.ipv6_cidr_blocks': ['IpPermissions.Ipv6Ranges.CidrIpv6'],
    'ingress.prefix_list_ids': ['IpPermissions.PrefixListIds.PrefixListId'],
    'ingress.protocol': ['IpPermissions.IpProtocol'],
    'ingress.security_groups': ['IpPermissions.UserIdGroupPairs.GroupId'],
    'ingress.self': [],
    egress: ['IpPermissionsEgress'],
    'egress.cidr_blocks': ['IpPermissionsEgress.IpRanges.CidrIp'],
    'egress.description': [
      'IpPermissionsEgress.IpRanges.Description',
      'IpPermissionsEgress.Ipv6Ranges.Description',
      'IpPermissionsEgress.PrefixListIds.Description',
      'IpPermissionsEgress.UserIdGroupPairs.Description',
    ],
    'egress.ipv6_cidr_blocks': ['IpPermissionsEgress.Ipv6Ranges.CidrIpv6'],
    'egress.prefix_list_ids': ['IpPermissionsEgress.PrefixListIds.PrefixListId'],
    'egress.protocol': ['IpPermissionsEgress.IpProtocol'],
    'egress.security_groups': ['IpPermissionsEgress.UserIdGroupPairs.GroupId'],
    'egress.self': [],
  },
};

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
  for (let length = names.length; length > 0; length -= 1) {
    const paths = pathsOf(type ?? terraformType, names.slice(0, length).join('.'));
    if (paths !== undefined) return paths.map((path) => [...path.split('.'), ...names.slice(length)]);
  }
  return undefined;
}

function pathsOf(terraformType: string, attribute: string): readonly string[] | undefined {
  const uncompared = Object.hasOwn(uncomparedPaths, terraformType)
    ? uncomparedPaths[terraformType]
    : undefined;
  if (uncompared !== undefined && Object.hasOwn(uncompared, attribute)) return uncompared[attribute];
  const row = attributeRowsOf(terraformType)?.rows.find((one) => one.attribute === attribute);
  if (row === undefined || row.comparison === 'tags') return undefined;
  return row.comparison === 'boolean_word' ? [] : [row.path.replaceAll(/\[[^\]]*\]/g, '')];
}
