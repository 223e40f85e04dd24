import { z } from 'zod';
import { readSavedFilter, SavedQueryFilter } from '../../commands/queries/read-saved-filter.ts';
import { requestQueryCount } from '../../commands/queries/request-query-count.ts';
import {
  createSavedQuery,
  deleteSavedQuery,
  getSavedQuery,
  listSavedQueries,
  updateSavedQuery,
} from '../../db/queries/saved-query-store.ts';
import type { SavedQuery as Row } from '../../db/queries/saved-query-store.ts';
import { authorTypeOf } from '../../domain/identity/author.ts';
import { builtInKeys } from '../../domain/queries/built-in-queries.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import {
  authorType,
  Deleted,
  id,
  iso,
  longText,
  recordVersion,
  shortText,
  timestamp,
} from '../http/schemas.ts';
import { chosenColumns } from '../inventory/chosen-columns.ts';
import { readColumn } from '../inventory/export-formats.ts';
import { ResourceList, searchPage } from '../inventory/search-page.ts';

const tag = 'Saved queries';
const savedValue = z.union([z.string(), z.array(z.string())]);

const SavedQuery = z
  .object({
    id,
    name: z.string(),
    description: z.string().optional(),
    filter: z.record(z.string(), savedValue).describe('Parameters of `GET /resources`'),
    columns: z.array(z.string()).optional().describe('Columns of `GET /resources/export`'),
    count: z.int().optional().describe('Number of resources at the last count that succeeded'),
    counted_at: timestamp.optional().describe('Time of the last count'),
    count_error: z.string().optional().describe('Why the last count failed'),
    built_in: z.enum(builtInKeys).optional().describe('Key of a built-in query that was not changed'),
    created_by: id.optional(),
    created_by_type: authorType.optional(),
    created_at: timestamp,
    updated_at: timestamp,
    version: recordVersion,
  })
  .meta({ id: 'SavedQuery' });

const fields = {
  name: shortText.describe('Unique in the organization'),
  description: longText.nullish(),
  filter: SavedQueryFilter.describe(
    'Parameters of `GET /resources` with a value or a list of values, without `as_of`, `cursor`, `limit` and `facets`',
  ),
  columns: z
    .array(z.string().min(1).max(512))
    .max(50)
    .nullish()
    .describe('Columns of `GET /resources/export`'),
};

export const savedQueryOperations = [
  operation({
    id: 'listSavedQueries',
    method: 'GET',
    path: '/saved-queries',
    tag,
    summary: 'List saved queries',
    description: 'Lists the saved queries of the organization by name, with their last counts.',
    access: 'resources:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(SavedQuery)],
    async handle(context) {
      const { request, envelope } = pager(context, 'saved-queries', context.query);
      const rows = await listSavedQueries(context.tenant, request.limit, request.after?.[0]?.toString());
      return envelope(
        cutPage(rows, request.limit, ({ name }) => [name]),
        presentSavedQuery,
      );
    },
  }),
  operation({
    id: 'createSavedQuery',
    method: 'POST',
    path: '/saved-queries',
    tag,
    summary: 'Save a query',
    description:
      'The filter is validated as a search. An organization has at most 200 saved queries besides the built-in ones.',
    access: 'queries:manage',
    audit: 'saved_query.created',
    body: z.strictObject(fields),
    success: [201, SavedQuery],
    location: '/saved-queries/{id}',
    errors: ['conflict'],
    async handle({ body, tenant, principal, services, audit }) {
      await readSavedFilter(tenant, body.filter);
      chosenColumns(body.columns ?? undefined);
      const query = await createSavedQuery(tenant, body, principal.id);
      await requestQueryCount(tenant, services);
      audit({ type: 'saved_query', id: query.id, name: query.name });
      return presentSavedQuery(query);
    },
  }),
  operation({
    id: 'getSavedQuery',
    method: 'GET',
    path: '/saved-queries/{id}',
    tag,
    summary: 'Get a saved query',
    description:
      'Returns the filter and the last count. `GET /saved-queries/{id}/resources` has the resources.',
    access: 'resources:read',
    success: [200, SavedQuery],
    handle: async ({ params, tenant }) => presentSavedQuery(await getSavedQuery(tenant, params.id)),
  }),
  operation({
    id: 'updateSavedQuery',
    method: 'PATCH',
    path: '/saved-queries/{id}',
    versioned: 'saved_queries',
    tag,
    summary: 'Change a saved query',
    description:
      'Changes the fields in the body; absent ones stay, and null removes one. A changed built-in query is no longer `built_in`. ' +
      'With another filter the query is counted again.',
    access: 'queries:manage',
    audit: 'saved_query.updated',
    body: z.strictObject(fields).partial(),
    success: [200, SavedQuery],
    errors: ['conflict'],
    async handle({ params, body, tenant, services, audit }) {
      if (body.filter !== undefined) await readSavedFilter(tenant, body.filter);
      chosenColumns(body.columns ?? undefined);
      const { query, refiltered } = await updateSavedQuery(tenant, params.id, propertiesOf(body));
      if (refiltered) await requestQueryCount(tenant, services);
      audit({ type: 'saved_query', id: query.id, name: query.name, details: { changed: Object.keys(body) } });
      return presentSavedQuery(query);
    },
  }),
  operation({
    id: 'deleteSavedQuery',
    method: 'DELETE',
    path: '/saved-queries/{id}',
    tag,
    summary: 'Delete a saved query',
    description: 'A built-in query does not come back.',
    access: 'queries:manage',
    audit: 'saved_query.deleted',
    success: [200, Deleted],
    async handle({ params, tenant, audit }) {
      const query = await deleteSavedQuery(tenant, params.id);
      audit({ type: 'saved_query', id: query.id, name: query.name });
      return { id: query.id, deleted: true };
    },
  }),
  operation({
    id: 'listSavedQueryResources',
    method: 'GET',
    path: '/saved-queries/{id}/resources',
    tag,
    summary: 'Search resources with a saved query',
    description:
      'Returns what `GET /resources` returns for the filter and its columns of tags and properties, and the same errors, if the ' +
      'filter is no longer valid or the caller may not read what it includes.',
    access: 'resources:read',
    transaction: 'snapshot',
    query: z.strictObject(pagingParameters),
    success: [200, ResourceList],
    async handle(context) {
      const { params, query: paging, tenant } = context;
      const saved = await getSavedQuery(tenant, params.id);
      const { query, filter } = await readSavedFilter(tenant, saved.filter);
      // Bound to the version, so that a cursor does not continue in another filter.
      const columns = saved.columns?.filter((name) => readColumn(name)?.value !== undefined);
      return searchPage(context, `saved query ${saved.id} ${saved.version}`, filter, {
        ...query,
        ...paging,
        columns,
      });
    },
  }),
];

function presentSavedQuery(row: Row): z.input<typeof SavedQuery> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    filter: mutable(row.filter),
    columns: row.columns === undefined ? undefined : [...row.columns],
    count: row.count,
    counted_at: iso(row.countedAt),
    count_error: row.countError,
    built_in: row.builtIn,
    created_by: row.createdBy,
    created_by_type: authorTypeOf(row.createdBy),
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    version: row.version,
  };
}

function mutable(filter: Row['filter']): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );
}
