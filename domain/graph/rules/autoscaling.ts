import type { EdgeRule } from '../edge-rule.ts';
import { arnOrName, edge } from './edge.ts';

const group = 'AWS::AutoScaling::AutoScalingGroup';
const launchConfiguration = 'AWS::AutoScaling::LaunchConfiguration';
const policy = 'AWS::AutoScaling::ScalingPolicy';
const template = 'AWS::EC2::LaunchTemplate';
const mixed = 'MixedInstancesPolicy.LaunchTemplate';

export const autoscalingRules: readonly EdgeRule[] = [
  edge(group, 'LaunchTemplate.LaunchTemplateId', 'id', 'uses', template),
  edge(group, `${mixed}.LaunchTemplateSpecification.LaunchTemplateId`, 'id', 'uses', template),
  edge(group, `${mixed}.Overrides[].LaunchTemplateSpecification.LaunchTemplateId`, 'id', 'uses', template),
  edge(group, 'LaunchConfigurationName', 'name', 'uses', launchConfiguration),
  edge(group, 'VPCZoneIdentifier', 'id', 'contained_in', 'AWS::EC2::Subnet', { split: ',' }),
  edge(group, 'TargetGroupARNs[]', 'arn', 'registers_in', 'AWS::ElasticLoadBalancingV2::TargetGroup'),
  edge(group, 'LoadBalancerNames[]', 'name', 'registers_in', 'AWS::ElasticLoadBalancing::LoadBalancer'),
  edge(group, 'ServiceLinkedRoleARN', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(group, 'PlacementGroup', 'name', 'uses', 'AWS::EC2::PlacementGroup'),

  edge(launchConfiguration, 'ImageId', 'id', 'uses', 'AWS::EC2::Image'),
  edge(launchConfiguration, 'KeyName', 'name', 'uses', 'AWS::EC2::KeyPair'),
  edge(launchConfiguration, 'SecurityGroups[]', 'id', 'uses', 'AWS::EC2::SecurityGroup', {
    text: { startsWith: 'sg-' },
  }),
  ...arnOrName(launchConfiguration, 'IamInstanceProfile', 'uses', 'AWS::IAM::InstanceProfile'),
  edge(launchConfiguration, 'BlockDeviceMappings[].Ebs.SnapshotId', 'id', 'uses', 'AWS::EC2::Snapshot'),

  edge(policy, 'AutoScalingGroupName', 'name', 'contained_in', group),
  edge(policy, 'Alarms[].AlarmARN', 'arn', 'notifies', 'AWS::CloudWatch::Alarm', { reversed: true }),
  edge('AWS::AutoScaling::ScheduledAction', 'AutoScalingGroupName', 'name', 'contained_in', group),
];
