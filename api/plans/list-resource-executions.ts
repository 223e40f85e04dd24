import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { resourceExists } from '../../db/inventory/resource-read-model.ts';
import { listResourceExecutions as read } from '../../db/plans/executions/execution-read-model.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { readPosition } from '../inventory/read-position.ts';
import { Execution, presentExecution } from './execution-schemas.ts';

const ResourceExecution = Execution.extend({
  touched: z
    .array(z.object({ plan_id: id, address: z.string(), actions: z.array(z.string()) }))
    .describe('Changes of the resource in plans of the execution'),
}).meta({ id: 'ResourceExecution' });

export const listResourceExecutions = operation({
  id: 'listResourceExecutions',
  method: 'GET',
  path: '/resources/{id}/executions',
  tag: 'Resources',
  summary: 'List the executions that touched a resource, newest first',
  description:
    'Executions with a plan that changes the resource. An apply or destroy without a plan of its own has the newest ' +
    'earlier plan of its project, workspace and commit. A plan without a change of the resource, and one that only reads ' +
    'it, does not touch it.',
  access: 'executions:read',
  query: z.strictObject(pagingParameters),
  success: [200, listOf(ResourceExecution)],
  async handle(context) {
    const { tenant, params } = context;
    if (!(await resourceExists(tenant, params.id))) throw errors.notFound();
    const { request, envelope } = pager(context, `executions of resource ${params.id}`, context.query);
    const rows = await read(tenant, params.id, request.limit, readPosition(request.after));
    return envelope(
      cutPage(rows, request.limit, (row) => [row.position, row.id]),
      (row) => ({ ...presentExecution(row), touched: row.touched }),
    );
  },
});
