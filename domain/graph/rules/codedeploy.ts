import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const deploymentGroup = 'AWS::CodeDeploy::DeploymentGroup';

export const codedeployRules: readonly EdgeRule[] = [
  edge(deploymentGroup, 'applicationName', 'name', 'contained_in', 'AWS::CodeDeploy::Application'),
  edge(deploymentGroup, 'autoScalingGroups[].name', 'name', 'targets', 'AWS::AutoScaling::AutoScalingGroup'),
  edge(deploymentGroup, 'serviceRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(deploymentGroup, 'triggerConfigurations[].triggerTargetArn', 'arn', 'notifies', 'AWS::SNS::Topic'),
  edge(deploymentGroup, 'alarmConfiguration.alarms[].name', 'name', 'monitors', [
    'AWS::CloudWatch::Alarm',
    'AWS::CloudWatch::CompositeAlarm',
  ]),
  edge(
    deploymentGroup,
    'loadBalancerInfo.elbInfoList[].name',
    'name',
    'uses',
    'AWS::ElasticLoadBalancing::LoadBalancer',
  ),
  edge(
    deploymentGroup,
    'loadBalancerInfo.targetGroupInfoList[].name',
    'name',
    'uses',
    'AWS::ElasticLoadBalancingV2::TargetGroup',
  ),
  edge(
    deploymentGroup,
    'loadBalancerInfo.targetGroupPairInfoList[].targetGroups[].name',
    'name',
    'uses',
    'AWS::ElasticLoadBalancingV2::TargetGroup',
  ),
  edge(
    deploymentGroup,
    'loadBalancerInfo.targetGroupPairInfoList[].prodTrafficRoute.listenerArns[]',
    'arn',
    'uses',
    'AWS::ElasticLoadBalancingV2::Listener',
  ),
  edge(
    deploymentGroup,
    'loadBalancerInfo.targetGroupPairInfoList[].testTrafficRoute.listenerArns[]',
    'arn',
    'uses',
    'AWS::ElasticLoadBalancingV2::Listener',
  ),
  edge(deploymentGroup, 'ecsServices[].serviceName', 'arn', 'targets', 'AWS::ECS::Service', {
    read: 'arn:{partition}:ecs:{region}:{account}:service/{item.clusterName}/{value}',
    external: false,
  }),
  edge(deploymentGroup, 'ecsServices[].clusterName', 'name', 'targets', 'AWS::ECS::Cluster'),
];
