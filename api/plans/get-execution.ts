import { getExecution as read } from '../../db/plans/executions/execution-read-model.ts';
import { operation } from '../http/operation.ts';
import { Execution, presentExecution } from './execution-schemas.ts';

export const getExecution = operation({
  id: 'getExecution',
  method: 'GET',
  path: '/executions/{id}',
  tag: 'Executions',
  summary: 'Get an execution',
  access: 'executions:read',
  success: [200, Execution],
  handle: async ({ params, tenant }) => presentExecution(await read(tenant, params.id)),
});
