import { z } from 'zod';
import { listMemberships as read } from '../../db/applications/membership-read-model.ts';
import { membershipStatuses } from '../../domain/values.ts';
import { cutPage, inclusion, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { Membership, membershipTag as tag, presentMembership } from './membership-schemas.ts';

export const listMemberships = operation({
  id: 'listMemberships',
  method: 'GET',
  path: '/memberships',
  tag,
  summary: 'List memberships of resources in applications',
  description:
    'Returns all statuses, oldest first. A membership of a deleted resource is returned with `include_deleted`, or if it ' +
    'is stale.',
  access: 'applications:read',
  query: z.strictObject({
    status: repeatable(z.enum(membershipStatuses)),
    application_id: repeatable(id),
    resource_id: repeatable(id),
    rule_id: repeatable(id).describe('The rule that inferred the membership'),
    include_deleted: inclusion.optional().describe('Also returns memberships of deleted resources'),
    ...pagingParameters,
  }),
  success: [200, listOf(Membership)],
  async handle(context) {
    const { query, tenant } = context;
    const { request, envelope } = pager(context, 'memberships', query);
    const rows = await read(
      tenant,
      {
        statuses: query.status,
        applicationIds: query.application_id,
        resourceIds: query.resource_id,
        ruleIds: query.rule_id,
        includeDeleted: query.include_deleted,
      },
      request.limit,
      request.after?.[0]?.toString(),
    );
    return envelope(
      cutPage(rows, request.limit, (membership) => [membership.id]),
      presentMembership,
    );
  },
});
