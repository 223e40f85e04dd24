import { z } from 'zod';
import { findProperties } from '../../../db/queries/property-statistics.ts';
import { readFreshness } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

/** Of the 500 paths that are counted of a type. */
const maximumPaths = 200;

export const listPropertiesTool = defineTool({
  name: 'list_properties',
  description:
    'Lists the paths in the configurations of a resource type for `property`, most frequent first: groups with the number of ' +
    'resources and examples.',
  permission: 'resources:read',
  parameters: z.strictObject({
    resource_type: z.string().min(1).max(300),
    contains: z.string().min(1).max(100).optional().describe('Part of the path'),
  }),
  async run(context, args) {
    const part = args.contains?.toLowerCase() ?? '';
    const found = (await findProperties(context.tenant, args.resource_type)).filter(({ path }) =>
      path.toLowerCase().includes(part),
    );
    return {
      rows: [],
      total: found.length,
      truncated: found.length > maximumPaths,
      groups: found
        .slice(0, maximumPaths)
        .map(({ path, count, examples }) => ({ key: path, count, examples })),
      freshness: await readFreshness(context),
    };
  },
});
