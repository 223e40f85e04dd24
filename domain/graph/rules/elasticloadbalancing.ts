import { defined } from '../../defined.ts';
import type { EdgeRule } from '../edge-rule.ts';
import { securityGroupId, subnetId, vpcId } from './common-edges.ts';
import { edge } from './edge.ts';

const loadBalancer = 'AWS::ElasticLoadBalancingV2::LoadBalancer';
const listener = 'AWS::ElasticLoadBalancingV2::Listener';
const listenerRule = 'AWS::ElasticLoadBalancingV2::ListenerRule';
const targetGroup = 'AWS::ElasticLoadBalancingV2::TargetGroup';
const classic = 'AWS::ElasticLoadBalancing::LoadBalancer';
const instance = 'AWS::EC2::Instance';
const certificates = ['AWS::CertificateManager::Certificate', 'AWS::IAM::ServerCertificate'];

const actions = (type: string, path: string): readonly EdgeRule[] => [
  edge(type, `${path}.TargetGroupArn`, 'arn', 'forwards_to', targetGroup, {
    example: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:targetgroup/web/73e2d6bc24d8a067',
  }),
  edge(type, `${path}.ForwardConfig.TargetGroups[].TargetGroupArn`, 'arn', 'forwards_to', targetGroup, {
    properties: { weight: 'Weight' },
  }),
  edge(type, `${path}.AuthenticateCognitoConfig.UserPoolArn`, 'arn', 'uses', 'AWS::Cognito::UserPool', {
    example: 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_Ab12Cd34E',
  }),
];

const target = (
  targetType: 'instance' | 'ip' | 'lambda' | 'alb',
  matcher: EdgeRule['matcher'],
  type: string,
  read?: string,
): EdgeRule =>
  edge(targetGroup, 'TargetHealthDescriptions[].Target.Id', matcher, 'targets', type, {
    variant: targetType,
    ...defined({ read }),
    when: { on: 'holder', conditions: [{ path: 'TargetType', equals: targetType }] },
    properties: { port: 'Port' },
  });

export const elasticLoadBalancingRules: readonly EdgeRule[] = [
  vpcId(loadBalancer, 'VpcId', 'contained_in'),
  subnetId(loadBalancer, 'AvailabilityZones[].SubnetId', 'contained_in'),
  securityGroupId(loadBalancer, 'SecurityGroups[]', 'uses'),
  edge(
    loadBalancer,
    'AvailabilityZones[].LoadBalancerAddresses[].AllocationId',
    'id',
    'uses',
    'AWS::EC2::EIP',
    { example: 'eipalloc-0a1b2c3d4e5f60718' },
  ),
  ...['access_logs', 'connection_logs'].map((logs) =>
    edge(loadBalancer, 'Attributes[].Value', 'arn', 'logs_to', 'AWS::S3::Bucket', {
      variant: logs,
      when: { on: 'item', conditions: [{ path: 'Key', equals: `${logs}.s3.bucket` }] },
      text: { excludes: ':' },
      read: 'arn:{partition}:s3:::{value}',
    }),
  ),

  ...actions(listener, 'DefaultActions[]'),
  edge(listener, 'FurtherCertificates[].CertificateArn', 'arn', 'uses', certificates, {
    example: 'arn:aws:acm:eu-west-1:123456789012:certificate/1f2d3c4b-5a69-4788-9a0b-c1d2e3f40516',
  }),
  edge(listener, 'Certificates[].CertificateArn', 'arn', 'uses', certificates, {
    example: 'arn:aws:acm:eu-west-1:123456789012:certificate/7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
  }),
  ...actions(listenerRule, 'Actions[]'),

  vpcId(targetGroup, 'VpcId', 'contained_in'),
  edge(targetGroup, 'LoadBalancerArns[]', 'arn', 'forwards_to', loadBalancer, {
    reversed: true,
    example: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/web/50dc6c495c0c9188',
  }),
  target('instance', 'id', instance),
  target('lambda', 'arn', 'AWS::Lambda::Function'),
  target('alb', 'arn', loadBalancer),
  target('ip', 'name', 'AWS::EC2::NetworkInterface', '{holder.VpcId}/{value}'),

  vpcId(classic, 'VPCId', 'contained_in'),
  subnetId(classic, 'Subnets[]', 'contained_in'),
  securityGroupId(classic, 'SecurityGroups[]', 'uses'),
  edge(classic, 'Instances[].InstanceId', 'id', 'targets', instance, { example: 'i-0a1b2c3d4e5f60718' }),
  edge(classic, 'ListenerDescriptions[].Listener.SSLCertificateId', 'arn', 'uses', certificates, {
    example: 'arn:aws:acm:eu-west-1:123456789012:certificate/7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
  }),
];
