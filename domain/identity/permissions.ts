/** Every permission with its description. The order is the display order. */
export const permissionDescriptions = {
  'organization:read': 'View the organization',
  'organization:update': 'Change the organization and its settings',
  'audit_log:read': 'Read and verify the audit log',
  'api_tokens:read': 'List API tokens',
  'api_tokens:manage': 'Create, rename and revoke API tokens',
  'ingest_tokens:read': 'List ingest tokens',
  'ingest_tokens:manage': 'Create and revoke ingest tokens',
  'members:read': 'List members and pending invitations',
  'members:manage': 'Invite, deactivate and reactivate members and replace their roles',
  'roles:read': 'List roles and permissions',
  'roles:manage':
    'Create, change and delete custom roles, change which roles groups give, and mark break-glass users',
  'sso:read': 'View the configuration of single sign-on',
  'sso:manage': 'Change the configuration of single sign-on',
  scim: 'Provision users and groups by SCIM; the only permission of the API token of a directory',
  'connections:read': 'View cloud connections',
  'connections:manage': 'Create, change, validate and delete cloud connections',
  'accounts:read': 'View cloud accounts',
  'accounts:manage': 'Add, change and validate cloud accounts',
  'scans:read': 'View scans, their tasks and the coverage',
  'scans:run': 'Start, retry and cancel scans',
  'resources:read': 'Search and read the inventory',
  'queries:manage': 'Create, change and delete saved queries',
  'changes:read': 'Read the change timeline',
  'changes:retry': 'Retry change ingestion',
  'mapping:read': 'View how resources map to code',
  'mapping:correct': 'Correct how resources map to code',
  'state_sources:read': 'View Terraform state sources',
  'state_sources:manage': 'Add, change, sync and delete Terraform state sources',
  'scm:read': 'View source-control connections',
  'scm:manage': 'Connect, change, sync and delete source-control connections',
  'repositories:read': 'View repositories',
  'repositories:manage': 'Change repositories, their grants and associations',
  'iac_projects:read': 'View infrastructure-as-code projects',
  'iac_projects:manage': 'Add and correct infrastructure-as-code projects',
  'pull_requests:read': 'View pull requests',
  'applications:read': 'View applications and memberships',
  'applications:manage': 'Create and change applications and declare their resources',
  'environments:read': 'View environments',
  'environments:manage': 'Create, change and delete environments',
  'teams:read': 'View teams',
  'teams:manage': 'Create, change and delete teams and their members',
  'ownership:read': 'View ownership, its events and issues',
  'ownership:manage': 'Assign and remove owners',
  'rules:read': 'View and preview inference rules',
  'rules:manage': 'Create, change and delete inference rules',
  'memberships:review': 'Confirm and reject inferred memberships',
  'graph:read': 'Read the relationship graph',
  'graph:extract': 'Start extraction runs',
  'plans:read': 'Read Terraform plans',
  'executions:read': 'Read executions',
  'events:read': 'Read the feed of events',
  'subscriptions:read': 'View event subscriptions and their deliveries',
  'subscriptions:manage': 'Create, change, test and delete event subscriptions',
  'assistant:use': 'Use the AI assistant',
  'assistant:read_settings': 'View the settings of the AI assistant',
  'assistant:manage': 'Change the settings of the AI assistant',
  'assistant:audit': 'Read the audit log of the AI assistant',
} as const;

export type Permission = keyof typeof permissionDescriptions;

/** Every permission name, in display order. */
export const permissions = Object.keys(permissionDescriptions) as readonly Permission[];

/**
 * Permissions that no API token has: with them, a program could give itself or others more rights. `scim` is the exception: a
 * token can have it alone.
 */
const personal =
  /^(?:members:manage|roles:manage|sso:manage|scim|organization:update|api_tokens:.*|ingest_tokens:manage|assistant:manage)$/;

/** The permissions that an API token can have, in display order. */
export const tokenPermissions = permissions.filter((name) => !personal.test(name));

/** Permissions that no custom role has: with them, a member could give rights to others or change the whole organization. */
const administrative =
  /^(?:members:manage|roles:manage|sso:manage|scim|organization:update|api_tokens:manage|ingest_tokens:manage|assistant:manage)$/;

/** The permissions that a custom role can have, in display order. */
export const customRolePermissions = permissions.filter((name) => !administrative.test(name));
