import { z } from 'zod';
import { listExtractionRuns as list } from '../../db/graph/extract/extraction-read-model.ts';
import { extractionModes, extractionTriggers, runStatuses } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { ExtractionRun, presentExtractionRun } from './extraction-schemas.ts';
import { graphTag as tag } from './graph-schemas.ts';

export const listExtractionRuns = operation({
  id: 'listExtractionRuns',
  method: 'GET',
  path: '/graph/extraction-runs',
  tag,
  summary: 'List extraction runs, newest first',
  access: 'graph:read',
  query: z.strictObject({
    ...pagingParameters,
    aws_account_id: repeatable(id),
    status: repeatable(z.enum(runStatuses)),
    trigger: repeatable(z.enum(extractionTriggers)),
    mode: repeatable(z.enum(extractionModes)),
  }),
  success: [200, listOf(ExtractionRun)],
  async handle(context) {
    const { query, tenant } = context;
    const { request, envelope } = pager(context, 'extraction_runs', query);
    const rows = await list(tenant, query, request.after?.[0]?.toString(), request.limit);
    return envelope(
      cutPage(rows, request.limit, (run) => [run.id]),
      presentExtractionRun,
    );
  },
});
