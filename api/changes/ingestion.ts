import { z } from 'zod';
import { accountIdsOf, accountParameters } from '../../commands/inventory/account-filter.ts';
import { repeatable } from '../../commands/inventory/parameter-values.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { findFeedOf, listFeeds, reconcileFeeds } from '../../db/changes/feed-store.ts';
import { errors } from '../../domain/errors.ts';
import { feedStatuses } from '../../domain/values.ts';
import { accountFields, accountNames } from '../connections/account-parameters.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Accepted, id, iso, timestamp } from '../http/schemas.ts';

const IngestionHealth = z
  .object({
    ...accountFields,
    region: z.string(),
    status: z.enum(feedStatuses),
    last_event_at: timestamp.optional(),
    last_polled_at: timestamp.optional(),
    lag_seconds: z.number().optional().describe('Seconds since all available events were read'),
    last_error: z.string().optional(),
    event_scans: z
      .object({
        last_at: timestamp.optional().describe('When events last had a cell of the region read'),
        due_cells: z.int().min(0).describe('Cells that events have made due'),
        left_24h: z
          .int()
          .min(0)
          .describe(
            'Due cells of the last 24 hours that are left to the scheduled scan: reading them takes too many calls',
          ),
      })
      .describe('Of the account and region; the trail region of global services includes region `global`'),
  })
  .meta({ id: 'IngestionHealth' });

export const ingestionOperations = [
  operation({
    id: 'listIngestionHealth',
    method: 'GET',
    path: '/changes/ingestion-health',
    tag: 'Changes',
    summary: 'List the CloudTrail ingestion status by account and region',
    description: 'Lists the outcome of the last poll of CloudTrail for each account and region.',
    access: 'changes:read',
    query: z.strictObject({
      ...accountParameters,
      region: repeatable(z.string().max(40)),
      ...pagingParameters,
    }),
    success: [200, listOf(IngestionHealth)],
    async handle(context) {
      const { query, tenant } = context;
      const paging = pager(context, 'ingestion-health', query);
      const after = paging.request.after as readonly [string, string] | undefined;
      const filter = { accountId: await accountIdsOf(tenant, query), region: query.region };
      const rows = await listFeeds(tenant, filter, after, query.limit + 1);
      const page = cutPage(rows, query.limit, (feed) => [feed.awsAccountId, feed.region]);
      const account = await accountNames(
        tenant,
        page.rows.map((feed) => feed.awsAccountId),
      );
      return paging.envelope(page, (feed) => ({
        ...account(feed.awsAccountId),
        region: feed.region,
        status: feed.status,
        last_event_at: iso(feed.lastEventAt),
        last_polled_at: iso(feed.lastPolledAt),
        lag_seconds:
          feed.watermark === undefined
            ? undefined
            : Math.max(0, Math.round((Date.now() - feed.watermark.getTime()) / 1000)),
        last_error: feed.lastError,
        event_scans: {
          last_at: iso(feed.lastEventScanAt),
          due_cells: feed.dueCells,
          left_24h: feed.leftCells,
        },
      }));
    },
  }),
  operation({
    id: 'retryIngestion',
    method: 'POST',
    path: '/changes/ingestion-retries',
    tag: 'Changes',
    summary: 'Retry CloudTrail ingestion for an account and region',
    description: 'Starts a run that polls CloudTrail now. Returns its `run_id`.',
    access: 'changes:retry',
    audit: 'change_ingestion.retried',
    body: z.strictObject({ aws_account_id: id, region: z.string().max(40) }),
    success: [202, Accepted],
    async handle({ body, principal, services, tenant, audit }) {
      await reconcileFeeds(tenant);
      const feed = await findFeedOf(tenant, body.aws_account_id, body.region);
      if (feed === undefined || feed.nextPollAt === undefined) {
        const ofAccount = await listFeeds(tenant, { accountId: [body.aws_account_id] }, undefined, 100);
        throw ofAccount.some(({ nextPollAt: at }) => at !== undefined)
          ? errors.validationFailed('region', 'is not a region of the account')
          : errors.validationFailed('aws_account_id', 'is not a connected account');
      }
      audit({ type: 'account', id: feed.awsAccountId, details: { region: feed.region } });
      const { run_id } = await launchRun(tenant, services, {
        kind: 'ingest_changes',
        subjectId: feed.id,
        description: `region ${feed.region}`,
        requestedBy: principal.id,
      });
      return { run_id };
    },
  }),
];
