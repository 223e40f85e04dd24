import type { EdgeRule } from '../edge-rule.ts';
import { roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const scalableTarget = 'AWS::ApplicationAutoScaling::ScalableTarget';
const scalingPolicy = 'AWS::ApplicationAutoScaling::ScalingPolicy';

/**
 * The resource id has a form for each service namespace. Source: Application Auto Scaling API Reference,
 * ScalableTarget.
 */
export const applicationAutoscalingRules: readonly EdgeRule[] = [
  roleArn(scalableTarget, 'RoleARN', 'runs_as'),
  edge(scalableTarget, 'ResourceId', 'arn', 'targets', 'AWS::ECS::Service', {
    variant: 'ecs',
    read: 'arn:{partition}:ecs:{region}:{account}:{value}',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'ecs' }] },
    external: false,
  }),
  edge(scalableTarget, 'ResourceId', 'name', 'targets', 'AWS::DynamoDB::Table', {
    variant: 'dynamodb',
    read: '{value|skip:table/|before:/}',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'dynamodb' }] },
  }),
  edge(scalableTarget, 'ResourceId', 'name', 'targets', 'AWS::RDS::DBCluster', {
    variant: 'rds',
    read: '{value|skip:cluster:}',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'rds' }] },
  }),
  edge(scalableTarget, 'ResourceId', 'name', 'targets', 'AWS::Neptune::DBCluster', {
    variant: 'neptune',
    read: '{value|skip:cluster:}',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'neptune' }] },
  }),
  edge(scalableTarget, 'ResourceId', 'name', 'targets', 'AWS::Lambda::Function', {
    variant: 'lambda',
    read: '{value|skip:function:|before::}',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'lambda' }] },
  }),
  edge(scalableTarget, 'ResourceId', 'name', 'targets', 'AWS::ElastiCache::ReplicationGroup', {
    variant: 'elasticache',
    read: '{value|skip:replication-group/}',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'elasticache' }] },
  }),
  edge(scalableTarget, 'ResourceId', 'arn', 'targets', 'AWS::MSK::Cluster', {
    variant: 'kafka',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'kafka' }] },
  }),
  edge(scalableTarget, 'ResourceId', 'name', 'targets', 'AWS::SageMaker::Endpoint', {
    variant: 'sagemaker',
    read: '{value|skip:endpoint/|before:/}',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'sagemaker' }] },
  }),
  edge(scalableTarget, 'ResourceId', 'id', 'targets', 'AWS::EC2::SpotFleet', {
    variant: 'ec2',
    read: '{value|skip:spot-fleet-request/}',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'ec2' }] },
  }),
  edge(scalableTarget, 'ResourceId', 'id', 'targets', 'AWS::EMR::Cluster', {
    variant: 'elasticmapreduce',
    read: '{value|skip:instancegroup/|before:/}',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'elasticmapreduce' }] },
  }),
  edge(scalingPolicy, 'Alarms[].AlarmARN', 'arn', 'uses', 'AWS::CloudWatch::Alarm', {
    example: 'arn:aws:cloudwatch:eu-west-1:123456789012:alarm:TargetTracking-ecs-AlarmHigh',
  }),
  edge(scalingPolicy, 'ResourceId', 'arn', 'targets', 'AWS::ECS::Service', {
    variant: 'ecs',
    read: 'arn:{partition}:ecs:{region}:{account}:{value}',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'ecs' }] },
    external: false,
  }),
  edge(scalingPolicy, 'ResourceId', 'name', 'targets', 'AWS::DynamoDB::Table', {
    variant: 'dynamodb',
    read: '{value|skip:table/|before:/}',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'dynamodb' }] },
  }),
  edge(scalingPolicy, 'ResourceId', 'name', 'targets', 'AWS::RDS::DBCluster', {
    variant: 'rds',
    read: '{value|skip:cluster:}',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'rds' }] },
  }),
  edge(scalingPolicy, 'ResourceId', 'name', 'targets', 'AWS::Lambda::Function', {
    variant: 'lambda',
    read: '{value|skip:function:|before::}',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'lambda' }] },
  }),
  edge(scalingPolicy, 'ResourceId', 'name', 'targets', 'AWS::ElastiCache::ReplicationGroup', {
    variant: 'elasticache',
    read: '{value|skip:replication-group/}',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'elasticache' }] },
  }),
  edge(scalingPolicy, 'ResourceId', 'arn', 'targets', 'AWS::MSK::Cluster', {
    variant: 'kafka',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'kafka' }] },
  }),
  edge(scalingPolicy, 'ResourceId', 'name', 'targets', 'AWS::SageMaker::Endpoint', {
    variant: 'sagemaker',
    read: '{value|skip:endpoint/|before:/}',
    when: { on: 'item', conditions: [{ path: 'ServiceNamespace', equals: 'sagemaker' }] },
  }),
];
