import { z } from 'zod';
import { countEnvironments, listEnvironments } from '../../../db/applications/environment-store.ts';
import { entityOf, toolRow, timeText } from './shared/entities.ts';
import { countOnly, paging, searchText } from './shared/parameters.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

export const listEnvironmentsTool = defineTool({
  name: 'list_environments',
  description: 'Lists environments by name, each with its class, such as production.',
  permission: 'environments:read',
  parameters: z.strictObject({
    q: searchText.optional().describe('Part of the name'),
    ...paging,
    count_only: countOnly,
  }),
  async run(context, args) {
    const { tenant } = context;
    return listResult(context, args, {
      total: await countEnvironments(tenant, args.q),
      rows: async (maximum) =>
        (await listEnvironments(tenant, maximum, undefined, args.q)).map((environment) =>
          toolRow(
            entityOf('environment', environment.id, environment.name),
            { name: environment.name, class: environment.class, created_at: timeText(environment.createdAt) },
            ['class', 'created_at'],
          ),
        ),
    });
  },
});
