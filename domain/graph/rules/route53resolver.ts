import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const resolverEndpoint = 'AWS::Route53Resolver::ResolverEndpoint';
const resolverRule = 'AWS::Route53Resolver::ResolverRule';
const resolverRuleAssociation = 'AWS::Route53Resolver::ResolverRuleAssociation';
const resolverQueryLoggingConfig = 'AWS::Route53Resolver::ResolverQueryLoggingConfig';

export const route53ResolverRules: readonly EdgeRule[] = [
  edge(resolverEndpoint, 'SecurityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(resolverEndpoint, 'HostVPCId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(resolverRule, 'ResolverEndpointId', 'id', 'uses', 'AWS::Route53Resolver::ResolverEndpoint'),
  edge(resolverRuleAssociation, 'ResolverRuleId', 'id', 'connects', 'AWS::Route53Resolver::ResolverRule'),
  edge(resolverRuleAssociation, 'VPCId', 'id', 'connects', 'AWS::EC2::VPC'),
  edge(resolverQueryLoggingConfig, 'DestinationArn', 'arn', 'logs_to', [
    'AWS::Logs::LogGroup',
    'AWS::S3::Bucket',
    'AWS::KinesisFirehose::DeliveryStream',
  ]),
];
