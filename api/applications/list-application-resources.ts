import { z } from 'zod';
import { getApplication } from '../../db/applications/application-store.ts';
import { listApplicationMembers } from '../../db/applications/membership-read-model.ts';
import { freshnessOf } from '../../db/inventory/search/freshness.ts';
import { membershipStatuses } from '../../domain/values.ts';
import { cutPage, inclusion, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { presentFreshness } from '../inventory/present-freshness.ts';
import { DiscoveredResource, Freshness, presentResource } from '../inventory/schemas.ts';
import { Membership, presentMembership } from './membership-schemas.ts';
import { tag } from './schemas.ts';

export const listApplicationResources = operation({
  id: 'listApplicationResources',
  method: 'GET',
  path: '/applications/{id}/resources',
  tag,
  summary: 'List the resources of an application with their memberships',
  description:
    'Without `status`, returns declared, confirmed and inferred memberships. Deleted resources are returned with ' +
    '`include_deleted`, or if their membership is stale.',
  access: 'applications:read',
  transaction: 'snapshot',
  query: z.strictObject({
    status: repeatable(z.enum(membershipStatuses)).describe('Status of the membership'),
    include_deleted: inclusion.optional().describe('Also returns deleted resources'),
    ...pagingParameters,
  }),
  success: [
    200,
    listOf(DiscoveredResource.extend({ membership: Membership })).extend({ freshness: Freshness }),
  ],
  async handle(context) {
    const { query, tenant, params } = context;
    const { id } = await getApplication(tenant, params.id);
    const { request, envelope } = pager(context, `resources of ${id}`, query);
    const rows = await listApplicationMembers(
      tenant,
      id,
      { statuses: query.status, includeDeleted: query.include_deleted },
      request.limit,
      request.after?.[0]?.toString(),
    );
    const page = cutPage(rows, request.limit, ({ membership }) => [membership.id]);
    return {
      ...envelope(page, (row) => ({
        ...presentResource(row),
        membership: presentMembership(row.membership),
      })),
      freshness: presentFreshness(await freshnessOf(tenant)),
    };
  },
});
