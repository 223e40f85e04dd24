import { z } from 'zod';
import { errors } from '../../../domain/errors.ts';
import { parseSort } from '../../../domain/inventory/resource-filter.ts';
import { findCandidates } from '../../../db/inventory/search/candidate-set.ts';
import { countMatches, findPage } from '../../../db/inventory/search/search-resources.ts';
import { listSavedQueries } from '../../../db/queries/saved-query-store.ts';
import type { SavedQuery } from '../../../db/queries/saved-query-store.ts';
import { readSavedFilter } from '../../queries/read-saved-filter.ts';
import { entityOf, toolRow, timeText } from './shared/entities.ts';
import { countOnly, paging } from './shared/parameters.ts';
import { resourceRows } from './shared/resource-rows.ts';
import { listResult } from './shared/tool-result.ts';
import type { ListRequest } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';
import type { ToolContext } from './shared/tool.ts';

/** More than an organization can have, with the built-in ones. */
const maximumQueries = 500;

export const listSavedQueriesTool = defineTool({
  name: 'list_saved_queries',
  description:
    'Lists the saved queries of the organization with their last counts, such as `databases-unencrypted`. With `saved_query`, ' +
    'runs one: lists its resources.',
  permission: 'resources:read',
  parameters: z.strictObject({
    saved_query: z.string().trim().min(1).max(300).optional().describe('Name or reference'),
    ...paging,
    count_only: countOnly,
  }),
  async run(context, args) {
    const queries = await listSavedQueries(context.tenant, maximumQueries);
    if (args.saved_query !== undefined)
      return resourcesOf(context, findQuery(queries, args.saved_query), args);
    return listResult(context, args, {
      total: queries.length,
      rows: async (maximum) => Promise.resolve(queries.slice(0, maximum + 1).map(queryRow)),
    });
  },
});

function queryRow(query: SavedQuery) {
  return toolRow(
    queryEntity(query),
    {
      name: query.name,
      description: query.description,
      filter: query.filter,
      built_in: query.builtIn,
      count: query.count,
      counted_at: timeText(query.countedAt),
      count_error: query.countError,
    },
    ['built_in', 'count', 'counted_at'],
  );
}

function queryEntity({ id, name }: SavedQuery) {
  return entityOf('saved_query', id, name);
}

/** @throws CatalogueError `validation_failed` */
function findQuery(queries: readonly SavedQuery[], text: string): SavedQuery {
  const key = text.toLowerCase();
  const found =
    queries.find(({ id, name }) => id === key || name === text) ??
    queries.find(({ name }) => name.toLowerCase() === key);
  if (found === undefined) throw errors.validationFailed('saved_query', 'matches no saved query');
  return found;
}

async function resourcesOf(context: ToolContext, saved: SavedQuery, args: ListRequest) {
  const { tenant } = context;
  const { query, filter } = await readSavedFilter(tenant, saved.filter);
  const candidates = await findCandidates(tenant, filter);
  const counts = await countMatches(tenant, filter, candidates);
  return listResult(context, args, {
    total: counts.total,
    subject: queryEntity(saved),
    accountIds: filter.accountIds,
    rows: async (limit) =>
      resourceRows(
        context,
        await findPage(tenant, filter, candidates, counts, {
          sort: parseSort(query.sort),
          limit,
          after: undefined,
        }),
      ),
  });
}
