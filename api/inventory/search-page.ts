import { z } from 'zod';
import { readSort } from '../../commands/inventory/resource-parameters.ts';
import { freshnessOf } from '../../db/inventory/search/freshness.ts';
import { countStates } from '../../db/inventory/search/count-states.ts';
import type { StateCounts } from '../../db/inventory/search/count-states.ts';
import { searchResources } from '../../db/inventory/search/search-resources.ts';
import type { ResourceRow } from '../../db/inventory/search/resource-row.ts';
import { listOwnership } from '../../db/ownership/owners/list-ownership.ts';
import type { Tenant } from '../../db/tenant.ts';
import { errors } from '../../domain/errors.ts';
import type { ResourceFilter, SortName } from '../../domain/inventory/resource-filter.ts';
import type { Principal } from '../http/access/principal.ts';
import { cutPage, pager } from '../http/list.ts';
import type { Services } from '../services.ts';
import { valueColumns, valuesOfColumns } from './chosen-columns.ts';
import type { ValueColumn } from './chosen-columns.ts';
import { presentFreshness } from './present-freshness.ts';
import { readPosition } from './read-position.ts';
import {
  DiscoveredResource,
  FacetList,
  Facets,
  Freshness,
  presentOwnership,
  presentResource,
} from './schemas.ts';

export const ResourceList = z
  .object({
    items: z.array(DiscoveredResource),
    next_cursor: z.string().optional(),
    total: z.int(),
    facets: Facets.optional(),
    states: z
      .object({
        management_state: FacetList.describe('By management state'),
        drift: FacetList.describe(
          'By the outcome of the last comparison; `unknown` includes resources without one',
        ),
        exposure: FacetList.describe('By exposure; resources without a known one are not counted'),
      } satisfies Record<keyof StateCounts, z.ZodType>)
      .meta({ id: 'StateCounts' })
      .optional()
      .describe('Present with `include=states`. Each state ignores its own filter, as a facet does'),
    freshness: Freshness,
  })
  .meta({ id: 'ResourceList' });

interface SearchContext {
  readonly principal: Principal;
  readonly services: Services;
  readonly tenant: Tenant;
}

/** The validated parameters of a search. */
export type SearchQuery = Readonly<Record<string, unknown>> & {
  readonly include?: readonly ('ownership' | 'states')[] | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly facets?: boolean | undefined;
  readonly fields: 'all' | 'summary';
  readonly sort: SortName;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** Returns a page of a search. Its cursors are bound to `name` and to the parameters. The transaction is a snapshot. */
export async function searchPage(
  context: SearchContext,
  name: string,
  filter: ResourceFilter,
  query: SearchQuery,
): Promise<z.input<typeof ResourceList>> {
  const { tenant } = context;
  const { include = [] } = query;
  const [first] = include;
  if (filter.asOf !== undefined && first !== undefined)
    throw errors.validationFailed('include', 'cannot be combined with as_of');
  const columns = valueColumns(query.columns);
  const { request, envelope } = pager(context, name, query);
  const { total, facets, rows } = await searchResources(tenant, filter, {
    sort: readSort(query),
    limit: request.limit,
    after: readPosition(request.after),
  });
  const page = cutPage(rows, request.limit, (row) => [row.position, row.id]);
  const present = await presenterOf(context, query, columns, page.rows);
  return {
    ...envelope(page, present),
    total,
    ...(query.facets === false ? {} : { facets }),
    ...(include.includes('states') ? { states: await countStates(tenant, filter) } : {}),
    freshness: presentFreshness(await freshnessOf(tenant, filter.asOf)),
  } as z.input<typeof ResourceList>;
}

/** Returns the function that presents a resource of the page with what the query includes. */
async function presenterOf(
  { principal, tenant }: SearchContext,
  { fields, include = [] }: SearchQuery,
  columns: readonly ValueColumn[],
  rows: readonly ResourceRow[],
): Promise<(row: ResourceRow) => object> {
  const presentFields = fields === 'summary' ? presentResourceSummary : presentResource;
  const present = (row: ResourceRow) =>
    columns.length === 0
      ? presentFields(row)
      : { ...presentFields(row), columns: valuesOfColumns(columns, row) };
  if (!include.includes('ownership')) return present;
  if (!principal.permissions.has('ownership:read'))
    throw errors.forbidden('`include=ownership` requires the permission ownership:read.');
  const ownership = await listOwnership(
    tenant,
    rows.map((row) => row.id),
  );
  return (row) => ({ ...present(row), ownership: presentOwnership(ownership.get(row.id)) });
}

function presentResourceSummary(row: ResourceRow) {
  const { configuration: _configuration, ...summary } = presentResource(row);
  return summary;
}
