import { z } from 'zod';
import { permissionDescriptions, permissions } from '../../domain/identity/permissions.ts';
import { listOf, pageOfShortList, shortListParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';

const PermissionSchema = z
  .object({ name: z.enum(permissions), description: z.string() })
  .meta({ id: 'Permission' });

export const listPermissions = operation({
  id: 'listPermissions',
  method: 'GET',
  path: '/organization/permissions',
  tag: 'Organization',
  summary: 'List permissions',
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
});
