import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const webACL = 'AWS::WAFv2::WebACL';
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
];
