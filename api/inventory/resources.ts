import { z } from 'zod';
import {
  propertyParameter,
  readAsOf,
  readFilter,
  resourceFilterQuery,
  resourceSearchParameters,
} from '../../commands/inventory/resource-parameters.ts';
import { repeatable } from '../../commands/inventory/parameter-values.ts';
import { findResource, findResourceAt } from '../../db/inventory/resource-read-model.ts';
import { listRevisions } from '../../db/inventory/revision-read-model.ts';
import type { RevisionRow } from '../../db/inventory/revision-read-model.ts';
import { exportResources } from '../../db/inventory/search/export-resources.ts';
import { freshnessOf } from '../../db/inventory/search/freshness.ts';
import { errors } from '../../domain/errors.ts';
import { DiffEntry } from '../changes/changes.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { runExport } from '../http/response/run-export.ts';
import { streamLines } from '../http/response/stream-lines.ts';
import { freeForm, id, iso, timestamp } from '../http/schemas.ts';
import { chosenColumns } from './chosen-columns.ts';
import { exportFormat } from './export-formats.ts';
import { presentFreshness } from './present-freshness.ts';
import { ResourceList, searchPage } from './search-page.ts';
import { DiscoveredResource, Freshness, presentResource } from './schemas.ts';

const formatNames = ['csv', 'ndjson'] as const;

const Revision = z
  .object({
    revision: z.int(),
    config_hash: z.string(),
    observed_at: timestamp,
    scan_id: id.optional(),
    configuration: freeForm,
    tags: z.record(z.string(), z.string()),
    diff: z.array(DiffEntry).describe('Changes since the previous revision'),
  })
  .meta({ id: 'Revision' });

export const resourceOperations = [
  operation({
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
    query: z.strictObject({ ...resourceSearchParameters, ...pagingParameters }),
    success: [200, ResourceList],
    async handle(context) {
      const { query, tenant, services } = context;
      const filter = await readFilter(tenant, query, services.configuration.revisionRetentionDays);
      return searchPage(context, 'resources', filter, query);
    },
  }),
  operation({
    id: 'exportResources',
    method: 'GET',
    path: '/resources/export',
    tag: 'Resources',
    summary: 'Export resources as CSV or newline-delimited JSON',
    description:
      'Accepts the filters of the resource search. Rows are streamed from one snapshot, ordered by id, with gzip if ' +
      'accepted. Of the present, rows have the names of owners and applications, and of the environment. In CSV, shared_from, tags, ' +
      'unreadable, owners, applications and configuration are JSON, and values that a spreadsheet would evaluate as a ' +
      'formula start with an apostrophe. The number of concurrent exports per organization is limited. The connection is ' +
      'closed if the client reads too slowly or the export takes too long.',
    access: 'resources:read',
    transaction: false,
    query: z.strictObject({
      format: z.enum(formatNames),
      ...resourceFilterQuery,
      ...propertyParameter,
      include: resourceSearchParameters.include.describe('Has no effect: rows always have their ownership'),
      columns: repeatable(z.string().min(1).max(512)).describe(
        'Exactly these columns, in this order: fields of a row, `tag:<key>` or `property:<path>`; at most 50, none twice. In CSV, ' +
          'lists are JSON',
      ),
    }),
    success: [200, z.string(), 'text/csv', 'application/x-ndjson'],
    errors: ['rate_limited'],
    async handle({ query, principal, services, request, response, signal }) {
      const columns = chosenColumns(query.columns);
      const format = exportFormat(query.format, columns);
      await runExport({ principal, services, signal }, async (tenant, limits) => {
        const filter = await readFilter(tenant, query, services.configuration.revisionRetentionDays);
        const withOwnership = filter.asOf === undefined && principal.permissions.has('ownership:read');
        response.setHeader('Content-Type', format.contentType);
        response.setHeader('Content-Disposition', `attachment; filename="resources.${query.format}"`);
        await streamLines(request, response, {
          header: format.header,
          pages: exportResources(tenant, filter, {
            withOwnership,
            values: columns.flatMap(({ value }) => value ?? []),
          }),
          text: (page) => page.map((row) => format.line(row)).join(''),
          limits,
        });
      });
    },
  }),
  operation({
    id: 'getResource',
    method: 'GET',
    path: '/resources/{id}',
    tag: 'Resources',
    summary: 'Get a resource',
    description:
      'Returns deleted resources, too. With `as_of`, the resource as it was known at that time, without what has no history: ' +
      '`management_state`, `drift`, `unreadable`, `volatile`, `last_seen_at`.',
    access: 'resources:read',
    query: z.strictObject({ as_of: resourceFilterQuery.as_of }),
    success: [
      200,
      DiscoveredResource.extend({
        configuration: freeForm,
        volatile: freeForm
          .optional()
          .describe(
            'Values that change without a change of the resource, such as its state: path in the configuration → value',
          ),
        freshness: Freshness,
      }).meta({ id: 'ResourceDetail' }),
    ],
    async handle({ params, query, tenant, services }) {
      if (query.as_of !== undefined) {
        const asOf = readAsOf(query.as_of, services.configuration.revisionRetentionDays);
        const resource = await findResourceAt(tenant, params.id, asOf);
        if (resource === undefined) throw errors.notFound();
        return { ...presentResource(resource), freshness: presentFreshness(await freshnessOf(tenant, asOf)) };
      }
      const found = await findResource(tenant, params.id);
      if (found === undefined) throw errors.notFound();
      const { resource, volatile, freshness } = found;
      return {
        ...presentResource(resource),
        ...(Object.keys(volatile).length === 0 ? {} : { volatile }),
        freshness: presentFreshness(freshness),
      };
    },
  }),
  operation({
    id: 'listResourceRevisions',
    method: 'GET',
    path: '/resources/{id}/revisions',
    tag: 'Resources',
    summary: 'List the revisions of a resource, newest first',
    description: 'A revision is a configuration that differs from the one before.',
    access: 'resources:read',
    transaction: 'snapshot',
    query: z.strictObject({ ...pagingParameters }),
    success: [200, listOf(Revision).extend({ freshness: Freshness })],
    async handle(context) {
      const { query, tenant, params } = context;
      const resourceId = params.id;
      const { request, envelope } = pager(context, `revisions of ${resourceId}`, query);
      const before = request.after === undefined ? undefined : Number(request.after[0]);
      const rows = await listRevisions(tenant, resourceId, request.limit, before);
      if (rows === undefined) throw errors.notFound();
      return {
        ...envelope(
          cutPage(rows, request.limit, (row) => [row.revision]),
          presentRevision,
        ),
        freshness: presentFreshness(await freshnessOf(tenant)),
      };
    },
  }),
];

function presentRevision(row: RevisionRow) {
  const { revision, configHash, configuration, tags, diff } = row;
  return {
    revision,
    config_hash: configHash,
    configuration,
    tags,
    diff,
    observed_at: iso(row.observedAt),
    scan_id: row.scanId,
  };
}
