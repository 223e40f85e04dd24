import { permissionsOf } from '../../domain/identity/roles.ts';
import { errors } from '../../domain/errors.ts';
import type { UserStatus } from '../../domain/values.ts';
import { findSecondFactor } from '../identity/second-factor-store.ts';
import { revokeSessionsOf } from '../identity/session-store.ts';
import { applyMappings, countBreakGlassUsers } from '../identity/sso/apply-mappings.ts';
import { findSsoConfiguration } from '../identity/sso/sso-configuration-store.ts';
import { getUser } from '../identity/user-store.ts';
import { deletePasswordResetToken } from '../identity/user-token-store.ts';
import { User } from '../identity/user.ts';
import { queryModel } from '../query.ts';
import { updateRow } from '../row-store.ts';
import { showScimUser } from '../scim/scim-user-store.ts';
import type { Tenant } from '../tenant.ts';
import { revokeApiTokensOf } from './api-token-store.ts';
import type { ApiToken } from './api-token-store.ts';
import { listActiveTokensOf, revokeTokensOf } from './ingest-token-store.ts';
import type { IngestToken } from './ingest-token-store.ts';
import { revokeInvitationsOf } from './invitation-store.ts';

/** While single sign-on is enforced. */
export const maximumBreakGlassUsers = 2;

