import type { JsonObject } from '../json/json.ts';
import { byCodeUnit } from '../json/canonical.ts';
import { allow, boundaryPolicy, deny, iamArn, substitute } from './policy-json.ts';
import { s3ViaService, stateObjectActions } from './role-actions.ts';

/** Names of the permissions boundaries. They do not match the names of the policies that an upgrade may change. */
const readerBoundaryName = '${RoleName}-boundary';
const upgraderBoundaryName = '${RoleName}-upgrade-boundary';

export const readerBoundaryArn = iamArn(`policy/${readerBoundaryName}`);
const upgraderBoundaryArn = iamArn(`policy/${upgraderBoundaryName}`);

/**
 * Returns the actions of the reader's permissions boundary: `List*` and `Describe*` of each service whose list or
 * describe actions the role uses, and every other action of the role by its full name. Only the first two verbs become
 * patterns, because they never return the data in a customer's resources; `Get*` does for many services, for example
 * `s3:GetObject` and `secretsmanager:GetSecretValue`; of these, only those of {@link settingPatterns} become patterns. A
 * managed policy has room for 6,144 characters, which is why the boundary cannot name every action.
 */
function boundaryActions(actions: readonly string[]): readonly string[] {
  const patterns = actions.map((action) => {
    const setting = settingPatterns.find((pattern) => {
      const [start = '', end = ''] = pattern.split('*');
      return action.length >= pattern.length - 1 && action.startsWith(start) && action.endsWith(end);
    });
    return setting ?? action.replace(/^([^:]+:(?:List|Describe)).*$/, '$1*');
  });
  return [...new Set(patterns)].sort(byCodeUnit);
}

/** Patterns of `Get*` actions that return only settings. Source: AWS service authorization reference, read one by one. */
const settingPatterns: readonly string[] = [
  'dlm:GetLifecycle*',
  'ec2:Get*BlockPublicAccessState',
  'ec2:GetEbs*',
  'ecr:Get*Policy',
  'iam:GetAccount*',
  'kms:GetKey*',
  'ram:GetResourceShare*',
  'resource-groups:Get*',
  's3:Get*Configuration',
  's3:GetAccessPoint*',
  's3:GetBucket*',
];

/**
 * Returns the permissions boundary of the reader role. It limits what any policy, also one of an upgrade, can grant: read
 * actions, the Terraform state objects in the template parameters, and `upgrade`, the start of an upgrade.
 */
export function readerBoundary(actions: readonly string[], upgrade: readonly JsonObject[]): JsonObject {
  return boundaryPolicy(substitute(readerBoundaryName), [
    allow(boundaryActions(actions), '*'),
    allow(stateObjectActions, {
      // A policy with an empty resource is invalid. No bucket name can contain an underscore.
      'Fn::If': ['HasState', { Ref: 'StateObjectArns' }, substitute('arn:${AWS::Partition}:s3:::no_state')],
    }),
    allow(['kms:Decrypt'], '*', { StringLike: { 'kms:ViaService': s3ViaService } }),
    ...upgrade,
  ]);
}

/** Returns the permissions boundary of the upgrader role, which limits it to `statements`. */
export function upgraderBoundary(statements: readonly JsonObject[]): JsonObject {
  return boundaryPolicy(substitute(upgraderBoundaryName), statements);
}

/** Statements that deny every change of the boundaries and every removal of a boundary from a role. */
export const boundaryProtection: readonly JsonObject[] = [
  deny(
    [
      'iam:CreatePolicy',
      'iam:CreatePolicyVersion',
      'iam:DeletePolicy',
      'iam:DeletePolicyVersion',
      'iam:SetDefaultPolicyVersion',
    ],
    [readerBoundaryArn, upgraderBoundaryArn],
  ),
  deny(['iam:DeleteRolePermissionsBoundary', 'iam:PutRolePermissionsBoundary'], '*'),
];
