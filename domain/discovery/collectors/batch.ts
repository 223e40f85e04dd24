import type { ServiceCollectors } from '../collector.ts';

export const batch: ServiceCollectors = {
  service: 'batch',
  client: 'batch',
  scope: 'regional',
  probe: {
    operation: 'DescribeJobQueues',
    input: {
      maxResults: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::Batch::ComputeEnvironment',
      title: 'Batch compute environment',
      list: {
        operation: 'DescribeComputeEnvironments',
        input: {
          maxResults: 100,
        },
        items: 'computeEnvironments[]',
      },
      nativeId: 'computeEnvironmentName',
      arn: 'computeEnvironmentArn',
      name: 'computeEnvironmentName',
      tags: {
        path: 'tags',
      },
      volatile: ['status', 'statusReason'],
      sets: ['computeResources.instanceTypes'],
      ended: { status: ['DELETED'] },
      terraform: ['aws_batch_compute_environment'],
    },
    {
      resourceType: 'AWS::Batch::JobQueue',
      title: 'Batch job queue',
      notRead: 'Jobs.',
      list: {
        operation: 'DescribeJobQueues',
        input: {
          maxResults: 100,
        },
        items: 'jobQueues[]',
      },
      nativeId: 'jobQueueName',
      arn: 'jobQueueArn',
      name: 'jobQueueName',
      tags: {
        path: 'tags',
      },
      volatile: ['status', 'statusReason'],
      ended: { status: ['DELETED'] },
      terraform: ['aws_batch_job_queue'],
    },
    {
      resourceType: 'AWS::Batch::JobDefinition',
      title: 'Batch job definition',
      list: {
        operation: 'DescribeJobDefinitions',
        input: {
          status: 'ACTIVE',
          maxResults: 100,
        },
        items: 'jobDefinitions[]',
      },
      nativeId: 'jobDefinitionArn',
      arn: 'jobDefinitionArn',
      name: 'jobDefinitionName',
      tags: {
        path: 'tags',
      },
      secrets: [
        'containerProperties.environment[].value',
        'parameters.*',
        'nodeProperties.nodeRangeProperties[].container.environment[].value',
        'nodeProperties.nodeRangeProperties[].ecsProperties.taskProperties[].containers[].environment[].value',
        'nodeProperties.nodeRangeProperties[].eksProperties.podProperties.containers[].env[].value',
        'nodeProperties.nodeRangeProperties[].eksProperties.podProperties.initContainers[].env[].value',
        'ecsProperties.taskProperties[].containers[].environment[].value',
        'eksProperties.podProperties.containers[].env[].value',
        'eksProperties.podProperties.initContainers[].env[].value',
      ],
      sets: ['containerProperties.environment'],
      terraform: ['aws_batch_job_definition'],
    },
    {
      resourceType: 'AWS::Batch::SchedulingPolicy',
      title: 'Batch scheduling policy',
      list: {
        operation: 'ListSchedulingPolicies',
        input: {
          maxResults: 100,
        },
        items: 'schedulingPolicies[]',
      },
      details: [
        {
          operation: 'DescribeSchedulingPolicies',
          input: {
            arns: '{*}',
          },
          result: 'schedulingPolicies[]',
          batch: {
            size: 100,
            by: 'arn',
            key: 'arn',
          },
        },
      ],
      nativeId: 'arn',
      arn: 'arn',
      name: 'name',
      tags: {
        path: 'tags',
      },
      terraform: ['aws_batch_scheduling_policy'],
    },
  ],
};
