import { z } from 'zod';
import { replaceRoles } from '../../db/organizations/member-store.ts';
import { operation } from '../http/operation.ts';
import { Member, presentMember, rolesInput } from './schemas.ts';

export const replaceMemberRoles = operation({
  id: 'replaceMemberRoles',
  method: 'PUT',
  path: '/organization/members/{user_id}/roles',
  tag: 'Organization',
  summary: 'Replace the roles of a member',
  access: 'members:manage',
  audit: 'member.roles_replaced',
  body: z.strictObject({ roles: rolesInput }),
  success: [200, Member],
  errors: ['last_admin'],
  async handle({ params, body, tenant, audit }) {
    const user = await replaceRoles(tenant, params.user_id, body.roles);
    audit({ id: user.id, name: user.name, details: { roles: body.roles } });
    return presentMember(user);
  },
});
