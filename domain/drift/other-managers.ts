/** A Terraform type that manages attributes of another type's resource, in an entry of its own. */
export interface OtherManager {
  readonly type: string;
  readonly resourceType: string;
  /** A template of the `native_id` of the resource. */
  readonly holder: string;
  /** Keys of the attributes that are not compared while a state has such an entry. A key ends with `*` for all below. */
  readonly hides: readonly string[];
}

/**
 * Pairs of two managers of one attribute. Source: the notes of the AWS provider's documentation, version 5.100, on the pages of
 * both types ("Terraform currently provides both a standalone … resource and …").
 */
export const otherManagers: readonly OtherManager[] = [
  of('aws_sqs_queue_policy', 'AWS::SQS::Queue', '${queue_url}', 'aws_sqs_queue.policy'),
  of('aws_sqs_queue_redrive_policy', 'AWS::SQS::Queue', '${queue_url}', 'aws_sqs_queue.redrive_policy'),
  of(
    'aws_sqs_queue_redrive_allow_policy',
    'AWS::SQS::Queue',
    '${queue_url}',
    'aws_sqs_queue.redrive_allow_policy',
  ),
  of('aws_sns_topic_policy', 'AWS::SNS::Topic', '${arn}', 'aws_sns_topic.policy'),
  of('aws_kms_key_policy', 'AWS::KMS::Key', '${key_id|after:/}', 'aws_kms_key.policy'),
  of(
    'aws_secretsmanager_secret_policy',
    'AWS::SecretsManager::Secret',
    '${secret_arn}',
    'aws_secretsmanager_secret.policy',
  ),
  of(
    'aws_api_gateway_rest_api_policy',
    'AWS::ApiGateway::RestApi',
    '${rest_api_id}',
    'aws_api_gateway_rest_api.policy',
  ),
  of('aws_vpc_endpoint_policy', 'AWS::EC2::VPCEndpoint', '${vpc_endpoint_id}', 'aws_vpc_endpoint.policy'),
  of(
    'aws_vpc_endpoint_subnet_association',
    'AWS::EC2::VPCEndpoint',
    '${vpc_endpoint_id}',
    'aws_vpc_endpoint.subnet_ids',
  ),
  of(
    'aws_vpc_endpoint_route_table_association',
    'AWS::EC2::VPCEndpoint',
    '${vpc_endpoint_id}',
    'aws_vpc_endpoint.route_table_ids',
  ),
  of(
    'aws_vpc_endpoint_security_group_association',
    'AWS::EC2::VPCEndpoint',
    '${vpc_endpoint_id}',
    'aws_vpc_endpoint.security_group_ids',
  ),
  of(
    'aws_network_acl_association',
    'AWS::EC2::NetworkAcl',
    '${network_acl_id}',
    'aws_network_acl.subnet_ids',
  ),
  of(
    'aws_network_interface_sg_attachment',
    'AWS::EC2::NetworkInterface',
    '${network_interface_id}',
    'aws_network_interface.security_groups',
  ),
  of(
    'aws_vpn_gateway_route_propagation',
    'AWS::EC2::RouteTable',
    '${route_table_id}',
    'aws_route_table.propagating_vgws',
  ),
  of('aws_vpn_gateway_attachment', 'AWS::EC2::VPNGateway', '${vpn_gateway_id}', 'aws_vpn_gateway.vpc_id'),
  of(
    'aws_internet_gateway_attachment',
    'AWS::EC2::InternetGateway',
    '${internet_gateway_id}',
    'aws_internet_gateway.vpc_id',
  ),
  of(
    'aws_autoscaling_attachment',
    'AWS::AutoScaling::AutoScalingGroup',
    '${autoscaling_group_name}',
    'aws_autoscaling_group.target_group_arns',
    'aws_autoscaling_group.load_balancers',
  ),
  of(
    'aws_autoscaling_traffic_source_attachment',
    'AWS::AutoScaling::AutoScalingGroup',
    '${autoscaling_group_name}',
    'aws_autoscaling_group.target_group_arns',
    'aws_autoscaling_group.load_balancers',
  ),
  of(
    'aws_autoscaling_group_tag',
    'AWS::AutoScaling::AutoScalingGroup',
    '${autoscaling_group_name}',
    'tags.*',
  ),
  of('aws_ecs_tag', 'AWS::ECS::Cluster', '${resource_arn|after:/}', 'tags.*'),
  of('aws_dynamodb_tag', 'AWS::DynamoDB::Table', '${resource_arn|after:/}', 'tags.*'),
  ...[
    'VPC',
    'Subnet',
    'Instance',
    'SecurityGroup',
    'RouteTable',
    'Volume',
    'NetworkInterface',
    'InternetGateway',
    'NatGateway',
    'NetworkAcl',
    'EIP',
    'VPCEndpoint',
    'TransitGateway',
    'VPNGateway',
    'CustomerGateway',
    'VPNConnection',
  ].map((name) => of('aws_ec2_tag', `AWS::EC2::${name}`, '${resource_id}', 'tags.*')),
  of('aws_iam_role_policy_attachment', 'AWS::IAM::Role', '${role}', 'aws_iam_role.managed_policy_arns'),
  of('aws_iam_policy_attachment', 'AWS::IAM::Role', '${roles}', 'aws_iam_role.managed_policy_arns'),
  of('aws_s3_bucket_versioning', 'AWS::S3::Bucket', '${bucket|before:,}', 'aws_s3_bucket.versioning*'),
  of(
    'aws_s3_bucket_server_side_encryption_configuration',
    'AWS::S3::Bucket',
    '${bucket|before:,}',
    'aws_s3_bucket.server_side_encryption_configuration*',
  ),
  of('aws_s3_bucket_policy', 'AWS::S3::Bucket', '${bucket}', 'aws_s3_bucket.policy'),
  of(
    'aws_s3_bucket_website_configuration',
    'AWS::S3::Bucket',
    '${bucket|before:,}',
    'aws_s3_bucket.website*',
  ),
  of('aws_s3_bucket_logging', 'AWS::S3::Bucket', '${bucket|before:,}', 'aws_s3_bucket.logging*'),
  of(
    'aws_s3_bucket_accelerate_configuration',
    'AWS::S3::Bucket',
    '${bucket|before:,}',
    'aws_s3_bucket.acceleration_status',
  ),
  of(
    'aws_s3_bucket_request_payment_configuration',
    'AWS::S3::Bucket',
    '${bucket|before:,}',
    'aws_s3_bucket.request_payer',
  ),
  of(
    'aws_s3_bucket_object_lock_configuration',
    'AWS::S3::Bucket',
    '${bucket|before:,}',
    'aws_s3_bucket.object_lock*',
  ),
  of(
    'aws_s3_bucket_replication_configuration',
    'AWS::S3::Bucket',
    '${bucket|before:,}',
    'aws_s3_bucket.replication*',
  ),
];

function of(type: string, resourceType: string, holder: string, ...hides: readonly string[]): OtherManager {
  return { type, resourceType, holder, hides };
}
