import type { ServiceCollectors } from '../collector.ts';

/**
 * The list calls require a service namespace, so they are made once per namespace. Regions reject unknown namespaces.
 */
export const applicationAutoscaling: ServiceCollectors = {
  service: 'application-autoscaling',
  client: 'application-auto-scaling',
  scope: 'regional',
  probe: {
    operation: 'DescribeScalableTargets',
    input: {
      ServiceNamespace: 'ecs',
      MaxResults: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::ApplicationAutoScaling::ScalableTarget',
      title: 'Scalable target',
      list: {
        operation: 'DescribeScalableTargets',
        input: {
          MaxResults: 50,
        },
        variants: [
          {
            ServiceNamespace: 'ecs',
          },
          {
            ServiceNamespace: 'dynamodb',
          },
          {
            ServiceNamespace: 'rds',
          },
          {
            ServiceNamespace: 'lambda',
          },
          {
            ServiceNamespace: 'elasticache',
          },
          {
            ServiceNamespace: 'kafka',
          },
          {
            ServiceNamespace: 'sagemaker',
          },
          {
            ServiceNamespace: 'appstream',
          },
          {
            ServiceNamespace: 'ec2',
          },
          {
            ServiceNamespace: 'cassandra',
          },
          {
            ServiceNamespace: 'comprehend',
          },
          {
            ServiceNamespace: 'custom-resource',
          },
          {
            ServiceNamespace: 'elasticmapreduce',
          },
          {
            ServiceNamespace: 'neptune',
          },
          {
            ServiceNamespace: 'workspaces',
          },
        ],
        items: 'ScalableTargets[]',
        absent: ['ValidationException'],
      },
      nativeId: '{ServiceNamespace}/{ResourceId}/{ScalableDimension}',
      arn: 'ScalableTargetARN',
      name: 'ResourceId',
      createdAt: 'CreationTime',
      volatile: ['PredictedCapacity'],
      terraform: ['aws_appautoscaling_target'],
    },
    {
      resourceType: 'AWS::ApplicationAutoScaling::ScalingPolicy',
      title: 'Application scaling policy',
      list: {
        operation: 'DescribeScalingPolicies',
        input: {
          MaxResults: 10,
        },
        variants: [
          {
            ServiceNamespace: 'ecs',
          },
          {
            ServiceNamespace: 'dynamodb',
          },
          {
            ServiceNamespace: 'rds',
          },
          {
            ServiceNamespace: 'lambda',
          },
          {
            ServiceNamespace: 'elasticache',
          },
          {
            ServiceNamespace: 'kafka',
          },
          {
            ServiceNamespace: 'sagemaker',
          },
          {
            ServiceNamespace: 'appstream',
          },
          {
            ServiceNamespace: 'ec2',
          },
          {
            ServiceNamespace: 'cassandra',
          },
          {
            ServiceNamespace: 'comprehend',
          },
          {
            ServiceNamespace: 'custom-resource',
          },
          {
            ServiceNamespace: 'elasticmapreduce',
          },
          {
            ServiceNamespace: 'neptune',
          },
          {
            ServiceNamespace: 'workspaces',
          },
        ],
        items: 'ScalingPolicies[]',
        absent: ['ValidationException'],
      },
      nativeId: 'PolicyARN',
      arn: 'PolicyARN',
      name: 'PolicyName',
      createdAt: 'CreationTime',
      sets: ['Alarms'],
      terraform: ['aws_appautoscaling_policy'],
    },
  ],
};
