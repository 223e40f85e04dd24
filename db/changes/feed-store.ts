import type { TrailEvent } from '../../domain/changes/read-trail-event.ts';
import type { FeedStatus } from '../../domain/values.ts';
import { queryOf } from '../tenant.ts';
import type { Database, Tenant } from '../tenant.ts';

/** CloudTrail's events of one account and region: how far they were read. */
export interface Feed {
  readonly id: string;
  readonly aws_account_id: string;
  readonly region: string;
  readonly status: FeedStatus;
  /** Events before it are known. */
  readonly watermark: Date | null;
  readonly last_event_at: Date | null;
  readonly last_polled_at: Date | null;
  readonly last_error: string | null;
}

const columns = 'id, aws_account_id, region, status, watermark, last_event_at, last_polled_at, last_error';

/** Makes a feed for every region of every included, connected account that has none. */
export async function ensureFeeds(tenant: Tenant): Promise<void> {
  await queryOf(tenant).raw(
    `insert into cloudtrail_feeds (organization_id, aws_account_id, region)
     select a.organization_id, a.id, region from aws_accounts a, unnest(a.effective_regions) region
     where a.organization_id = ? and a.included and a.status = 'connected'
     on conflict on constraint cloudtrail_feeds_place_key do nothing`,
    [tenant.organizationId],
  );
}

export async function findFeed(tenant: Tenant, id: string): Promise<Feed | undefined> {
  const { rows } = await queryOf(tenant).raw<{ rows: Feed[] }>(
    `select ${columns} from cloudtrail_feeds where organization_id = ? and id = ?`,
    [tenant.organizationId, id],
  );
  return rows[0];
}

export async function findFeedOf(
  tenant: Tenant,
  accountId: string,
  region: string,
): Promise<Feed | undefined> {
  const { rows } = await queryOf(tenant).raw<{ rows: Feed[] }>(
    `select ${columns} from cloudtrail_feeds where organization_id = ? and aws_account_id = ? and region = ?`,
    [tenant.organizationId, accountId, region],
  );
  return rows[0];
}

/** Feeds of included, connected accounts, by account and region, after a position. */
export async function listFeeds(
  tenant: Tenant,
  filter: {
    readonly accountId?: readonly string[] | undefined;
    readonly region?: readonly string[] | undefined;
  },
  after: readonly [string, string] | undefined,
  limit: number,
): Promise<readonly Feed[]> {
  const { rows } = await queryOf(tenant).raw<{ rows: Feed[] }>(
    `select ${columns} from cloudtrail_feeds f
     where organization_id = ? and (?::uuid[] is null or aws_account_id = any(?::uuid[]))
       and (?::text[] is null or region = any(?::text[]))
       and (?::uuid is null or (aws_account_id, region) > (?::uuid, ?::text))
     order by aws_account_id, region limit ?`,
    [
      tenant.organizationId,
      ...twice(filter.accountId),
      ...twice(filter.region),
      after?.[0] ?? null,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit,
    ],
  );
  return rows;
}

/** Keeps the events that are new; the same event twice is one. Answers how many were new. */
export async function saveEvents(tenant: Tenant, feed: Feed, events: readonly TrailEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const { rows } = await queryOf(tenant).raw<{ rows: { added: number }[] }>(
    `with given as (
       select * from jsonb_to_recordset(?::jsonb) as e("eventId" text, "eventName" text, "eventSource" text,
         "occurredAt" timestamptz, "actorType" text, "actorArn" text, "actorName" text, keys jsonb)
     ), added as (
       insert into cloudtrail_events (organization_id, aws_account_id, region, event_id, event_name, event_source,
                                      occurred_at, actor_type, actor_arn, actor_name, keys)
       select ?, ?, ?, "eventId", "eventName", "eventSource", "occurredAt", "actorType", "actorArn", "actorName",
              array(select trail_key(key) from jsonb_array_elements_text(keys) key)
       from given
       on conflict on constraint cloudtrail_events_event_key do nothing
       returning organization_id, aws_account_id, id, keys
     ), keyed as (
       insert into cloudtrail_event_keys (organization_id, aws_account_id, key, event_row_id)
       select distinct organization_id, aws_account_id, key, id from added, unnest(keys) key
     )
     select count(*) as added from added`,
    [JSON.stringify(events), tenant.organizationId, feed.aws_account_id, feed.region],
  );
  return rows[0]?.added ?? 0;
}

/** Notes how a poll ended; a failed one leaves the watermark where it was. */
export async function endPoll(
  tenant: Tenant,
  feed: Feed,
  ending:
    | { readonly status: 'ok'; readonly watermark: Date; readonly lastEventAt: Date | null }
    | { readonly status: Exclude<FeedStatus, 'ok' | 'never'>; readonly error: string },
): Promise<void> {
  const ok = ending.status === 'ok';
  await queryOf(tenant).raw(
    `update cloudtrail_feeds set status = ?, last_polled_at = now(), last_error = ?,
       watermark = coalesce(?, watermark), last_event_at = greatest(last_event_at, ?)
     where organization_id = ? and id = ?`,
    [
      ending.status,
      ok ? null : ending.error,
      ok ? ending.watermark : null,
      ok ? ending.lastEventAt : null,
      tenant.organizationId,
      feed.id,
    ],
  );
}

/** Feeds of every organization that were not polled for a while. */
export async function dueFeeds(
  database: Database,
  polledBeforeSeconds: number,
  limit: number,
): Promise<readonly { readonly organization_id: string; readonly id: string }[]> {
  const { rows } = await database.outside.raw<{ rows: { organization_id: string; id: string }[] }>(
    'select * from due_feeds(make_interval(secs => ?), ?)',
    [polledBeforeSeconds, limit],
  );
  return rows;
}

function twice(values: readonly string[] | undefined): readonly (string[] | null)[] {
  const list = values === undefined ? null : [...values];
  return [list, list];
}
