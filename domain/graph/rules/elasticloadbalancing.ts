import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, edge } from './edge.ts';

const loadBalancer = 'AWS::ElasticLoadBalancingV2::LoadBalancer';
const listener = 'AWS::ElasticLoadBalancingV2::Listener';
const listenerRule = 'AWS::ElasticLoadBalancingV2::ListenerRule';
const targetGroup = 'AWS::ElasticLoadBalancingV2::TargetGroup';
const classic = 'AWS::ElasticLoadBalancing::LoadBalancer';
const vpc = 'AWS::EC2::VPC';
const subnet = 'AWS::EC2::Subnet';
const securityGroup = 'AWS::EC2::SecurityGroup';
const instance = 'AWS::EC2::Instance';
const certificates = ['AWS::CertificateManager::Certificate', 'AWS::IAM::ServerCertificate'];

const actions = (type: string, path: string): readonly EdgeRule[] => [
  edge(type, `${path}.TargetGroupArn`, 'arn', 'forwards_to', targetGroup),
  edge(type, `${path}.ForwardConfig.TargetGroups[].TargetGroupArn`, 'arn', 'forwards_to', targetGroup, {
    properties: { weight: 'Weight' },
  }),
  edge(type, `${path}.AuthenticateCognitoConfig.UserPoolArn`, 'arn', 'uses', 'AWS::Cognito::UserPool'),
];

const target = (
  targetType: 'instance' | 'ip' | 'lambda' | 'alb',
  matcher: EdgeRule['matcher'],
  type: string,
  read?: string,
): EdgeRule =>
  edge(targetGroup, 'TargetHealthDescriptions[].Target.Id', matcher, 'targets', type, {
    variant: targetType,
    ...(read === undefined ? {} : { read }),
    when: { on: 'holder', conditions: [{ path: 'TargetType', equals: targetType }] },
    properties: { port: 'Port' },
  });

export const elasticLoadBalancingRules: readonly EdgeRule[] = [
  edge(loadBalancer, 'VpcId', 'id', 'contained_in', vpc),
  edge(loadBalancer, 'AvailabilityZones[].SubnetId', 'id', 'contained_in', subnet),
  edge(loadBalancer, 'SecurityGroups[]', 'id', 'uses', securityGroup),
  edge(
    loadBalancer,
    'AvailabilityZones[].LoadBalancerAddresses[].AllocationId',
    'id',
    'uses',
    'AWS::EC2::EIP',
  ),
  ...['access_logs', 'connection_logs'].map((logs) =>
    bucketName(loadBalancer, 'Attributes[].Value', 'logs_to', {
      variant: logs,
      when: { on: 'item', conditions: [{ path: 'Key', equals: `${logs}.s3.bucket` }] },
    }),
  ),

  edge(listener, 'LoadBalancerArn', 'arn', 'contained_in', loadBalancer),
  ...actions(listener, 'DefaultActions[]'),
  edge(listener, 'Certificates[].CertificateArn', 'arn', 'uses', certificates),
  edge(listenerRule, 'ListenerArn', 'arn', 'contained_in', listener),
  ...actions(listenerRule, 'Actions[]'),

  edge(targetGroup, 'VpcId', 'id', 'contained_in', vpc),
  edge(targetGroup, 'LoadBalancerArns[]', 'arn', 'forwards_to', loadBalancer, { reversed: true }),
  target('instance', 'id', instance),
  target('lambda', 'arn', 'AWS::Lambda::Function'),
  target('alb', 'arn', loadBalancer),
  target('ip', 'name', 'AWS::EC2::NetworkInterface', '{holder.VpcId}/{value}'),

  edge(classic, 'VPCId', 'id', 'contained_in', vpc),
  edge(classic, 'Subnets[]', 'id', 'contained_in', subnet),
  edge(classic, 'SecurityGroups[]', 'id', 'uses', securityGroup),
  edge(classic, 'Instances[].InstanceId', 'id', 'targets', instance),
  edge(classic, 'ListenerDescriptions[].Listener.SSLCertificateId', 'arn', 'uses', certificates),
];
