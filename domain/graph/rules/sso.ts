import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const permissionSet = 'AWS::SSO::PermissionSet';

export const ssoRules: readonly EdgeRule[] = [
  edge(permissionSet, 'AttachedManagedPolicies[].Arn', 'arn', 'has_policy', 'AWS::IAM::ManagedPolicy', {
    example: 'arn:aws:iam::aws:policy/ReadOnlyAccess',
  }),
];
