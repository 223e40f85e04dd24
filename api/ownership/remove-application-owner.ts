import { requestInference } from '../../commands/ownership/request-inference.ts';
import { removeApplicationOwner as store } from '../../db/ownership/owners/application-owner-store.ts';
import { recordOwnerChange } from '../../db/ownership/owners/record-owner-change.ts';
import { operation } from '../http/operation.ts';
import { Deleted } from '../http/schemas.ts';

export const removeApplicationOwner = operation({
  id: 'removeApplicationOwner',
  method: 'DELETE',
  path: '/applications/{id}/owners/{owner_id}',
  tag: 'Applications',
  summary: 'Remove an owner of an application',
  access: 'ownership:manage',
  audit: 'application_owner.removed',
  success: [200, Deleted],
  async handle({ params, principal, tenant, services, audit }) {
    const { owner, application } = await store(tenant, params.id, params.owner_id);
    if (await recordOwnerChange(tenant, 'removed', application, owner, principal.id))
      await requestInference(tenant, services, 'application', [application.id]);
    const { kind, teamId, userId } = owner;
    audit({
      type: 'application',
      id: application.id,
      name: application.name,
      details: { kind, team_id: teamId, user_id: userId },
    });
    return { id: owner.id, deleted: true };
  },
});
