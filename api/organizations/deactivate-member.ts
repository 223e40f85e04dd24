import { deactivateMember as store } from '../../db/organizations/member-store.ts';
import { operation } from '../http/operation.ts';
import { Deleted } from '../http/schemas.ts';

export const deactivateMember = operation({
  id: 'deactivateMember',
  method: 'DELETE',
  path: '/organization/members/{user_id}',
  tag: 'Organization',
  summary: 'Deactivate a member',
  description: 'Also revokes the sessions of the member and the pending invitations that the member sent.',
  access: 'members:manage',
  audit: 'member.deactivated',
  success: [200, Deleted],
  errors: ['last_admin'],
  async handle({ params, tenant, audit }) {
    const { user, revokedInvitations } = await store(tenant, params.user_id);
    audit({ id: user.id, name: user.name, details: { revoked_invitations: revokedInvitations } });
    return { id: user.id, deleted: true };
  },
});
