import { z } from 'zod';
import { permissions } from '../../domain/identity/permissions.ts';
import { roleNames, roles } from '../../domain/identity/roles.ts';
import { listOf, pageOfShortList, shortListParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';

const RoleSchema = z
  .object({ name: z.enum(roleNames), description: z.string(), permissions: z.array(z.enum(permissions)) })
  .meta({ id: 'Role' });

export const listRoles = operation({
  id: 'listRoles',
  method: 'GET',
  path: '/organization/roles',
  tag: 'Organization',
  summary: 'List roles',
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
});
