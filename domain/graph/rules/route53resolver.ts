import type { EdgeRule } from '../edge-rule.ts';
import { securityGroupId, vpcId } from './common-edges.ts';
import { edge } from './edge.ts';

const resolverEndpoint = 'AWS::Route53Resolver::ResolverEndpoint';
const resolverRule = 'AWS::Route53Resolver::ResolverRule';
const resolverRuleAssociation = 'AWS::Route53Resolver::ResolverRuleAssociation';
const resolverQueryLoggingConfig = 'AWS::Route53Resolver::ResolverQueryLoggingConfig';

export const route53ResolverRules: readonly EdgeRule[] = [
  securityGroupId(resolverEndpoint, 'SecurityGroupIds[]', 'uses'),
  vpcId(resolverEndpoint, 'HostVPCId', 'contained_in'),
  edge(resolverRule, 'ResolverEndpointId', 'id', 'uses', 'AWS::Route53Resolver::ResolverEndpoint', {
    example: 'rslvr-out-0123456789abcdef0',
  }),
  edge(resolverRuleAssociation, 'ResolverRuleId', 'id', 'connects', 'AWS::Route53Resolver::ResolverRule', {
    example: 'rslvr-rr-0123456789abcdef0',
  }),
  vpcId(resolverRuleAssociation, 'VPCId', 'connects'),
  edge(
    resolverQueryLoggingConfig,
    'DestinationArn',
    'arn',
    'logs_to',
    ['AWS::Logs::LogGroup', 'AWS::S3::Bucket', 'AWS::KinesisFirehose::DeliveryStream'],
    {
      example: {
        'arn:aws:logs:eu-west-1:123456789012:log-group:/route53/queries:*':
          'arn:aws:logs:eu-west-1:123456789012:log-group:/route53/queries',
      },
    },
  ),
];
