import { z } from 'zod';
import type { CustomRole as Row } from '../../db/organizations/custom-role.ts';
import {
  createCustomRole,
  deleteCustomRole,
  getCustomRole,
  listCustomRoles,
  maximumCustomRoles,
  updateCustomRole,
} from '../../db/organizations/custom-role-store.ts';
import { customRolePermissions, permissions } from '../../domain/identity/permissions.ts';
import { isRoleName } from '../../domain/identity/roles.ts';
import { listOf, pageOfShortList, shortListParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { Deleted, id, iso, longText, recordVersion, timestamp } from '../http/schemas.ts';
import { grantedPermissions } from './granted-permissions.ts';

const tag = 'Organization';

const CustomRole = z
  .object({
    id,
    organization_id: id,
    name: z.string(),
    description: z.string().optional(),
    permissions: z.array(z.enum(permissions)),
    created_at: timestamp,
    updated_at: timestamp,
    version: recordVersion,
  })
  .meta({ id: 'CustomRole' });

const fields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine((name) => !isRoleName(name.toLowerCase()), 'is the name of a built-in role')
    .describe('Unique among the custom roles, without case'),
  description: longText.nullish(),
  permissions: z
    .array(z.enum(permissions))
    .min(1)
    .max(permissions.length)
    .describe('Names of permissions, as in `GET /organization/permissions`'),
};

const notGrantable = permissions.filter((name) => !customRolePermissions.includes(name));
const rules =
  'The permissions are a subset of those of the caller, without these, with which a member could give rights to others or change ' +
  `the whole organization: ${notGrantable.map((name) => `\`${name}\``).join(', ')}.`;

export const customRoleOperations = [
  operation({
    id: 'listCustomRoles',
    method: 'GET',
    path: '/organization/custom-roles',
    tag,
    summary: 'List custom roles',
    description: `Lists the roles that the organization defined, by name. An organization has at most ${maximumCustomRoles}.`,
    access: 'roles:read',
    query: z.strictObject(shortListParameters),
    success: [200, listOf(CustomRole)],
    handle: async (context) =>
      pageOfShortList(
        context,
        'custom-roles',
        (await listCustomRoles(context.tenant)).map(presentCustomRole),
        (role) => role.id,
      ),
  }),
  operation({
    id: 'createCustomRole',
    method: 'POST',
    path: '/organization/custom-roles',
    tag,
    summary: 'Create a custom role',
    description: `Members and invitations hold the role by its id, beside or instead of built-in roles. ${rules}`,
    access: 'roles:manage',
    audit: 'custom_role.created',
    body: z.strictObject(fields),
    success: [201, CustomRole],
    location: '/organization/custom-roles/{id}',
    errors: ['conflict'],
    async handle({ body, principal, tenant, audit }) {
      const granted = grantedPermissions(body.permissions, principal, customRolePermissions, 'custom role');
      const role = await createCustomRole(tenant, { ...propertiesOf(body), permissions: granted });
      audit({ id: role.id, name: role.name, details: { permissions: granted } });
      return presentCustomRole(role);
    },
  }),
  operation({
    id: 'getCustomRole',
    method: 'GET',
    path: '/organization/custom-roles/{id}',
    tag,
    summary: 'Get a custom role',
    description: 'Returns the role with its permissions.',
    access: 'roles:read',
    success: [200, CustomRole],
    async handle({ params, tenant }) {
      return presentCustomRole(await getCustomRole(tenant, params.id));
    },
  }),
  operation({
    id: 'updateCustomRole',
    method: 'PATCH',
    path: '/organization/custom-roles/{id}',
    versioned: 'custom_roles',
    tag,
    summary: 'Update a custom role',
    description:
      'Changes the fields in the body; absent ones stay. Other permissions apply to the next request of each member with the ' +
      `role. API tokens keep the permissions with which they were created. ${rules}`,
    access: 'roles:manage',
    audit: 'custom_role.updated',
    body: z.strictObject(fields).partial(),
    success: [200, CustomRole],
    errors: ['conflict'],
    async handle({ body, params, principal, tenant, audit }) {
      const granted =
        body.permissions === undefined
          ? undefined
          : grantedPermissions(body.permissions, principal, customRolePermissions, 'custom role');
      const role = await updateCustomRole(tenant, params.id, { ...propertiesOf(body), permissions: granted });
      audit({
        id: role.id,
        name: role.name,
        details: { changed: Object.keys(body), ...(granted === undefined ? {} : { permissions: granted }) },
      });
      return presentCustomRole(role);
    },
  }),
  operation({
    id: 'deleteCustomRole',
    method: 'DELETE',
    path: '/organization/custom-roles/{id}',
    tag,
    summary: 'Delete a custom role',
    description:
      'Returns 409 `conflict` while a member, also a deactivated one, or a pending invitation holds the role; the error message ' +
      'has their numbers.',
    access: 'roles:manage',
    audit: 'custom_role.deleted',
    success: [200, Deleted],
    errors: ['conflict'],
    async handle({ params, tenant, audit }) {
      const role = await deleteCustomRole(tenant, params.id);
      audit({ id: role.id, name: role.name, details: { permissions: role.permissions } });
      return { id: role.id, deleted: true };
    },
  }),
];

function presentCustomRole(role: Row) {
  return {
    id: role.id,
    organization_id: role.organizationId,
    name: role.name,
    description: role.description,
    permissions: permissions.filter((name) => role.permissions.includes(name)),
    created_at: iso(role.createdAt),
    updated_at: iso(role.updatedAt),
    version: role.version,
  };
}
