import { permissions } from './permissions.ts';
import type { Permission } from './permissions.ts';

export const roleNames = ['platform_admin', 'cloud_admin', 'engineer', 'auditor', 'viewer'] as const;
export type RoleName = (typeof roleNames)[number];

export interface Role {
  readonly name: RoleName;
  readonly description: string;
  readonly permissions: readonly Permission[];
}

const notForViewers = /^(audit_log|ingest_tokens|assistant):/;

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
  'ingest_tokens:read',
  'ingest_tokens:manage',
];

const auditor: readonly Permission[] = [
  ...viewer.filter((name) => name !== 'assistant:use'),
  'audit_log:read',
  'assistant:audit',
  'ingest_tokens:read',
];

/** The five roles and what each holds; the one table behind authorization, docs and tests. */
export const roles: Readonly<Record<RoleName, Role>> = {
  platform_admin: role('platform_admin', 'Holds every permission', permissions),
  cloud_admin: role(
    'cloud_admin',
    'Connects clouds, source control and state, and all an engineer may',
    cloudAdmin,
  ),
  engineer: role('engineer', 'Scans, corrects mappings, and keeps applications, teams and rules', engineer),
  auditor: role('auditor', 'Reads everything, the audit logs included', auditor),
  viewer: role('viewer', 'Reads the inventory and uses the assistant', viewer),
};

/** The union of what the named roles hold, in vocabulary order. Unknown names hold nothing. */
export function permissionsOf(names: readonly string[]): readonly Permission[] {
  const held = new Set(names.flatMap((name) => (isRoleName(name) ? roles[name].permissions : [])));
  return permissions.filter((permission) => held.has(permission));
}

export function isRoleName(name: string): name is RoleName {
  return roleNames.some((role) => role === name);
}

function role(name: RoleName, description: string, held: readonly Permission[]): Role {
  return { name, description, permissions: permissions.filter((permission) => held.includes(permission)) };
}
