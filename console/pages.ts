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

export const pageGroups = ['Inventory', 'Code', 'Ownership', 'Delivery', 'Sources', 'Settings'] as const;

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
