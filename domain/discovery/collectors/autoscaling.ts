import type { ServiceCollectors } from '../declaration/collector.ts';

export const autoscaling: ServiceCollectors = {
  service: 'autoscaling',
  client: 'auto-scaling',
  scope: 'regional',
  probe: { operation: 'DescribeAutoScalingGroups', input: { MaxRecords: 1 } },
  types: [
    {
      resourceType: 'AWS::AutoScaling::AutoScalingGroup',
      title: 'Auto Scaling group',
      list: {
        operation: 'DescribeAutoScalingGroups',
        input: { MaxRecords: 100 },
        items: 'AutoScalingGroups[]',
      },
      nativeId: 'AutoScalingGroupName',
      arn: 'AutoScalingGroupARN',
      name: 'AutoScalingGroupName',
      createdAt: 'CreatedTime',
      tags: { path: 'Tags' },
      // Scaling changes the members and the desired capacity.
      volatile: ['Instances', 'DesiredCapacity', 'Status', 'PredictedCapacity'],
      sets: {
        EnabledMetrics: 'autoscaling/ec2/APIReference/API_AutoScalingGroup',
        SuspendedProcesses: 'autoscaling/ec2/APIReference/API_AutoScalingGroup',
        TrafficSources: 'autoscaling/ec2/APIReference/API_AutoScalingGroup',
      },
      origin: [{ origin: 'child', when: [{ tag: 'eks:nodegroup-name' }] }],
      terraform: ['aws_autoscaling_group'],
    },
    {
      resourceType: 'AWS::AutoScaling::LaunchConfiguration',
      title: 'Launch configuration',
      list: {
        operation: 'DescribeLaunchConfigurations',
        input: { MaxRecords: 100 },
        items: 'LaunchConfigurations[]',
      },
      nativeId: 'LaunchConfigurationName',
      arn: 'LaunchConfigurationARN',
      name: 'LaunchConfigurationName',
      createdAt: 'CreatedTime',
      secrets: ['UserData'],
      terraform: ['aws_launch_configuration'],
    },
    {
      resourceType: 'AWS::AutoScaling::ScalingPolicy',
      title: 'Scaling policy',
      list: { operation: 'DescribePolicies', input: { MaxRecords: 100 }, items: 'ScalingPolicies[]' },
      nativeId: '{AutoScalingGroupName}/{PolicyName}',
      arn: 'PolicyARN',
      name: 'PolicyName',
      sets: { Alarms: 'autoscaling/ec2/APIReference/API_ScalingPolicy' },
      terraform: ['aws_autoscaling_policy'],
    },
    {
      resourceType: 'AWS::AutoScaling::ScheduledAction',
      title: 'Scheduled scaling action',
      list: {
        operation: 'DescribeScheduledActions',
        input: { MaxRecords: 100 },
        items: 'ScheduledUpdateGroupActions[]',
      },
      nativeId: '{AutoScalingGroupName}/{ScheduledActionName}',
      arn: 'ScheduledActionARN',
      name: 'ScheduledActionName',
      volatile: ['Time'],
      terraform: ['aws_autoscaling_schedule'],
    },
  ],
};
