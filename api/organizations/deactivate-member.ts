import { deactivateMember as store } from '../../db/organizations/member-store.ts';
import { operation } from '../http/operation.ts';
import { Deleted } from '../http/schemas.ts';

export const deactivateMember = operation({
  id: 'deactivateMember',
  method: 'DELETE',
  path: '/organization/members/{user_id}',
  tag: 'Organization',
  summary: 'Deactivate a member and revoke their sessions',
  access: 'members:manage',
  audit: 'member.deactivated',
  success: [200, Deleted],
  errors: ['last_admin'],
  async handle({ params, tenant, audit }) {
    const user = await store(tenant, params.user_id);
    audit({ id: user.id, name: user.name });
    return { id: user.id, deleted: true };
  },
});
