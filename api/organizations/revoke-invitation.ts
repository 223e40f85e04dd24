import { revokeInvitation as store } from '../../db/organizations/invitation-store.ts';
import { operation } from '../http/operation.ts';
import { Deleted } from '../http/schemas.ts';

export const revokeInvitation = operation({
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/organization/invitations/{id}',
  tag: 'Organization',
  summary: 'Revoke an invitation',
  access: 'members:manage',
  audit: 'invitation.revoked',
  success: [200, Deleted],
  errors: ['invitation_invalid'],
  async handle({ params, tenant, audit }) {
    const invitation = await store(tenant, params.id);
    audit({ id: invitation.id, name: invitation.email });
    return { id: invitation.id, deleted: true };
  },
});
