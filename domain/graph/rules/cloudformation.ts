import type { EdgeRule } from '../edge-rule.ts';
import { roleArn, topicArn } from './common-edges.ts';
import { edge } from './edge.ts';

const stack = 'AWS::CloudFormation::Stack';

/** The resources of a stack have tags with its ARN: `any.ts`. */
export const cloudformationRules: readonly EdgeRule[] = [
  edge(stack, 'ParentId', 'arn', 'manages', stack, {
    reversed: true,
    example: 'arn:aws:cloudformation:eu-west-1:123456789012:stack/web/7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
  }),
  roleArn(stack, 'RoleARN', 'runs_as'),
  topicArn(stack, 'NotificationARNs[]', 'notifies'),
];
