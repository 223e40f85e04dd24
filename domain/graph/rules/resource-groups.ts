import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const group = 'AWS::ResourceGroups::Group';

export const resourceGroupsRules: readonly EdgeRule[] = [
  edge(group, 'ResourceQuery.Query.StackIdentifier', 'arn', 'references', 'AWS::CloudFormation::Stack', {
    example:
      'arn:aws:cloudformation:eu-west-1:123456789012:stack/checkout-production/0d1e2f3a-4b5c-4d6e-8f70-81929a3b4c5d',
  }),
];
