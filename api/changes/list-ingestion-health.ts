import { z } from 'zod';
import { feedStatuses } from '../../domain/values.ts';
import { listFeeds } from '../../db/changes/feed-store.ts';
import { cutPage, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id, iso, timestamp } from '../http/schemas.ts';

const IngestionHealth = z
  .object({
    aws_account_id: id,
    region: z.string(),
    status: z.enum(feedStatuses),
    last_event_at: timestamp.optional(),
    last_polled_at: timestamp.optional(),
    lag_seconds: z.number().optional().describe('Seconds since all available events were read'),
    last_error: z.string().optional(),
  })
  .meta({ id: 'IngestionHealth' });

export const listIngestionHealth = operation({
  id: 'listIngestionHealth',
  method: 'GET',
  path: '/changes/ingestion-health',
  tag: 'Changes',
  summary: 'List the CloudTrail ingestion status by account and region',
  access: 'changes:read',
  query: z.strictObject({
    aws_account_id: repeatable(id),
    region: repeatable(z.string().max(40)),
    ...pagingParameters,
  }),
  success: [200, listOf(IngestionHealth)],
  async handle(context) {
    const { query, tenant } = context;
    const paging = pager(context, 'ingestion-health', query);
    const after = paging.request.after as readonly [string, string] | undefined;
    const filter = { accountId: query.aws_account_id, region: query.region };
    const rows = await listFeeds(tenant, filter, after, query.limit + 1);
    const page = cutPage(rows, query.limit, (feed) => [feed.awsAccountId, feed.region]);
    return paging.envelope(page, (feed) => ({
      aws_account_id: feed.awsAccountId,
      region: feed.region,
      status: feed.status,
      last_event_at: iso(feed.lastEventAt),
      last_polled_at: iso(feed.lastPolledAt),
      lag_seconds:
        feed.watermark === undefined
          ? undefined
          : Math.max(0, Math.round((Date.now() - feed.watermark.getTime()) / 1000)),
      last_error: feed.lastError,
    }));
  },
});
