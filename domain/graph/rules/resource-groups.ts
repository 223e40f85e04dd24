import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const group = 'AWS::ResourceGroups::Group';

export const resourceGroupsRules: readonly EdgeRule[] = [
  edge(group, 'ResourceQuery.Query.StackIdentifier', 'arn', 'references', 'AWS::CloudFormation::Stack'),
];
