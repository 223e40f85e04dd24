import { z } from 'zod';
import { getApplication } from '../../db/applications/application-store.ts';
import { listApplicationOwners as read } from '../../db/ownership/owners/application-owner-store.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { ApplicationOwner, presentApplicationOwner } from './owner-schemas.ts';

export const listApplicationOwners = operation({
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
    const rows = await read(context.tenant, id, request.limit, request.after?.[0]?.toString());
    return envelope(
      cutPage(rows, request.limit, (row) => [row.id]),
      presentApplicationOwner,
    );
  },
});
