import { z } from 'zod';
import { accountParameters } from '../../commands/inventory/account-filter.ts';
import { repeatable } from '../../commands/inventory/parameter-values.ts';
import { requestExtraction } from '../../commands/graph/request-extraction.ts';
import { listExtractionRuns } from '../../db/graph/extract/extraction-read-model.ts';
import type { ExtractionRunRow } from '../../db/graph/extract/extraction-read-model.ts';
import { findScannedAccount } from '../../db/graph/extract/graph-accounts.ts';
import { errors } from '../../domain/errors.ts';
import { extractionModes, extractionTriggers } from '../../domain/values.ts';
import { accountFields, accountNames, withAccountIds } from '../connections/account-parameters.ts';
import type { PresentAccount } from '../connections/account-parameters.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Accepted, id, iso, timestamp, runStatus } from '../http/schemas.ts';
import { graphTag } from './graph-schemas.ts';

const ExtractionRun = z
  .object({
    id,
    ...accountFields,
    trigger: z.enum(extractionTriggers),
    mode: z
      .enum(extractionModes)
      .describe(
        '`incremental` reads the resources that changed since the last run, `full` all of the account',
      ),
    status: runStatus,
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

export const extractionRunOperations = [
  operation({
    id: 'listExtractionRuns',
    method: 'GET',
    path: '/graph/extraction-runs',
    tag: graphTag,
    summary: 'List extraction runs, newest first',
    description:
      'An extraction reads the relationships from the configurations of an account. Filters are ' +
      'combined with AND.',
    access: 'graph:read',
    query: z.strictObject({
      ...pagingParameters,
      ...accountParameters,
      status: repeatable(runStatus),
      trigger: repeatable(z.enum(extractionTriggers)),
      mode: repeatable(z.enum(extractionModes)),
    }),
    success: [200, listOf(ExtractionRun)],
    async handle(context) {
      const { query, tenant } = context;
      const { request, envelope } = pager(context, 'extraction_runs', query);
      const filters = await withAccountIds(tenant, query);
      const rows = await listExtractionRuns(tenant, filters, request.after?.[0]?.toString(), request.limit);
      const page = cutPage(rows, request.limit, (run) => [run.id]);
      const account = await accountNames(
        tenant,
        page.rows.map((run) => run.awsAccountId),
      );
      return envelope(page, (run) => presentExtractionRun(run, account));
    },
  }),
  operation({
    id: 'createExtractionRun',
    method: 'POST',
    path: '/graph/extraction-runs',
    tag: graphTag,
    summary: 'Extract the relationships of an account',
    description:
      'Reads the configurations of all resources of the account in the inventory. Extraction also runs after each scan of an ' +
      'account, and every night.',
    access: 'graph:extract',
    audit: 'graph.extraction_requested',
    body: z.strictObject({ aws_account_id: id }),
    success: [202, Accepted],
    errors: ['conflict'],
    async handle({ body, principal, tenant, services, audit }) {
      const account = await findScannedAccount(tenant, body.aws_account_id);
      if (account === undefined) throw errors.validationFailed('aws_account_id', 'does not exist');
      const { run_id, created } = await requestExtraction(
        tenant,
        services,
        account,
        'manual',
        'full',
        principal.id,
      );
      if (!created) throw errors.conflict('An extraction of the account is queued or running.');
      audit({ type: 'account', id: account.id, name: account.accountId });
      return { run_id };
    },
  }),
];

function presentExtractionRun(run: ExtractionRunRow, account: PresentAccount) {
  return {
    id: run.id,
    ...account(run.awsAccountId),
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
