import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, allowedResources, roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const role = 'AWS::IAM::Role';
const user = 'AWS::IAM::User';
const group = 'AWS::IAM::Group';
const policy = 'AWS::IAM::ManagedPolicy';
const profile = 'AWS::IAM::InstanceProfile';

const attachedPolicies = (type: string): EdgeRule =>
  edge(type, 'AttachedManagedPolicies[].PolicyArn', 'arn', 'has_policy', policy, {
    example: 'arn:aws:iam::aws:policy/ReadOnlyAccess',
  });
const boundary = (type: string): EdgeRule =>
  edge(type, 'PermissionsBoundary.PermissionsBoundaryArn', 'arn', 'has_policy', policy, {
    example: 'arn:aws:iam::123456789012:policy/boundary',
  });
const inlinePolicy = (type: string, owner: string, ownerName: string): readonly EdgeRule[] => [
  edge(type, ownerName, 'name', 'has_policy', owner, { reversed: true, example: 'web' }),
  allowedResources(type, 'PolicyDocument'),
];

export const iamRules: readonly EdgeRule[] = [
  ...allowedBy(role, 'AssumeRolePolicyDocument', 'trusts'),
  attachedPolicies(role),
  boundary(role),
  allowedResources(role, 'RolePolicyList[].PolicyDocument'),
  edge(role, 'InstanceProfileList[].Arn', 'arn', 'uses', profile, {
    reversed: true,
    example: 'arn:aws:iam::123456789012:instance-profile/web',
  }),
  ...inlinePolicy('AWS::IAM::RolePolicy', role, 'RoleName'),

  attachedPolicies(user),
  boundary(user),
  edge(user, 'GroupList[]', 'name', 'member_of', group, { example: 'admins' }),
  allowedResources(user, 'UserPolicyList[].PolicyDocument'),
  ...inlinePolicy('AWS::IAM::UserPolicy', user, 'UserName'),

  attachedPolicies(group),
  allowedResources(group, 'GroupPolicyList[].PolicyDocument'),
  ...inlinePolicy('AWS::IAM::GroupPolicy', group, 'GroupName'),

  allowedResources(policy, 'PolicyVersionList[].Document', {
    when: {
      on: 'item',
      conditions: [
        { path: 'Effect', equals: 'Allow' },
        { path: '^.^.IsDefaultVersion', equals: true },
      ],
    },
  }),
  roleArn(profile, 'Roles[].Arn', 'uses'),
  edge('AWS::IAM::VirtualMFADevice', 'User.Arn', 'arn', 'attached_to', user, {
    example: 'arn:aws:iam::123456789012:user/ada',
  }),
  edge('AWS::IAM::ServiceSpecificCredential', 'UserName', 'name', 'contained_in', user, { example: 'ada' }),
];
