import { permissionsOf } from '../../domain/identity/roles.ts';
import { errors } from '../../domain/errors.ts';
import type { UserStatus } from '../../domain/values.ts';
import { revokeSessionsOf } from '../identity/session-store.ts';
import { deletePasswordResetToken } from '../identity/user-token-store.ts';
import { User } from '../identity/user.ts';
import { queryModel } from '../query.ts';
import { updateRow } from '../row-store.ts';
import type { Tenant } from '../tenant.ts';
import { revokeApiTokensOf } from './api-token-store.ts';
import type { ApiToken } from './api-token-store.ts';
import { listActiveTokensOf, revokeTokensOf } from './ingest-token-store.ts';
import type { IngestToken } from './ingest-token-store.ts';
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
 * Revokes the API tokens that the member created, and the ingest tokens unless `keepTokens`. Returns the ids of the revoked
 * invitations and the tokens that were active. `changed`: whether the member was active.
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
  const changed = await isStatusChange(tenant, userId, 'deactivated');
  const user = await updateMember(tenant, userId, { status: 'deactivated' });
  await revokeSessionsOf(tenant, userId);
  await deletePasswordResetToken(tenant, userId);
  const tokens = await listActiveTokensOf(tenant, userId);
  if (!keepTokens) await revokeTokensOf(tenant, userId);
  const apiTokens = await revokeApiTokensOf(tenant, userId);
  return { user, changed, tokens, apiTokens, revokedInvitations: await revokeInvitationsOf(tenant, userId) };
}

/**
 * Replaces a member's roles, and revokes the pending invitations of a member who may not invite any more. Returns their ids.
 * @throws CatalogueError `not_found`, `last_admin`.
 */
export async function replaceRoles(
  tenant: Tenant,
  userId: string,
  roles: readonly string[],
): Promise<{ readonly user: User; readonly revokedInvitations: readonly string[] }> {
  if (!roles.includes('platform_admin')) await requireAnotherAdministrator(tenant, userId);
  const user = await updateMember(tenant, userId, { roles: [...roles] });
  // No custom role has this permission.
  const mayInvite = permissionsOf(roles).includes('members:manage');
  return { user, revokedInvitations: mayInvite ? [] : await revokeInvitationsOf(tenant, userId) };
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
