import { z } from 'zod';
import { permissionDescriptions, permissions } from '../../domain/identity/permissions.ts';
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
  success: [200, z.object({ items: z.array(PermissionSchema) })],
  handle: async () => ({
    items: permissions.map((name) => ({ name, description: permissionDescriptions[name] })),
  }),
});
