import { z } from 'zod';
import { countEnvironments, listEnvironments as read } from '../../../db/applications/environment-store.ts';
import { entityOf, rowOf, timeText } from './entities.ts';
import { countOnly, limit, searchText } from './parameters.ts';
import { listResult } from './tool-result.ts';
import { defineTool } from './tool.ts';

export const listEnvironments = defineTool({
  name: 'list_environments',
  description: 'Lists environments by name, each with its class, such as production.',
  permission: 'environments:read',
  parameters: z.strictObject({
    q: searchText.optional().describe('Part of the name'),
    limit,
    count_only: countOnly,
  }),
  async run(context, args) {
    const { tenant } = context;
    return listResult(context, args, {
      total: await countEnvironments(tenant, args.q),
      rows: async (maximum) =>
        (await read(tenant, maximum, undefined, args.q)).map((environment) =>
          rowOf(
            entityOf('environment', environment.id, environment.name),
            { name: environment.name, class: environment.class, created_at: timeText(environment.createdAt) },
            ['class', 'created_at'],
          ),
        ),
    });
  },
});
