import type { EdgeRule } from '../edge-rule.ts';
import { roleArn, topicArn } from './common-edges.ts';
import { edge } from './edge.ts';

const deploymentGroup = 'AWS::CodeDeploy::DeploymentGroup';

export const codedeployRules: readonly EdgeRule[] = [
  edge(deploymentGroup, 'autoScalingGroups[].name', 'name', 'targets', 'AWS::AutoScaling::AutoScalingGroup', {
    example: 'checkout-production',
  }),
  roleArn(deploymentGroup, 'serviceRoleArn', 'runs_as'),
  topicArn(deploymentGroup, 'triggerConfigurations[].triggerTargetArn', 'notifies'),
  edge(
    deploymentGroup,
    'alarmConfiguration.alarms[].name',
    'name',
    'monitors',
    ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'],
    { example: 'checkout-5xx' },
  ),
  edge(
    deploymentGroup,
    'loadBalancerInfo.elbInfoList[].name',
    'name',
    'uses',
    'AWS::ElasticLoadBalancing::LoadBalancer',
    { example: 'checkout-classic' },
  ),
  edge(
    deploymentGroup,
    'loadBalancerInfo.targetGroupInfoList[].name',
    'name',
    'uses',
    'AWS::ElasticLoadBalancingV2::TargetGroup',
    { example: 'checkout-blue' },
  ),
  edge(
    deploymentGroup,
    'loadBalancerInfo.targetGroupPairInfoList[].targetGroups[].name',
    'name',
    'uses',
    'AWS::ElasticLoadBalancingV2::TargetGroup',
    { example: ['checkout-blue', 'checkout-green'] },
  ),
  edge(
    deploymentGroup,
    'loadBalancerInfo.targetGroupPairInfoList[].prodTrafficRoute.listenerArns[]',
    'arn',
    'uses',
    'AWS::ElasticLoadBalancingV2::Listener',
    {
      example:
        'arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/checkout/50dc6c495c0c9188/f2f7dc8efc522ab2',
    },
  ),
  edge(
    deploymentGroup,
    'loadBalancerInfo.targetGroupPairInfoList[].testTrafficRoute.listenerArns[]',
    'arn',
    'uses',
    'AWS::ElasticLoadBalancingV2::Listener',
    {
      example:
        'arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/checkout/50dc6c495c0c9188/0467ef3c8400ae65',
    },
  ),
  edge(deploymentGroup, 'ecsServices[].serviceName', 'arn', 'targets', 'AWS::ECS::Service', {
    read: 'arn:{partition}:ecs:{region}:{account}:service/{item.clusterName}/{value}',
    external: false,
  }),
  edge(deploymentGroup, 'ecsServices[].clusterName', 'name', 'targets', 'AWS::ECS::Cluster', {
    example: 'production',
  }),
];
