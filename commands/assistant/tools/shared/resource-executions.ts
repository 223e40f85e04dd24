import { z } from 'zod';
import { listResourceExecutions } from '../../../../db/plans/executions/execution-read-model.ts';
import { executionRows } from './execution-rows.ts';
import { paging, named } from './parameters.ts';
import { resolveRecordName } from './resolve-names.ts';
import { listResult } from './tool-result.ts';
import { defineTool } from './tool.ts';

export const resourceExecutionsTool = defineTool({
  name: 'resource_executions',
  description:
    'Lists the runs of infrastructure tools whose plan changes a resource, newest first, with the planned changes.',
  permission: 'executions:read',
  parameters: z.strictObject({ resource: named('The resource'), ...paging }),
  async run(context, args) {
    const subject = await resolveRecordName(context, 'resource', args.resource);
    return listResult(context, args, {
      total: null,
      subject,
      async rows(maximum) {
        const executions = await listResourceExecutions(context.tenant, subject.id, maximum, undefined);
        const rows = await executionRows(context, executions);
        return rows.map((row, index) => ({
          ...row,
          fields: {
            ...row.fields,
            touched: (executions[index]?.touched ?? []).map(({ address, actions }) => ({ address, actions })),
          },
        }));
      },
    });
  },
});
