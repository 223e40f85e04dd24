import { reactivateMember as store } from '../../db/organizations/member-store.ts';
import { operation } from '../http/operation.ts';
import { Member, presentMember } from './schemas.ts';

export const reactivateMember = operation({
  id: 'reactivateMember',
  method: 'POST',
  path: '/organization/members/{user_id}/reactivate',
  tag: 'Organization',
  summary: 'Reactivate a deactivated member',
  access: 'members:manage',
  audit: 'member.reactivated',
  success: [200, Member],
  async handle({ params, tenant, audit }) {
    const user = await store(tenant, params.user_id);
    audit({ id: user.id, name: user.name });
    return presentMember(user);
  },
});
