import { lockGrantedRoles } from '../../db/organizations/custom-role-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { errors } from '../../domain/errors.ts';
import { grantableRoles } from '../../domain/identity/roles.ts';
import type { Principal } from '../http/access/principal.ts';

/**
 * Checks that the caller may give roles, and keeps the custom ones from being deleted until the transaction ends.
 * @param roles names of built-in roles and ids of custom roles
 * @throws CatalogueError `validation_failed` for a role that does not exist, or that has a permission that the caller does not have
 */
export async function requireGrantableRoles(
  tenant: Tenant,
  { permissions }: Principal,
  roles: readonly string[],
): Promise<void> {
  const wanted = await lockGrantedRoles(tenant, roles);
  const grantable = grantableRoles([...permissions], wanted);
  if (grantable.length < wanted.length)
    throw errors.validationFailed('roles', 'you do not have all permissions of these roles');
}
