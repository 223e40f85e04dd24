import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { exportResources as readExport } from '../../db/inventory/search/export-resources.ts';
import { tryTakeExportSlot } from '../../db/inventory/export-slot.ts';
import { operation } from '../http/operation.ts';
import { streamLines } from '../http/response/stream-lines.ts';
import { exportFormats } from './export-formats.ts';
import { readFilter, resourceFilters } from './schemas.ts';

const formatNames = ['csv', 'ndjson'] as const;
const retrySeconds = 30;

export const exportResources = operation({
  id: 'exportResources',
  method: 'GET',
  path: '/resources/export',
  tag: 'Resources',
  summary: 'Export resources as CSV or newline-delimited JSON',
  description:
    'Accepts the filters of the resource search. Rows are streamed from one snapshot, ordered by id, with gzip if ' +
    'accepted. In CSV, shared_from, tags and configuration are JSON, and values that a spreadsheet would evaluate as a ' +
    'formula start with an apostrophe. The number of concurrent exports per organization is limited. The connection is ' +
    'closed if the client reads too slowly or the export takes too long.',
  access: 'resources:read',
  transaction: false,
  query: z.strictObject({ format: z.enum(formatNames), ...resourceFilters }),
  success: [200, z.string(), 'text/csv', 'application/x-ndjson'],
  errors: ['rate_limited'],
  async handle({ query, principal, services, request, response, signal }) {
    const { configuration, database } = services;
    const filter = readFilter(query, configuration.revisionRetentionDays);
    const format = exportFormats[query.format];
    await database.withTenant(
      principal.organizationId,
      async (tenant) => {
        if (!(await tryTakeExportSlot(tenant, configuration.exportsPerOrganization)))
          throw errors.rateLimited(retrySeconds, {
            name: 'concurrent_exports',
            limit: configuration.exportsPerOrganization,
            windowSeconds: retrySeconds,
          });
        response.setHeader('Content-Type', format.contentType);
        response.setHeader('Content-Disposition', `attachment; filename="resources.${query.format}"`);
        await streamLines(request, response, {
          header: format.header,
          pages: readExport(tenant, filter),
          text: (page) => page.map((row) => format.line(row)).join(''),
          limits: {
            stallSeconds: configuration.exportStallSeconds,
            maximumSeconds: configuration.exportMaxSeconds,
            minimumBytesPerSecond: configuration.exportMinBytesPerSecond,
          },
        });
      },
      { snapshot: true, work: 'export', signal },
    );
  },
});
