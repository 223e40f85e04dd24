import { z } from 'zod';
import { getApplication } from '../../db/applications/application-store.ts';
import { listApplicationExecutions as read } from '../../db/plans/executions/application-executions.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { readPosition } from '../inventory/read-position.ts';
import { Execution, presentExecution } from './execution-schemas.ts';

export const listApplicationExecutions = operation({
  id: 'listApplicationExecutions',
  method: 'GET',
  path: '/applications/{id}/executions',
  tag: 'Applications',
  summary: 'List the executions of an application, newest first',
  description:
    'Executions of the projects that manage an inferred, confirmed or declared resource of the application, of the ' +
    'repositories that are linked to it, and of plans that change such a resource.',
  access: 'applications:read',
  query: z.strictObject(pagingParameters),
  success: [200, listOf(Execution)],
  async handle(context) {
    const { id } = await getApplication(context.tenant, context.params.id);
    const { request, envelope } = pager(context, `executions of ${id}`, context.query);
    const rows = await read(context.tenant, id, request.limit, readPosition(request.after));
    return envelope(
      cutPage(rows, request.limit, (row) => [row.position, row.id]),
      presentExecution,
    );
  },
});
