import type { ComponentType } from 'react';
import type { PermissionName } from '../api-client/api-types.ts';

/** A page of the console. */
export interface PageDeclaration {
  /** The path in the form of the router: `$id` is a parameter, `{-$token}` one that can be absent. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
  /** The name in the navigation; pages without one are reached from others. */
  readonly title?: string;
  readonly group?: PageGroup;
  /** The page is offered to callers with the permission. */
  readonly permission?: PermissionName;
}

export type PageGroup = (typeof pageGroups)[number];

export const pageGroups = ['Inventory', 'Code', 'Ownership', 'Sources', 'Settings'] as const;

/** Pages without a session. */
export const publicPages: readonly PageDeclaration[] = [
  page('/sign-in', async () => (await import('./identity/sign-in-page.tsx')).SignInPage),
  page('/sign-up', async () => (await import('./identity/sign-up-page.tsx')).SignUpPage),
  page('/invitations/$token', async () => (await import('./identity/invitation-page.tsx')).InvitationPage),
  page(
    '/password-reset/{-$token}',
    async () => (await import('./identity/password-reset-page.tsx')).PasswordResetPage,
  ),
  page(
    '/verify-email/$token',
    async () => (await import('./identity/verify-email-page.tsx')).VerifyEmailPage,
  ),
];

