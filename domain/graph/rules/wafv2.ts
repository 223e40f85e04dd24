import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const webACL = 'AWS::WAFv2::WebACL';
const logging = 'AWS::WAFv2::LoggingConfiguration';
const ruleGroup = 'AWS::WAFv2::RuleGroup';

export const wafv2Rules: readonly EdgeRule[] = [
  edge(webACL, 'Rules[].Statement.**.ARN', 'arn', 'uses', 'AWS::WAFv2::IPSet', {
    variant: 'ip-set',
    text: { includes: '/ipset/' },
  }),
  edge(webACL, 'Rules[].Statement.**.ARN', 'arn', 'uses', 'AWS::WAFv2::RegexPatternSet', {
    variant: 'regex-pattern-set',
    text: { includes: '/regexpatternset/' },
  }),
  edge(webACL, 'Rules[].Statement.**.ARN', 'arn', 'uses', 'AWS::WAFv2::RuleGroup', {
    variant: 'rule-group',
    text: { includes: '/rulegroup/' },
  }),
  edge(ruleGroup, 'Rules[].Statement.**.ARN', 'arn', 'uses', 'AWS::WAFv2::IPSet', {
    variant: 'ip-set',
    text: { includes: '/ipset/' },
  }),
  edge(ruleGroup, 'Rules[].Statement.**.ARN', 'arn', 'uses', 'AWS::WAFv2::RegexPatternSet', {
    variant: 'regex-pattern-set',
    text: { includes: '/regexpatternset/' },
  }),
  edge('AWS::WAFv2::WebACLAssociation', 'ResourceArn', 'arn', 'protects', [], {
    example: {
      'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/web/50dc6c495c0c9188': true,
      'arn:aws:apigateway:eu-west-1::/restapis/a1b2c3d4e5/stages/live': true,
      'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_AbCdEfGhI': true,
    },
  }),
  edge(logging, 'ResourceArn', 'arn', 'contained_in', webACL, {
    example: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/web/7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
  }),
  edge(
    logging,
    'LogDestinationConfigs[]',
    'arn',
    'logs_to',
    ['AWS::KinesisFirehose::DeliveryStream', 'AWS::Logs::LogGroup', 'AWS::S3::Bucket'],
    {
      example: [
        'arn:aws:firehose:eu-west-1:123456789012:deliverystream/aws-waf-logs-web',
        'arn:aws:logs:eu-west-1:123456789012:log-group:aws-waf-logs-web',
        'arn:aws:s3:::aws-waf-logs-web',
      ],
    },
  ),
];
