import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const permissionSet = 'AWS::SSO::PermissionSet';

export const ssoRules: readonly EdgeRule[] = [
  edge(permissionSet, 'InstanceArn', 'arn', 'contained_in', 'AWS::SSO::Instance', {
    example: 'arn:aws:sso:::instance/ssoins-68044f8b1c2d3e4f',
  }),
  edge(permissionSet, 'AttachedManagedPolicies[].Arn', 'arn', 'has_policy', 'AWS::IAM::ManagedPolicy', {
    example: 'arn:aws:iam::aws:policy/ReadOnlyAccess',
  }),
];