/** Lists members by id (UUID version 7, so in the order in which they joined). Reads one row more than the limit. */
export async function listMembers(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly User[]> {
  const query = queryModel(tenant, User)
    .where('organization_id', tenant.organizationId)
    .orderBy('id')
    .limit(limit + 1);
  if (after !== undefined) void query.where('id', '>', after);
  return query;
}

/**
 * Deactivates a member and revokes the member's sessions, password reset token and pending invitations to others.
 * Revokes the API tokens that the member created, and the ingest tokens unless `keepTokens`. Returns the ids of the revoked
 * invitations and the tokens that were active. `changed`: whether the member was active.
 * Ends the mark of a break-glass user.
 * @throws CatalogueError `not_found`, `last_admin`.
 */
export async function deactivateMember(
  tenant: Tenant,
  userId: string,
  keepTokens: boolean,
): Promise<{
  readonly user: User;
  readonly changed: boolean;
  readonly revokedInvitations: readonly string[];
  readonly tokens: readonly IngestToken[];
  readonly apiTokens: readonly ApiToken[];
}> {
  await requireAnotherAdministrator(tenant, userId);
  await requireAnotherBreakGlassUser(tenant, userId);
  return deactivateUser(tenant, userId, keepTokens);
}

/** As {@link deactivateMember}, also for the last administrator. */
export async function deactivateUser(
  tenant: Tenant,
  userId: string,
  keepTokens: boolean,
): ReturnType<typeof deactivateMember> {
  const changed = await isStatusChange(tenant, userId, 'deactivated');
  const user = await updateMember(tenant, userId, { status: 'deactivated', breakGlass: false });
  await revokeSessionsOf(tenant, userId);
  await deletePasswordResetToken(tenant, userId);
  const tokens = await listActiveTokensOf(tenant, userId);
  if (!keepTokens) await revokeTokensOf(tenant, userId);
  const apiTokens = await revokeApiTokensOf(tenant, userId);
  return { user, changed, tokens, apiTokens, revokedInvitations: await revokeInvitationsOf(tenant, userId) };
}

/**
 * Replaces the roles by hand of a member, and revokes the pending invitations of a member who may not invite any more. Returns their ids.
 * @throws CatalogueError `not_found`, `last_admin`.
 */
export async function replaceRoles(
  tenant: Tenant,
  userId: string,
  roles: readonly string[],
): Promise<{ readonly user: User; readonly revokedInvitations: readonly string[] }> {
  const isAdministrator = roles.includes('platform_admin');
  if (!isAdministrator) {
    await requireAnotherAdministrator(tenant, userId);
    await requireAnotherBreakGlassUser(tenant, userId);
  }
  await updateMember(tenant, userId, {
    rolesByHand: [...roles],
    ...(isAdministrator ? {} : { breakGlass: false }),
  });
  await applyMappings(tenant, [userId]);
  const user = await getUser(tenant, userId);
  // No custom role has this permission.
  const mayInvite = permissionsOf(user.roles).includes('members:manage');
  return { user, revokedInvitations: mayInvite ? [] : await revokeInvitationsOf(tenant, userId) };
}

/**
 * Activates a deactivated member, whom SCIM shows again. `changed`: whether the member was deactivated.
 * @throws CatalogueError `not_found`.
 */
export async function reactivateMember(
  tenant: Tenant,
  userId: string,
): Promise<{ readonly user: User; readonly changed: boolean }> {
  const changed = await isStatusChange(tenant, userId, 'active');
  if (changed) await showScimUser(tenant, userId);
  return { user: await updateMember(tenant, userId, { status: 'active' }), changed };
}

/**
 * Locks the active administrators in the order of their ids, so that two concurrent requests cannot remove the last two.
 * @throws CatalogueError `last_admin` when the user is the only active administrator.
 */
async function requireAnotherAdministrator(tenant: Tenant, userId: string): Promise<void> {
  const administrators = await queryModel(tenant, User)
    .select('id')
    .where({ organization_id: tenant.organizationId, status: 'active' })
    .where('roles', '@>', ['platform_admin'])
    .orderBy('id')
    .forUpdate();
  if (administrators.length === 1 && administrators[0]?.id === userId) throw errors.lastAdmin();
}

/**
 * Marks a user who can sign in with a password where single sign-on is enforced, or ends the mark. The user has to be an active
 * platform_admin by hand with a password and a second factor; while single sign-on is enforced, one or two users have the mark.
 * @throws CatalogueError `not_found`, `conflict`, `last_admin` for the last one while it is enforced
 */
export async function setBreakGlass(tenant: Tenant, userId: string, breakGlass: boolean): Promise<User> {
  const configuration = await findSsoConfiguration(tenant, 'update');
  const before = await getUser(tenant, userId);
  if (before.breakGlass === breakGlass) return before;
  if (!breakGlass) await requireAnotherBreakGlassUser(tenant, userId);
  else {
    const isProtected =
      before.passwordHash !== undefined && (await findSecondFactor(tenant, userId))?.isConfirmed === true;
    if (
      before.status !== 'active' ||
      !(before.rolesByHand ?? before.roles).includes('platform_admin') ||
      !isProtected
    )
      throw errors.conflict(
        'A break-glass user is an active platform administrator with a password and a second factor.',
      );
    if (configuration?.enforced === true && (await countBreakGlassUsers(tenant)) >= maximumBreakGlassUsers)
      throw errors.conflict(`An organization has at most ${maximumBreakGlassUsers} break-glass users.`);
  }
  await updateMember(tenant, userId, { breakGlass });
  await applyMappings(tenant, [userId]);
  return getUser(tenant, userId);
}

/**
 * Locks the configuration of single sign-on, so that two concurrent requests cannot remove the last two break-glass users.
 * @throws CatalogueError `last_admin` when the user is the only one while single sign-on is enforced
 */
async function requireAnotherBreakGlassUser(tenant: Tenant, userId: string): Promise<void> {
  const user = await queryModel(tenant, User).findById([tenant.organizationId, userId]);
  if (user?.breakGlass !== true) return;
  const configuration = await findSsoConfiguration(tenant, 'update');
  if (configuration?.enforced === true && (await countBreakGlassUsers(tenant)) <= 1) throw errors.lastAdmin();
}

/** Locks the member, and returns whether the member has another status. */
async function isStatusChange(tenant: Tenant, userId: string, status: UserStatus): Promise<boolean> {
  const user = await queryModel(tenant, User)
    .select('status')
    .findById([tenant.organizationId, userId])
    .forNoKeyUpdate();
  return user !== undefined && user.status !== status;
}

async function updateMember(
  tenant: Tenant,
  userId: string,
  change: { status?: string; rolesByHand?: string[]; breakGlass?: boolean },
): Promise<User> {
  const user = await updateRow(tenant, User, userId, change);
  if (user === undefined) throw errors.notFound();
  return user;
}
