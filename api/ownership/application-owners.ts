import { z } from 'zod';
import { authorTypeOf } from '../../domain/identity/author.ts';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { getApplication } from '../../db/applications/application-store.ts';
import {
  assignApplicationOwner,
  listApplicationOwners,
  removeApplicationOwner,
} from '../../db/ownership/owners/application-owner-store.ts';
import type { ApplicationOwner as Row } from '../../db/ownership/owners/application-owner-store.ts';
import { recordOwnerChange } from '../../db/ownership/owners/record-owner-change.ts';
import { applicationOwnerKinds } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { authorType, Deleted, id, iso, timestamp } from '../http/schemas.ts';

const ApplicationOwner = z
  .object({
    id,
    application_id: id,
    kind: z.enum(applicationOwnerKinds),
    team_id: id.optional(),
    team_name: z.string().optional(),
    user_id: id.optional(),
    created_by: id.optional(),
    created_by_type: authorType.optional(),
    created_at: timestamp,
  })
  .meta({ id: 'ApplicationOwner' });

export const applicationOwnerOperations = [
  operation({
    id: 'listApplicationOwners',
    method: 'GET',
    path: '/applications/{id}/owners',
    tag: 'Applications',
    summary: 'List the owners of an application',
    description: 'Includes inactive teams and deactivated users, which own nothing.',
    access: 'applications:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(ApplicationOwner)],
    async handle(context) {
      const { id } = await getApplication(context.tenant, context.params.id);
      const { request, envelope } = pager(context, `owners of ${id}`, context.query);
      const rows = await listApplicationOwners(
        context.tenant,
        id,
        request.limit,
        request.after?.[0]?.toString(),
      );
      return envelope(
        cutPage(rows, request.limit, (row) => [row.id]),
        presentApplicationOwner,
      );
    },
  }),
  operation({
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
      const { owner, application } = await assignApplicationOwner(tenant, params.id, given);
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
  }),
  operation({
    id: 'removeApplicationOwner',
    method: 'DELETE',
    path: '/applications/{id}/owners/{owner_id}',
    tag: 'Applications',
    summary: 'Remove an owner of an application',
    description: 'Resources of the application lose the team as an owner, unless another rule makes it one.',
    access: 'ownership:manage',
    audit: 'application_owner.removed',
    success: [200, Deleted],
    async handle({ params, principal, tenant, services, audit }) {
      const { owner, application } = await removeApplicationOwner(tenant, params.id, params.owner_id);
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
  }),
];

function presentApplicationOwner(row: Row): z.input<typeof ApplicationOwner> {
  return {
    id: row.id,
    application_id: row.applicationId,
    kind: row.kind,
    team_id: row.teamId,
    team_name: row.teamName,
    user_id: row.userId,
    created_by: row.createdBy,
    created_by_type: authorTypeOf(row.createdBy),
    created_at: iso(row.createdAt),
  };
}
