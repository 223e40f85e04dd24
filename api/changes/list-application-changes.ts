import { z } from 'zod';
import { getApplication } from '../../db/applications/application-store.ts';
import { listChanges } from '../../db/changes/change-read-model.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { readPosition } from '../inventory/read-position.ts';
import { changeFilters, readChangeFilter } from './list-changes.ts';
import { Change, presentChange } from './schemas.ts';

export const listApplicationChanges = operation({
  id: 'listApplicationChanges',
  method: 'GET',
  path: '/applications/{id}/changes',
  tag: 'Applications',
  summary: 'List the changes of an application, newest first',
  description: 'Changes of the resources that belong to the application.',
  access: 'applications:read',
  transaction: 'snapshot',
  query: z.strictObject({ ...changeFilters, ...pagingParameters }),
  success: [200, listOf(Change)],
  async handle(context) {
    const { query, tenant, params } = context;
    const { id } = await getApplication(tenant, params.id);
    const { request, envelope } = pager(context, `changes of application ${id}`, query);
    const filter = { ...readChangeFilter(query), resources: { applicationIds: [id] } };
    const rows = await listChanges(tenant, filter, request.limit, readPosition(request.after));
    return envelope(
      cutPage(rows, request.limit, (row) => [row.position, row.id]),
      presentChange,
    );
  },
});
