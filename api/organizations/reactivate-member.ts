import { requestInference } from '../../commands/ownership/request-inference.ts';
import { reactivateMember as store } from '../../db/organizations/member-store.ts';
import { recordUserStatusChange } from '../../db/ownership/owners/record-status-change.ts';
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
  async handle({ params, principal, tenant, services, audit }) {
    const { user, changed } = await store(tenant, params.user_id);
    if (changed) {
      const applications = await recordUserStatusChange(tenant, user, principal.id);
      await requestInference(tenant, services, 'application', applications);
    }
    audit({ id: user.id, name: user.name });
    return presentMember(user);
  },
});
