import type { EdgeRule } from '../edge-rule.ts';
import { arnOrName, roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const group = 'AWS::AutoScaling::AutoScalingGroup';
const launchConfiguration = 'AWS::AutoScaling::LaunchConfiguration';
const policy = 'AWS::AutoScaling::ScalingPolicy';
const template = 'AWS::EC2::LaunchTemplate';
const mixed = 'MixedInstancesPolicy.LaunchTemplate';

export const autoscalingRules: readonly EdgeRule[] = [
  edge(group, 'LaunchTemplate.LaunchTemplateId', 'id', 'uses', template, { example: 'lt-0a1b2c3d4e5f60718' }),
  edge(group, `${mixed}.LaunchTemplateSpecification.LaunchTemplateId`, 'id', 'uses', template, {
    example: 'lt-0a1b2c3d4e5f60718',
  }),
  edge(group, `${mixed}.Overrides[].LaunchTemplateSpecification.LaunchTemplateId`, 'id', 'uses', template, {
    example: 'lt-0a1b2c3d4e5f60719',
  }),
  edge(group, 'LaunchConfigurationName', 'name', 'uses', launchConfiguration, { example: 'web-2019' }),
  edge(group, 'VPCZoneIdentifier', 'id', 'contained_in', 'AWS::EC2::Subnet', { split: ',' }),
  edge(group, 'TargetGroupARNs[]', 'arn', 'registers_in', 'AWS::ElasticLoadBalancingV2::TargetGroup', {
    example: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:targetgroup/web/73e2d6bc24d8a067',
  }),
  edge(group, 'LoadBalancerNames[]', 'name', 'registers_in', 'AWS::ElasticLoadBalancing::LoadBalancer', {
    example: 'legacy',
  }),
  roleArn(group, 'ServiceLinkedRoleARN', 'runs_as'),
  edge(group, 'PlacementGroup', 'name', 'uses', 'AWS::EC2::PlacementGroup', { example: 'web' }),

  edge(launchConfiguration, 'ImageId', 'id', 'uses', 'AWS::EC2::Image', { example: 'ami-0a1b2c3d4e5f60718' }),
  edge(launchConfiguration, 'KeyName', 'name', 'uses', 'AWS::EC2::KeyPair', { example: 'operators' }),
  edge(launchConfiguration, 'SecurityGroups[]', 'id', 'uses', 'AWS::EC2::SecurityGroup', {
    text: { startsWith: 'sg-' },
    example: { default: false, 'sg-0a1b2c3d4e5f60718': true },
  }),
  ...arnOrName(launchConfiguration, 'IamInstanceProfile', 'uses', 'AWS::IAM::InstanceProfile', {
    arn: 'arn:aws:iam::123456789012:instance-profile/web',
    name: 'web',
  }),
  edge(launchConfiguration, 'BlockDeviceMappings[].Ebs.SnapshotId', 'id', 'uses', 'AWS::EC2::Snapshot', {
    example: 'snap-0a1b2c3d4e5f60718',
  }),

  edge(policy, 'AutoScalingGroupName', 'name', 'contained_in', group, { example: 'web' }),
  edge(policy, 'Alarms[].AlarmARN', 'arn', 'notifies', 'AWS::CloudWatch::Alarm', {
    reversed: true,
    example: 'arn:aws:cloudwatch:eu-west-1:123456789012:alarm:TargetTracking-web-AlarmHigh',
  }),
  edge('AWS::AutoScaling::ScheduledAction', 'AutoScalingGroupName', 'name', 'contained_in', group, {
    example: 'web',
  }),
];
