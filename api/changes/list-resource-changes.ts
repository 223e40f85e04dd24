import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { listChanges } from '../../db/changes/change-read-model.ts';
import { resourceExists } from '../../db/inventory/resource-read-model.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { readPosition } from '../inventory/read-position.ts';
import { changeFilters, readChangeFilter } from './list-changes.ts';
import { Change, presentChange } from './schemas.ts';

export const listResourceChanges = operation({
  id: 'listResourceChanges',
  method: 'GET',
  path: '/resources/{id}/changes',
  tag: 'Resources',
  summary: 'List the changes of a resource, newest first',
  access: 'changes:read',
  query: z.strictObject({ ...changeFilters, ...pagingParameters }),
  success: [200, listOf(Change)],
  async handle(context) {
    const { query, tenant, params } = context;
    const resourceId = params.id;
    if (!(await resourceExists(tenant, resourceId))) throw errors.notFound();
    const { request, envelope } = pager(context, `changes of ${resourceId}`, query);
    const filter = { ...readChangeFilter(query), resourceId };
    const rows = await listChanges(tenant, filter, request.limit, readPosition(request.after));
    return envelope(
      cutPage(rows, request.limit, (row) => [row.position, row.id]),
      presentChange,
    );
  },
});
