import { z } from 'zod';
import { parseSort } from '../../../domain/inventory/resource-filter.ts';
import { toolLimits } from '../../../domain/assistant/turn-limits.ts';
import { findCandidates } from '../../../db/inventory/search/candidate-set.ts';
import { countMatches, findPage } from '../../../db/inventory/search/search-resources.ts';
import { countOnly, paging, resourceFilterParameters, searchParameters, sort } from './shared/parameters.ts';
import { searchFilter } from './shared/resource-filter.ts';
import { resourceRows } from './shared/resource-rows.ts';
import { resolveNames } from './shared/resolve-names.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

export const searchResourcesTool = defineTool({
  name: 'search_resources',
  description: `Lists AWS resources of the inventory with the number of all that match. At most ${toolLimits.rows} rows.`,
  permission: 'resources:read',
  parameters: z.strictObject({
    ...resourceFilterParameters,
    ...searchParameters,
    sort,
    ...paging,
    count_only: countOnly,
  }),
  async run(context, args) {
    const { tenant } = context;
    const names = await resolveNames(context, args);
    const filter = searchFilter(context, args, names);
    const candidates = await findCandidates(tenant, filter);
    const counts = await countMatches(tenant, filter, candidates);
    return listResult(context, args, {
      total: counts.total,
      subject: names.subject,
      accountIds: names.ids.account,
      asOf: filter.asOf,
      rows: async (maximum) => {
        const request = {
          sort: parseSort(args.sort ?? '-last_changed_at'),
          limit: maximum,
          after: undefined,
        };
        return resourceRows(context, await findPage(tenant, filter, candidates, counts, request));
      },
    });
  },
});
