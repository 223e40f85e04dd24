import type { EdgeRule } from '../edge-rule.ts';
import { allowedResources } from './common-edges.ts';
import { edge } from './edge.ts';

const permissionSet = 'AWS::SSO::PermissionSet';
const assignment = 'AWS::SSO::Assignment';

export const ssoRules: readonly EdgeRule[] = [
  edge(permissionSet, 'AttachedManagedPolicies[].Arn', 'arn', 'has_policy', 'AWS::IAM::ManagedPolicy', {
    example: 'arn:aws:iam::aws:policy/ReadOnlyAccess',
  }),
  allowedResources(permissionSet, 'InlinePolicy'),
  edge(assignment, 'PrincipalId', 'arn', 'allows_from', 'AWS::IdentityStore::User', {
    variant: 'user',
    read: 'arn:{partition}:identitystore:::user/{value}',
    when: { on: 'item', conditions: [{ path: 'PrincipalType', equals: 'USER' }] },
  }),
  edge(assignment, 'PrincipalId', 'arn', 'allows_from', 'AWS::IdentityStore::Group', {
    variant: 'group',
    read: 'arn:{partition}:identitystore:::group/{value}',
    when: { on: 'item', conditions: [{ path: 'PrincipalType', equals: 'GROUP' }] },
  }),
  edge(assignment, 'AccountId', 'id', 'targets', ['AWS::Organizations::Account', 'account'], {
    example: '210987654321',
  }),
  edge(
    'AWS::IdentityStore::GroupMembership',
    'MemberId.UserId',
    'arn',
    'connects',
    'AWS::IdentityStore::User',
    {
      read: 'arn:{partition}:identitystore:::user/{value}',
      example: {
        '7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11':
          'arn:aws:identitystore:::user/7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
      },
    },
  ),
];
