import { customRolePermissions, permissions } from './permissions.ts';
import type { Permission } from './permissions.ts';

/** Names of the built-in roles. */
export const roleNames = ['platform_admin', 'cloud_admin', 'engineer', 'auditor', 'viewer'] as const;
export type RoleName = (typeof roleNames)[number];

export interface Role {
  readonly name: RoleName;
  readonly description: string;
  readonly permissions: readonly Permission[];
}

const notForViewers = /^(audit_log|api_tokens|ingest_tokens|assistant|sso):/;

const viewer: readonly Permission[] = [
  ...permissions.filter((name) => name.endsWith(':read') && !notForViewers.test(name)),
  'assistant:use',
  'assistant:read_settings',
];

const engineer: readonly Permission[] = [
  ...viewer,
  'scans:run',
  'mapping:correct',
  'iac_projects:manage',
  'applications:manage',
  'teams:manage',
  'ownership:manage',
  'rules:manage',
  'memberships:review',
  'graph:extract',
  'queries:manage',
];

const cloudAdmin: readonly Permission[] = [
  ...engineer,
  'connections:manage',
  'accounts:manage',
  'state_sources:manage',
  'scm:manage',
  'repositories:manage',
  'environments:manage',
  'changes:retry',
  'subscriptions:manage',
  'api_tokens:read',
  'api_tokens:manage',
  'ingest_tokens:read',
  'ingest_tokens:manage',
];

const auditor: readonly Permission[] = [
  ...viewer.filter((name) => name !== 'assistant:use'),
  'audit_log:read',
  'assistant:audit',
  'api_tokens:read',
  'ingest_tokens:read',
  'sso:read',
];

/** The roles with their permissions. Authorization, the API's documentation and the tests read this table. */
export const roles: Readonly<Record<RoleName, Role>> = {
  platform_admin: role('platform_admin', 'All permissions', permissions),
  cloud_admin: role(
    'cloud_admin',
    'Manages cloud connections, source control and state sources; includes all permissions of engineer',
    cloudAdmin,
  ),
  engineer: role(
    'engineer',
    'Runs scans, corrects mappings, and manages applications, teams and rules; includes all permissions of viewer',
    engineer,
  ),
  auditor: role('auditor', 'Reads everything including the audit logs; cannot use the assistant', auditor),
  viewer: role('viewer', 'Reads the inventory and uses the assistant', viewer),
};

/**
 * Returns the union of the roles' permissions in display order. Names of no built-in role, such as ids of custom roles, are
 * ignored: `custom` has the permissions of the custom roles, of which those that no custom role can have are ignored.
 */
export function permissionsOf(
  names: readonly string[],
  custom: readonly string[] = [],
): readonly Permission[] {
  const held = new Set<string>(names.flatMap((name) => (isRoleName(name) ? roles[name].permissions : [])));
  for (const permission of customRolePermissions) if (custom.includes(permission)) held.add(permission);
  return permissions.filter((permission) => held.has(permission));
}

/** A role that a user gives to another: the name of a built-in role or the id of a custom role, with its permissions. */
export interface GrantedRole {
  readonly role: string;
  readonly permissions: readonly Permission[];
}

/** Returns those of some roles that a user with the permissions `held` may give to others: nobody gives more than they hold. */
export function grantableRoles(
  held: readonly Permission[],
  wanted: readonly GrantedRole[],
): readonly GrantedRole[] {
  if (!held.includes('members:manage')) return [];
  return wanted.filter((role) => role.permissions.every((permission) => held.includes(permission)));
}

export function isRoleName(name: string): name is RoleName {
  return roleNames.some((role) => role === name);
}

function role(name: RoleName, description: string, held: readonly Permission[]): Role {
  return { name, description, permissions: permissions.filter((permission) => held.includes(permission)) };
}
