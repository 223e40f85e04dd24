import type { RoleName } from '../../domain/identity/roles.ts';
import { errors } from '../../domain/errors.ts';
import { revokeSessionsOf } from '../identity/session-store.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';
import { User } from '../identity/user.ts';
import { getUser } from '../identity/user-store.ts';

/** Members by id (version 7: by when they joined). Reads one row more than the limit. */
export async function listMembers(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly User[]> {
  const query = User.query(queryOf(tenant))
    .where('organization_id', tenant.organizationId)
    .orderBy('id')
    .limit(limit + 1);
  if (after !== undefined) void query.where('id', '>', after);
  return query;
}

/** Deactivates a member and ends the sessions. @throws CatalogueError `not_found`, `last_admin`. */
export async function deactivateMember(tenant: Tenant, userId: string): Promise<User> {
  await keepAnAdministrator(tenant, userId);
  const user = await updateMember(tenant, userId, { status: 'deactivated' });
  await revokeSessionsOf(tenant, userId);
  return user;
}

/** @throws CatalogueError `not_found`, `last_admin`. */
export async function replaceRoles(
  tenant: Tenant,
  userId: string,
  roles: readonly RoleName[],
): Promise<User> {
  if (!roles.includes('platform_admin')) await keepAnAdministrator(tenant, userId);
  return updateMember(tenant, userId, { roles: [...roles] });
}

/** @throws CatalogueError `not_found`. */
export async function reactivateMember(tenant: Tenant, userId: string): Promise<User> {
  return updateMember(tenant, userId, { status: 'active' });
}

/**
 * Locks the active administrators, in one order, so that concurrent removals see each other.
 * @throws CatalogueError `last_admin` when the user is the only one.
 */
async function keepAnAdministrator(tenant: Tenant, userId: string): Promise<void> {
  const administrators = await queryOf(tenant)<User>('users')
    .select('id')
    .where({ organization_id: tenant.organizationId, status: 'active' })
    .whereRaw("'platform_admin' = any(roles)")
    .orderBy('id')
    .forUpdate();
  if (administrators.length === 1 && administrators[0]?.id === userId) throw errors.lastAdmin();
}

async function updateMember(
  tenant: Tenant,
  userId: string,
  change: { status?: string; roles?: string[] },
): Promise<User> {
  const changed = await User.query(queryOf(tenant))
    .findById([tenant.organizationId, userId])
    .patch({ ...change, updated_at: queryOf(tenant).fn.now() as unknown as Date });
  if (changed === 0) throw errors.notFound();
  return getUser(tenant, userId);
}
