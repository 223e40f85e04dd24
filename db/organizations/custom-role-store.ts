import type { Permission } from '../../domain/identity/permissions.ts';
import { isRoleName, permissionsOf } from '../../domain/identity/roles.ts';
import type { GrantedRole } from '../../domain/identity/roles.ts';
import { errors } from '../../domain/errors.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { lockOrganization } from '../lock-organization.ts';
import { oneRowOf, queryModel, rowsOf } from '../query.ts';
import { insertRow, updateRow } from '../row-store.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { CustomRole } from './custom-role.ts';

export interface CustomRoleFields {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly permissions: readonly Permission[];
}

/** Maximum number of custom roles of an organization. */
export const maximumCustomRoles = 50;

const nameIsTaken = { custom_roles_name_key: () => errors.conflict('Another custom role has this name.') };

/** Lists the custom roles by name: at most {@link maximumCustomRoles}. */
export async function listCustomRoles(tenant: Tenant): Promise<readonly CustomRole[]> {
  return queryModel(tenant, CustomRole)
    .where('organization_id', tenant.organizationId)
    .orderBy(['name', 'id']);
}

/** @throws CatalogueError `not_found` */
export async function getCustomRole(tenant: Tenant, id: string): Promise<CustomRole> {
  return found(await queryModel(tenant, CustomRole).findById([tenant.organizationId, id]));
}

/** @throws CatalogueError `conflict` when the organization has 50 custom roles, or one with the name */
export async function createCustomRole(tenant: Tenant, fields: CustomRoleFields): Promise<CustomRole> {
  await lockOrganization(tenant, 'custom_roles');
  const { count } = await oneRowOf<{ count: number }>(
    tenant,
    sql`select count(*) as count from custom_roles where organization_id = ${tenant.organizationId}`,
  );
  if (count >= maximumCustomRoles)
    throw errors.conflict(
      `The organization has ${maximumCustomRoles} custom roles, the maximum. Delete one first.`,
    );
  return mapConstraintErrors(nameIsTaken, insertRow(tenant, CustomRole, fields));
}

/** @throws CatalogueError `not_found`, `conflict` when another custom role has the name */
export async function updateCustomRole(
  tenant: Tenant,
  id: string,
  change: { readonly [Name in keyof CustomRoleFields]?: CustomRoleFields[Name] | undefined },
): Promise<CustomRole> {
  if (Object.values(change).every((value) => value === undefined)) return getCustomRole(tenant, id);
  return found(await mapConstraintErrors(nameIsTaken, updateRow(tenant, CustomRole, id, change)));
}

/**
 * Deletes a custom role. Locks it first, so that a concurrent request that gives it to a user comes before or after.
 * @throws CatalogueError `not_found`; `conflict` while a member, also a deactivated one, or a pending invitation holds it
 */
export async function deleteCustomRole(tenant: Tenant, id: string): Promise<CustomRole> {
  const { organizationId } = tenant;
  const role = found(await queryModel(tenant, CustomRole).findById([organizationId, id]).forUpdate());
  const held = await oneRowOf<{ members: number; invitations: number }>(
    tenant,
    sql`select
        (select count(*) from users where organization_id = ${organizationId}
           and (${id} = any (roles) or ${id} = any (roles_by_hand))) as members,
        (select count(*) from invitations where organization_id = ${organizationId} and ${id} = any (roles)
           and status = 'pending' and expires_at > now()) as invitations`,
  );
  if (held.members + held.invitations > 0)
    throw errors.conflict(
      `The role is held: members: ${held.members}, pending invitations: ${held.invitations}. Take it from them first.`,
    );
  await queryModel(tenant, CustomRole).deleteById([organizationId, id]);
  return role;
}

/**
 * Returns roles with their permissions, to give them to a user. Locks the custom ones, so that none is deleted until the
 * transaction ends.
 * @param roles names of built-in roles and ids of custom roles
 * @throws CatalogueError `validation_failed` for `roles` when one does not exist
 */
export async function lockGrantedRoles(
  tenant: Tenant,
  roles: readonly string[],
): Promise<readonly GrantedRole[]> {
  const ids = roles.filter((role) => !isRoleName(role));
  const rows =
    ids.length === 0
      ? []
      : await rowsOf<{ id: string; permissions: readonly string[] }>(
          tenant,
          sql`select id, permissions from custom_roles
            where organization_id = ${tenant.organizationId} and id = any (${ids}::uuid[])
            order by id for key share`,
        );
  const custom = new Map(rows.map(({ id, permissions }) => [id, permissions]));
  return roles.map((role) => {
    if (isRoleName(role)) return { role, permissions: permissionsOf([role]) };
    const permissions = custom.get(role);
    if (permissions === undefined) throw errors.validationFailed('roles', 'names a role that does not exist');
    return { role, permissions: permissionsOf([], permissions) };
  });
}

function found(role: CustomRole | undefined): CustomRole {
  if (role === undefined) throw errors.notFound();
  return role;
}
