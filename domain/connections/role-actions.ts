import { cloudControlActions } from '../discovery/cloud-control/cloud-control-types.ts';
import { byCodeUnit } from '../json/canonical.ts';
import { allActions } from '../discovery/declaration/resource-types.ts';

/** IAM actions that the role needs in addition to the collectors' actions, by purpose. */
const roleActionsByPurpose = {
  /** `sts:GetCallerIdentity` is not listed because it needs no permission. */
  validation: ['ec2:DescribeRegions', 'iam:ListRoleTags'],
  cloudControl: cloudControlActions,
  changes: ['cloudtrail:LookupEvents'],
  /**
   * Hints of the types that an account uses, see `readDiscoveryHints`. The service authorization reference names no action
   * for the operation ListResources of Resource Explorer, so the role also gets the action of Search.
   */
  hints: ['resource-explorer-2:ListResources', 'resource-explorer-2:Search', 'tag:GetResources'],
} as const;

/** IAM actions that list the organization's units and accounts. Only the management account's role has them. */
export const organizationActions = [
  'organizations:DescribeOrganization',
  'organizations:ListAccountsForParent',
  'organizations:ListOrganizationalUnitsForParent',
  'organizations:ListRoots',
] as const;

/** IAM actions that read Terraform state, granted only on the S3 objects in the template parameters. */
export const stateObjectActions = ['s3:GetObject', 's3:GetObjectVersion'] as const;

/**
 * Pattern of `kms:ViaService` for S3: the host name of the service. That of aws-cn ends with `.cn`. Source: AWS KMS Developer
 * Guide, "kms:ViaService"; Amazon Web Services General Reference for China, endpoints of S3.
 */
export const s3ViaService = 's3.*.amazonaws.com*';

/** Every IAM action of the reader role, sorted and without duplicates. */
export function roleActions(): readonly string[] {
  return [...new Set([...allActions(), ...Object.values(roleActionsByPurpose).flat()])].sort(byCodeUnit);
}
