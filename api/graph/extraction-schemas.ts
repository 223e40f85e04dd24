import { z } from 'zod';
import type { ExtractionRunRow } from '../../db/graph/extract/extraction-read-model.ts';
import { extractionModes, extractionTriggers, runStatuses } from '../../domain/values.ts';
import { id, iso, timestamp } from '../http/schemas.ts';

export const ExtractionRun = z
  .object({
    id,
    aws_account_id: id,
    trigger: z.enum(extractionTriggers),
    mode: z
      .enum(extractionModes)
      .describe(
        '`incremental` reads the resources that changed since the last run, `full` all of the account',
      ),
    status: z.enum(runStatuses),
    counts: z.object({
      resources: z.int(),
      edges_created: z.int(),
      edges_updated: z.int(),
      edges_stale: z.int(),
    }),
    created_at: timestamp,
    started_at: timestamp.optional(),
    finished_at: timestamp.optional(),
    error: z.string().optional().describe('Of a partial run, the limits that cut the extraction'),
  })
  .meta({ id: 'ExtractionRun' });

export function presentExtractionRun(run: ExtractionRunRow) {
  return {
    id: run.id,
    aws_account_id: run.awsAccountId,
    trigger: run.trigger,
    mode: run.mode,
    status: run.status,
    counts: {
      resources: run.resourcesExtracted,
      edges_created: run.relationshipsAdded,
      edges_updated: run.relationshipsUpdated,
      edges_stale: run.relationshipsStale,
    },
    created_at: iso(run.createdAt),
    started_at: iso(run.startedAt),
    finished_at: iso(run.finishedAt),
    error: run.error,
  };
}
