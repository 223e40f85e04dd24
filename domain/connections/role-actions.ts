import { cloudControlActions } from '../discovery/cloud-control/cloud-control-types.ts';
import { byCodeUnit } from '../discovery/canonical-json.ts';
import { allActions } from '../discovery/resource-types.ts';

/** What the role needs besides the collectors' own actions, by purpose. */
export const roleActionsByPurpose = {
  /** `GetCallerIdentity` needs no permission. */
  validation: ['ec2:DescribeRegions', 'iam:ListRoleTags'],
  cloudControl: cloudControlActions,
  changes: ['cloudtrail:LookupEvents'],
} as const;

/** Walking the organization; in the management account's role alone. */
export const organizationActions = [
  'organizations:DescribeOrganization',
  'organizations:ListAccountsForParent',
  'organizations:ListOrganizationalUnitsForParent',
  'organizations:ListRoots',
] as const;

/** Reading Terraform state: only on the objects that the customer names. */
export const stateObjectActions = ['s3:GetObject', 's3:GetObjectVersion'] as const;

/** Every action of the reader role, sorted, each once. */
export function roleActions(): readonly string[] {
  return [...new Set([...allActions(), ...Object.values(roleActionsByPurpose).flat()])].sort(byCodeUnit);
}