/** Pages with a session, in the order of the navigation. */
export const pages: readonly PageDeclaration[] = [
  page(
    '/',
    async () => (await import('./inventory/overview-page.tsx')).OverviewPage,
    'Overview',
    'Inventory',
    'resources:read',
  ),
  page(
    '/resources',
    async () => (await import('./inventory/resources-page.tsx')).ResourcesPage,
    'Resources',
    'Inventory',
    'resources:read',
  ),
  page('/resources/$id', async () => (await import('./inventory/resource-page.tsx')).ResourcePage),
  page(
    '/changes',
    async () => (await import('./changes/changes-page.tsx')).ChangesPage,
    'Changes',
    'Inventory',
    'changes:read',
  ),
  page(
    '/queries',
    async () => (await import('./queries/queries-page.tsx')).QueriesPage,
    'Saved queries',
    'Inventory',
    'resources:read',
  ),
  page(
    '/graph',
    async () => (await import('./graph/graph-page.tsx')).GraphPage,
    'Graph',
    'Inventory',
    'graph:read',
  ),
  page(
    '/exposure',
    async () => (await import('./graph/exposure-page.tsx')).ExposurePage,
    'Exposure',
    'Inventory',
    'graph:read',
  ),
  page(
    '/assistant',
    async () => (await import('./assistant/assistant-page.tsx')).AssistantPage,
    'Assistant',
    'Inventory',
    'assistant:use',
  ),
  page(
    '/mapping',
    async () => (await import('./mapping/mapping-page.tsx')).MappingPage,
    'Mapping to code',
    'Code',
    'mapping:read',
  ),
  page(
    '/drift',
    async () => (await import('./drift/drift-page.tsx')).DriftPage,
    'Drift',
    'Code',
    'mapping:read',
  ),
  page(
    '/code',
    async () => (await import('./scm/code-page.tsx')).CodePage,
    'Repositories and projects',
    'Code',
    'repositories:read',
  ),
  page('/repositories/$id', async () => (await import('./scm/repository-page.tsx')).RepositoryPage),
  page('/projects/$id', async () => (await import('./scm/project-page.tsx')).ProjectPage),
  page(
    '/plans',
    async () => (await import('./plans/plans-page.tsx')).PlansPage,
    'Plans',
    'Code',
    'plans:read',
  ),
  page('/plans/$id', async () => (await import('./plans/plan-page.tsx')).PlanPage),
  page(
    '/executions',
    async () => (await import('./plans/executions-page.tsx')).ExecutionsPage,
    'Executions',
    'Code',
    'executions:read',
  ),
  page('/executions/$id', async () => (await import('./plans/execution-page.tsx')).ExecutionPage),
  page(
    '/ownership',
    async () => (await import('./ownership/ownership-page.tsx')).OwnershipPage,
    'Ownership',
    'Ownership',
    'ownership:read',
  ),
  page(
    '/applications',
    async () => (await import('./applications/applications-page.tsx')).ApplicationsPage,
    'Applications',
    'Ownership',
    'applications:read',
  ),
  page(
    '/applications/$id',
    async () => (await import('./applications/application-page.tsx')).ApplicationPage,
  ),
  page(
    '/teams',
    async () => (await import('./ownership/teams-page.tsx')).TeamsPage,
    'Teams',
    'Ownership',
    'teams:read',
  ),
  page('/teams/$id', async () => (await import('./ownership/team-page.tsx')).TeamPage),
  page(
    '/environments',
    async () => (await import('./applications/environments-page.tsx')).EnvironmentsPage,
    'Environments',
    'Ownership',
    'environments:read',
  ),
  page(
    '/accounts',
    async () => (await import('./connections/accounts-page.tsx')).AccountsPage,
    'Accounts',
    'Sources',
    'accounts:read',
  ),
  page('/accounts/$id', async () => (await import('./connections/account-page.tsx')).AccountPage),
  page(
    '/connections',
    async () => (await import('./connections/connections-page.tsx')).ConnectionsPage,
    'AWS connections',
    'Sources',
    'connections:read',
  ),
  page(
    '/connections/new',
    async () => (await import('./connections/new-connection-page.tsx')).NewConnectionPage,
  ),
  page('/connections/$id', async () => (await import('./connections/connection-page.tsx')).ConnectionPage),
  page(
    '/source-control',
    async () => (await import('./scm/source-control-page.tsx')).SourceControlPage,
    'GitHub and GitLab',
    'Sources',
    'scm:read',
  ),
  page(
    '/state-sources',
    async () => (await import('./mapping/state-sources-page.tsx')).StateSourcesPage,
    'State sources',
    'Sources',
    'state_sources:read',
  ),
  page(
    '/state-sources/new',
    async () => (await import('./mapping/new-state-source-page.tsx')).NewStateSourcePage,
  ),
  page('/state-sources/$id', async () => (await import('./mapping/state-source-page.tsx')).StateSourcePage),
  page(
    '/scans',
    async () => (await import('./discovery/scans-page.tsx')).ScansPage,
    'Scans',
    'Sources',
    'scans:read',
  ),
  page('/scans/$id', async () => (await import('./discovery/scan-page.tsx')).ScanPage),
  page(
    '/coverage',
    async () => (await import('./discovery/coverage-page.tsx')).CoveragePage,
    'Coverage',
    'Sources',
    'scans:read',
  ),
  page(
    '/settings/organization',
    async () => (await import('./organizations/organization-page.tsx')).OrganizationPage,
    'Organization',
    'Settings',
    'organization:read',
  ),
  page(
    '/settings/members',
    async () => (await import('./organizations/members-page.tsx')).MembersPage,
    'Members',
    'Settings',
    'members:read',
  ),
  page(
    '/settings/invitations',
    async () => (await import('./organizations/invitations-page.tsx')).InvitationsPage,
    'Invitations',
    'Settings',
    'members:read',
  ),
  page(
    '/settings/sso',
    async () => (await import('./organizations/sso-page.tsx')).SsoPage,
    'Single sign-on',
    'Settings',
    'sso:read',
  ),
  page(
    '/settings/roles',
    async () => (await import('./organizations/custom-roles-page.tsx')).CustomRolesPage,
    'Roles',
    'Settings',
    'roles:read',
  ),
  page(
    '/settings/api-tokens',
    async () => (await import('./organizations/api-tokens-page.tsx')).ApiTokensPage,
    'API tokens',
    'Settings',
    'api_tokens:read',
  ),
  page(
    '/settings/ingest-tokens',
    async () => (await import('./organizations/ingest-tokens-page.tsx')).IngestTokensPage,
    'Ingest tokens',
    'Settings',
    'ingest_tokens:read',
  ),
  page(
    '/settings/subscriptions',
    async () => (await import('./events/subscriptions-page.tsx')).SubscriptionsPage,
    'Subscriptions',
    'Settings',
    'subscriptions:read',
  ),
  page(
    '/settings/subscriptions/$id',
    async () => (await import('./events/subscription-page.tsx')).SubscriptionPage,
  ),
  page(
    '/settings/audit-log',
    async () => (await import('./organizations/audit-log-page.tsx')).AuditLogPage,
    'Audit log',
    'Settings',
    'audit_log:read',
  ),
  page(
    '/settings/assistant',
    async () => (await import('./assistant/assistant-settings-page.tsx')).AssistantSettingsPage,
    'Assistant settings',
    'Settings',
    'assistant:read_settings',
  ),
  page(
    '/settings/ai-audit-log',
    async () => (await import('./assistant/assistant-audit-log-page.tsx')).AssistantAuditLogPage,
    'Assistant audit log',
    'Settings',
    'assistant:audit',
  ),
  page(
    '/settings/sessions',
    async () => (await import('./identity/sessions-page.tsx')).SessionsPage,
    'Sessions',
    'Settings',
  ),
];

function page(
  path: string,
  load: PageDeclaration['load'],
  title?: string,
  group?: PageGroup,
  permission?: PermissionName,
): PageDeclaration {
  return {
    path,
    load,
    ...(title === undefined ? {} : { title }),
    ...(group === undefined ? {} : { group }),
    ...(permission === undefined ? {} : { permission }),
  };
}
