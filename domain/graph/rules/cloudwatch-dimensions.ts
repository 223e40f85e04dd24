import { defined } from '../../defined.ts';
import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

interface Dimension {
  readonly namespace: string;
  readonly name: string;
  readonly type: string;
  readonly matcher: EdgeRule['matcher'];
  readonly read?: string;
}

const dimension = (
  namespace: string,
  name: string,
  matcher: EdgeRule['matcher'],
  type: string,
  read?: string,
): Dimension => defined({ namespace, name, type: `AWS::${type}`, matcher, read });

const loadBalancerArn = 'arn:{partition}:elasticloadbalancing:{region}:{account}:';

/** Dimensions that name a resource. Source: CloudWatch User Guide, "AWS services that publish metrics". */
export const cloudwatchDimensions: readonly Dimension[] = [
  dimension('AWS/EC2', 'InstanceId', 'id', 'EC2::Instance'),
  dimension('AWS/EC2', 'AutoScalingGroupName', 'name', 'AutoScaling::AutoScalingGroup'),
  dimension('AWS/AutoScaling', 'AutoScalingGroupName', 'name', 'AutoScaling::AutoScalingGroup'),
  dimension('CWAgent', 'InstanceId', 'id', 'EC2::Instance'),
  dimension('AWS/EBS', 'VolumeId', 'id', 'EC2::Volume'),
  dimension('AWS/NATGateway', 'NatGatewayId', 'id', 'EC2::NatGateway'),
  dimension('AWS/TransitGateway', 'TransitGateway', 'id', 'EC2::TransitGateway'),
  dimension('AWS/VPN', 'VpnId', 'id', 'EC2::VPNConnection'),
  dimension('AWS/Lambda', 'FunctionName', 'name', 'Lambda::Function'),
  dimension('AWS/SQS', 'QueueName', 'name', 'SQS::Queue'),
  dimension('AWS/SNS', 'TopicName', 'name', 'SNS::Topic'),
  dimension('AWS/DynamoDB', 'TableName', 'name', 'DynamoDB::Table'),
  dimension('AWS/Kinesis', 'StreamName', 'name', 'Kinesis::Stream'),
  dimension('AWS/Firehose', 'DeliveryStreamName', 'name', 'KinesisFirehose::DeliveryStream'),
  dimension('AWS/S3', 'BucketName', 'arn', 'S3::Bucket', 'arn:{partition}:s3:::{value}'),
  dimension('AWS/RDS', 'DBInstanceIdentifier', 'name', 'RDS::DBInstance'),
  dimension('AWS/RDS', 'DBClusterIdentifier', 'name', 'RDS::DBCluster'),
  dimension('AWS/ElastiCache', 'CacheClusterId', 'name', 'ElastiCache::CacheCluster'),
  dimension('AWS/ElastiCache', 'ReplicationGroupId', 'name', 'ElastiCache::ReplicationGroup'),
  dimension('AWS/Redshift', 'ClusterIdentifier', 'name', 'Redshift::Cluster'),
  dimension('AWS/ES', 'DomainName', 'name', 'OpenSearchService::Domain'),
  dimension('AWS/EFS', 'FileSystemId', 'id', 'EFS::FileSystem'),
  dimension('AWS/ECS', 'ClusterName', 'name', 'ECS::Cluster'),
  dimension('ContainerInsights', 'ClusterName', 'name', 'EKS::Cluster'),
  dimension('AWS/Kafka', 'Cluster Name', 'name', 'MSK::Cluster'),
  dimension(
    'AWS/ApplicationELB',
    'LoadBalancer',
    'arn',
    'ElasticLoadBalancingV2::LoadBalancer',
    `${loadBalancerArn}loadbalancer/{value}`,
  ),
  dimension(
    'AWS/ApplicationELB',
    'TargetGroup',
    'arn',
    'ElasticLoadBalancingV2::TargetGroup',
    `${loadBalancerArn}{value}`,
  ),
  dimension(
    'AWS/NetworkELB',
    'LoadBalancer',
    'arn',
    'ElasticLoadBalancingV2::LoadBalancer',
    `${loadBalancerArn}loadbalancer/{value}`,
  ),
  dimension(
    'AWS/NetworkELB',
    'TargetGroup',
    'arn',
    'ElasticLoadBalancingV2::TargetGroup',
    `${loadBalancerArn}{value}`,
  ),
  dimension('AWS/ELB', 'LoadBalancerName', 'name', 'ElasticLoadBalancing::LoadBalancer'),
  dimension('AWS/ApiGateway', 'ApiName', 'name', 'ApiGateway::RestApi'),
  dimension('AWS/ApiGateway', 'ApiId', 'id', 'ApiGatewayV2::Api'),
  dimension('AWS/CloudFront', 'DistributionId', 'id', 'CloudFront::Distribution'),
  dimension('AWS/Route53', 'HealthCheckId', 'id', 'Route53::HealthCheck'),
  dimension('AWS/States', 'StateMachineArn', 'arn', 'StepFunctions::StateMachine'),
  dimension('AWS/Logs', 'LogGroupName', 'name', 'Logs::LogGroup'),
  dimension('AWS/Cognito', 'UserPool', 'id', 'Cognito::UserPool'),
];

/** Rules of the dimensions of a metric, and of the metrics of a metric math expression. */
export const dimensionRules: readonly EdgeRule[] = [
  'Dimensions[]',
  'Metrics[].MetricStat.Metric.Dimensions[]',
].flatMap((path) =>
  cloudwatchDimensions.map(({ namespace, name, type, matcher, read }) =>
    edge('AWS::CloudWatch::Alarm', `${path}.Value`, matcher, 'monitors', type, {
      variant: `${namespace}.${name}`,
      ...defined({ read }),
      when: {
        on: 'item',
        conditions: [
          { path: 'Name', equals: name },
          { path: '^.Namespace', equals: namespace },
          // A metric of a math expression can be in another account, whose resources have equal names.
          ...(path.startsWith('Metrics') ? [{ path: '^.^.^.AccountId', otherAccount: false }] : []),
        ],
      },
    }),
  ),
);
