import { z } from 'zod';
import { permissionDescriptions, permissions } from '../../domain/identity/permissions.ts';
import { roleNames, roles } from '../../domain/identity/roles.ts';
import { listOf, pageOfShortList, shortListParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';

const RoleSchema = z
  .object({ name: z.enum(roleNames), description: z.string(), permissions: z.array(z.enum(permissions)) })
  .meta({ id: 'RoleDefinition' });

const PermissionSchema = z
  .object({ name: z.enum(permissions), description: z.string() })
  .meta({ id: 'PermissionDefinition' });

export const roleOperations = [
  operation({
    id: 'listRoles',
    method: 'GET',
    path: '/organization/roles',
    tag: 'Organization',
    summary: 'List built-in roles',
    description:
      'Lists the built-in roles with their permissions. They are the same in every organization; `GET /organization/custom-roles` lists ' +
      'those that this one defined.',
    access: 'roles:read',
    query: z.strictObject(shortListParameters),
    success: [200, listOf(RoleSchema)],
    handle: async (context) =>
      pageOfShortList(
        context,
        'roles',
        roleNames.map((name) => roles[name]),
        ({ name }) => name,
      ),
  }),
  operation({
    id: 'listPermissions',
    method: 'GET',
    path: '/organization/permissions',
    tag: 'Organization',
    summary: 'List permissions',
    description: 'Lists all permissions with their descriptions.',
    access: 'roles:read',
    query: z.strictObject(shortListParameters),
    success: [200, listOf(PermissionSchema)],
    handle: async (context) =>
      pageOfShortList(
        context,
        'permissions',
        permissions.map((name) => ({ name, description: permissionDescriptions[name] })),
        ({ name }) => name,
      ),
  }),
];
