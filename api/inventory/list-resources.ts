import { z } from 'zod';
import { freshnessOf } from '../../db/inventory/search/freshness.ts';
import { searchResources } from '../../db/inventory/search/search-resources.ts';
import { cutPage, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import {
  DiscoveredResource,
  Facets,
  Freshness,
  presentResource,
  readFilter,
  readSort,
  resourceFilters,
  resourceSort,
} from './schemas.ts';
import { presentFreshness } from './present-freshness.ts';
import { readPosition } from './read-position.ts';

export const listResources = operation({
  id: 'listResources',
  method: 'GET',
  path: '/resources',
  tag: 'Resources',
  summary: 'Search resources',
  description:
    'Repeated parameters are combined with OR, different parameters with AND. Each facet ignores its own filter, so ' +
    'each count equals the `total` of a search with that value. With `as_of`, the response describes that time.',
  access: 'resources:read',
  transaction: 'snapshot',
  query: z.strictObject({ ...resourceFilters, sort: resourceSort, ...pagingParameters }),
  success: [
    200,
    z.object({
      items: z.array(DiscoveredResource),
      next_cursor: z.string().optional(),
      total: z.int(),
      facets: Facets,
      freshness: Freshness,
    }),
  ],
  async handle(context) {
    const { query, tenant, services } = context;
    const filter = readFilter(query, services.configuration.revisionRetentionDays);
    const { request, envelope } = pager(context, 'resources', query);
    const { total, facets, rows } = await searchResources(tenant, filter, {
      sort: readSort(query),
      limit: request.limit,
      after: readPosition(request.after),
    });
    const page = cutPage(rows, request.limit, (row) => [row.position, row.id]);
    return {
      ...envelope(page, presentResource),
      total,
      facets,
      freshness: presentFreshness(await freshnessOf(tenant, filter.asOf)),
    };
  },
});
