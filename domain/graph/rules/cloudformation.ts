import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const stack = 'AWS::CloudFormation::Stack';

/** The resources of a stack have tags with its ARN: `any.ts`. */
export const cloudformationRules: readonly EdgeRule[] = [
  edge(stack, 'ParentId', 'arn', 'manages', stack, { reversed: true }),
  edge(stack, 'RoleARN', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(stack, 'NotificationARNs[]', 'arn', 'notifies', 'AWS::SNS::Topic'),
];
