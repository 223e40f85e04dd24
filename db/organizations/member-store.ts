import type { RoleName } from '../../domain/identity/roles.ts';
import { errors } from '../../domain/errors.ts';
import type { UserStatus } from '../../domain/values.ts';
import { revokeSessionsOf } from '../identity/session-store.ts';
import { deletePasswordResetToken } from '../identity/user-token-store.ts';
import { User } from '../identity/user.ts';
import { queryModel } from '../query.ts';
import { updateRow } from '../row-store.ts';
import type { Tenant } from '../tenant.ts';
import { revokeInvitationsOf } from './invitation-store.ts';

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
 * Returns the ids of the revoked invitations. `changed`: whether the member was active.
 * @throws CatalogueError `not_found`, `last_admin`.
 */
export async function deactivateMember(
  tenant: Tenant,
  userId: string,
): Promise<{
  readonly user: User;
  readonly changed: boolean;
  readonly revokedInvitations: readonly string[];
}> {
  await requireAnotherAdministrator(tenant, userId);
  const changed = await isStatusChange(tenant, userId, 'deactivated');
  const user = await updateMember(tenant, userId, { status: 'deactivated' });
  await revokeSessionsOf(tenant, userId);
  await deletePasswordResetToken(tenant, userId);
  return { user, changed, revokedInvitations: await revokeInvitationsOf(tenant, userId) };
}

/** Replaces a member's roles. @throws CatalogueError `not_found`, `last_admin`. */
export async function replaceRoles(
  tenant: Tenant,
  userId: string,
  roles: readonly RoleName[],
): Promise<User> {
  if (!roles.includes('platform_admin')) await requireAnotherAdministrator(tenant, userId);
  return updateMember(tenant, userId, { roles: [...roles] });
}

/** Activates a deactivated member. `changed`: whether the member was deactivated. @throws CatalogueError `not_found`. */
export async function reactivateMember(
  tenant: Tenant,
  userId: string,
): Promise<{ readonly user: User; readonly changed: boolean }> {
  const changed = await isStatusChange(tenant, userId, 'active');
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
  change: { status?: string; roles?: string[] },
): Promise<User> {
  const user = await updateRow(tenant, User, userId, change);
  if (user === undefined) throw errors.notFound();
  return user;
}
