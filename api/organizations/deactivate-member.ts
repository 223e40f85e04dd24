import { requestInference } from '../../commands/ownership/request-inference.ts';
import { deactivateMember as store } from '../../db/organizations/member-store.ts';
import { recordUserStatusChange } from '../../db/ownership/owners/record-status-change.ts';
import { operation } from '../http/operation.ts';
import { Deleted } from '../http/schemas.ts';

export const deactivateMember = operation({
  id: 'deactivateMember',
  method: 'DELETE',
  path: '/organization/members/{user_id}',
  tag: 'Organization',
  summary: 'Deactivate a member',
  description:
    'Also revokes the sessions of the member and the pending invitations that the member sent. The member stays assigned to applications and owns nothing.',
  access: 'members:manage',
  audit: 'member.deactivated',
  success: [200, Deleted],
  errors: ['last_admin'],
  async handle({ params, principal, tenant, services, audit }) {
    const { user, changed, revokedInvitations } = await store(tenant, params.user_id);
    if (changed) {
      const applications = await recordUserStatusChange(tenant, user, principal.id);
      await requestInference(tenant, services, 'application', applications);
    }
    audit({ id: user.id, name: user.name, details: { revoked_invitations: revokedInvitations } });
    return { id: user.id, deleted: true };
  },
});
