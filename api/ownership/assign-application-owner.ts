import { z } from 'zod';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { getApplication } from '../../db/applications/application-store.ts';
import { assignApplicationOwner as store } from '../../db/ownership/owners/application-owner-store.ts';
import { recordOwnerChange } from '../../db/ownership/owners/record-owner-change.ts';
import { applicationOwnerKinds } from '../../domain/values.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { ApplicationOwner, presentApplicationOwner } from './owner-schemas.ts';

export const assignApplicationOwner = operation({
  id: 'assignApplicationOwner',
  method: 'POST',
  path: '/applications/{id}/owners',
  tag: 'Applications',
  summary: 'Assign a team or a user to an application',
  description: 'Requires `team_id` or `user_id`. Only assignments of the kind `owner` own the application.',
  access: 'ownership:manage',
  audit: 'application_owner.assigned',
  body: z
    .strictObject({
      team_id: id.optional(),
      user_id: id.optional(),
      kind: z.enum(applicationOwnerKinds).default('owner'),
    })
    .refine(({ team_id: team, user_id: user }) => (team === undefined) !== (user === undefined), {
      message: 'requires exactly one of team_id and user_id',
      path: ['team_id'],
    }),
  success: [201, ApplicationOwner],
  errors: ['conflict'],
  async handle({ body, params, principal, tenant, services, audit }) {
    await getApplication(tenant, params.id);
    const given = { ...propertiesOf(body), createdBy: principal.id };
    const { owner, application } = await store(tenant, params.id, given);
    if (await recordOwnerChange(tenant, 'assigned', application, owner, principal.id))
      await requestInference(tenant, services, 'application', [application.id]);
    const { kind, teamId, userId } = owner;
    audit({
      type: 'application',
      id: application.id,
      name: application.name,
      details: { kind, team_id: teamId, user_id: userId },
    });
    return presentApplicationOwner(owner);
  },
});
