import type { EdgeRule } from '../edge-rule.ts';
import { roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const action = 'AWS::Budgets::BudgetsAction';

/** Source: AWS Budgets API reference, Action. */
export const budgetsRules: readonly EdgeRule[] = [
  edge(action, 'BudgetName', 'name', 'contained_in', 'AWS::Budgets::Budget', { example: 'monthly' }),
  roleArn(action, 'ExecutionRoleArn', 'runs_as'),
  edge(action, 'Definition.IamActionDefinition.PolicyArn', 'arn', 'uses', 'AWS::IAM::ManagedPolicy', {
    example: 'arn:aws:iam::123456789012:policy/deny-launch',
  }),
  edge(action, 'Definition.IamActionDefinition.Roles[]', 'name', 'targets', 'AWS::IAM::Role', {
    example: 'developers',
  }),
  edge(action, 'Definition.IamActionDefinition.Groups[]', 'name', 'targets', 'AWS::IAM::Group', {
    example: 'developers',
  }),
  edge(action, 'Definition.SsmActionDefinition.InstanceIds[]', 'id', 'targets', 'AWS::EC2::Instance', {
    example: 'i-0a1b2c3d4e5f60718',
  }),
];
