import { globalTrailRegions, serviceTrailRegions } from '../../domain/changes/global-trail-regions.ts';
import { operationTableVersion } from '../../domain/changes/operation-table.ts';
import { defaultPollSeconds } from '../../domain/changes/poll-windows.ts';
import type { TypedEvent } from '../../domain/changes/read-typed-event.ts';
import { typesOfService } from '../../domain/discovery/declaration/resource-types.ts';
import { globalRegion } from '../../domain/values.ts';
import type { FeedStatus } from '../../domain/values.ts';
import { execute, oneRowOf, rowOf, rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { allOf, anyOf, rawSql, sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';
import { endOfDay } from '../discovery/policy-block-store.ts';
import type { TrailKeys } from './trail-keys.ts';

/** The polling state of the CloudTrail event history of one account and region. */
export interface Feed {
  readonly id: string;
  readonly awsAccountId: string;
  readonly region: string;
  readonly status: FeedStatus;
  /** All events before this time are stored. */
  readonly watermark: Date | undefined;
  /** Watermark of the last complete poll: attributions of changes that were detected 15 minutes earlier are final. */
  readonly attributedUntil: Date | undefined;
  readonly lastEventAt: Date | undefined;
  readonly lastPolledAt: Date | undefined;
  readonly lastError: string | undefined;
  /** `undefined` while the feed is not polled. */
  readonly nextPollAt: Date | undefined;
}

/** A feed when its poll began, by the clock of Postgres. */
export type BegunFeed = Feed & { readonly begunAt: Date };

const columns = rawSql(
  'id, aws_account_id, region, status, watermark, attributed_until, last_event_at, last_polled_at, last_error, next_poll_at',
);

/** Services whose global resources have their events in another region than those of the partition. */
const distantTrails = Object.entries(serviceTrailRegions).flatMap(([service, regions]) =>
  Object.entries(regions).flatMap(([partition, trailRegions]) =>
    trailRegions.map((trailRegion) => ({
      partition,
      trailRegion,
      types: typesOfService(service, globalRegion),
    })),
  ),
);

/**
 * Inserts the missing feeds: one for each region of each account that can be read, one for each region in which CloudTrail
 * records global events, and those of services whose events are elsewhere, for accounts with their resources. Pauses the other feeds (`next_poll_at` null), and resumes paused feeds that are
 * wanted again. A feed is not wanted while a policy of the customer's AWS organization blocks it or its region.
 */
export async function reconcileFeeds(tenant: Tenant): Promise<void> {
  await execute(
    tenant,
    sql`with wanted as materialized (
       select distinct a.id as aws_account_id, region
       from aws_accounts a
       join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id,
       unnest(a.effective_regions || array(
         select jsonb_array_elements_text(${JSON.stringify(globalTrailRegions)}::jsonb -> split_part(a.role_arn, ':', 2)))
         || array(
         select s.trail_region from ${rowset('s', { partition: 'text', trailRegion: 'text', types: 'jsonb' }, distantTrails)}
         where s.partition = split_part(a.role_arn, ':', 2) and exists (
           select from resources r, jsonb_array_elements_text(s.types) type
           where r.organization_id = a.organization_id and r.aws_account_id = a.id and r.region = ${globalRegion}
             and r.resource_type = type and r.status <> 'deleted'))) r(region)
       where a.organization_id = ${tenant.organizationId} and a.included and a.status = 'connected'
         and c.status <> 'deleting'
         and not exists (
           select from blocked_regions b
           where b.organization_id = ${tenant.organizationId} and b.aws_account_id = a.id and b.region = r.region
             and b.blocked_until > now())
         and not exists (
           select from cloudtrail_feeds f
           where f.organization_id = ${tenant.organizationId} and f.aws_account_id = a.id and f.region = r.region
             and f.blocked_until > now())
     ), inserted as (
       insert into cloudtrail_feeds (organization_id, aws_account_id, region)
       select ${tenant.organizationId}::uuid, w.aws_account_id, w.region from wanted w
       where not exists (
         select from cloudtrail_feeds f
         where f.organization_id = ${tenant.organizationId} and f.aws_account_id = w.aws_account_id
           and f.region = w.region)
       order by w.aws_account_id, w.region
       on conflict on constraint cloudtrail_feeds_place_key do nothing
     )
     update cloudtrail_feeds f set next_poll_at = case when w.region is null then null else now() end
     from cloudtrail_feeds current
     left join wanted w on w.aws_account_id = current.aws_account_id and w.region = current.region
     where f.organization_id = ${tenant.organizationId} and current.organization_id = f.organization_id
       and current.id = f.id and (f.next_poll_at is null) = (w.region is not null)`,
  );
}

/** Finds a feed by its id. */
export async function findFeed(tenant: Tenant, id: string): Promise<Feed | undefined> {
  return rowOf<Feed>(
    tenant,
    sql`select ${columns} from cloudtrail_feeds where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/**
 * Begins a poll of a feed with a version of the operation table. A poll that workers of another release began and did not end
 * begins again where the last complete one ended, so that all its events have the keys of one version. Returns the feed and the
 * time of Postgres; `undefined` when it was deleted.
 */
export async function beginPoll(
  tenant: Tenant,
  id: string,
  tableVersion = operationTableVersion,
): Promise<BegunFeed | undefined> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`update cloudtrail_feeds set table_version = ${tableVersion}, watermark = case
        when table_version is null or watermark <= attributed_until then watermark else attributed_until end
      where organization_id = ${organizationId} and id = ${id} and table_version is distinct from ${tableVersion}`,
  );
  return rowOf<BegunFeed>(
    tenant,
    // The workers of an installation poll a feed in turns: the next one begins where this one ends, so they need one clock.
    sql`select ${columns}, clock_timestamp() as begun_at from cloudtrail_feeds
      where organization_id = ${organizationId} and id = ${id}`,
  );
}

/** Finds the feed of an account and region. */
export async function findFeedOf(
  tenant: Tenant,
  accountId: string,
  region: string,
): Promise<Feed | undefined> {
  return rowOf<Feed>(
    tenant,
    sql`select ${columns} from cloudtrail_feeds
      where organization_id = ${tenant.organizationId} and aws_account_id = ${accountId} and region = ${region}`,
  );
}

/** A feed with the readings by events of its account and region; the trail region of global services includes `global`. */
export interface FeedHealth extends Feed {
  readonly lastEventScanAt: Date | undefined;
  readonly dueCells: number;
  /** Due cells of the last 24 hours whose reading takes too many calls for a scan of due cells. */
  readonly leftCells: number;
}

/** Lists feeds by account and region, after a position; at most `limit`. */
export async function listFeeds(
  tenant: Tenant,
  filter: {
    readonly accountId?: readonly string[] | undefined;
    readonly region?: readonly string[] | undefined;
  },
  after: readonly [accountId: string, region: string] | undefined,
  limit: number,
): Promise<readonly FeedHealth[]> {
  const conditions = [
    sql`organization_id = ${tenant.organizationId}`,
    ...anyOf('aws_account_id', filter.accountId, 'uuid'),
    ...anyOf('region', filter.region),
    ...(after === undefined ? [] : [sql`(aws_account_id, region) > (${after[0]}::uuid, ${after[1]}::text)`]),
  ];
  const globalTrails = Object.values(globalTrailRegions).flat();
  return rowsOf<FeedHealth>(
    tenant,
    sql`with feeds as materialized (
       select ${columns}, case when region = any(${globalTrails}::text[]) then array[region, 'global'] else array[region] end
         as cell_regions
       from cloudtrail_feeds where ${allOf(conditions)} order by aws_account_id, region limit ${limit}
     )
     select ${columns}, ledger.last_event_scan_at, ledger.left_cells, due.due_cells
     from feeds f
     cross join lateral (
       select max(c.last_event_read_at) as last_event_scan_at,
              (count(*) filter (where c.left_to_scan_at > now() - interval '24 hours'))::integer as left_cells
       from coverage_cells c where c.organization_id = ${tenant.organizationId} and c.aws_account_id = f.aws_account_id
         and c.region = any(f.cell_regions)) ledger
     cross join lateral (
       select count(*)::integer as due_cells from due_cells d
       left join coverage_cells c on c.organization_id = d.organization_id and c.aws_account_id = d.aws_account_id
         and c.region = d.region and c.resource_type = d.resource_type
       where d.organization_id = ${tenant.organizationId} and d.aws_account_id = f.aws_account_id
         and d.region = any(f.cell_regions)
         and (c.last_complete_begun_at is null or c.last_complete_begun_at < d.last_event_at + interval '1 second')) due
     order by aws_account_id, region`,
  );
}

/**
 * Inserts events, except those already stored. A stored event whose keys were read by another version of the operation table
 * gets its keys, regions and actor again. Returns how many were inserted.
 */
export async function insertEvents(
  tenant: Tenant,
  feed: Feed,
  events: readonly TypedEvent[],
  keys: TrailKeys,
): Promise<number> {
  if (events.length === 0) return 0;
  const rows = events.map((event) => ({
    ...event,
    actorType: event.actor.type,
    actorArn: event.actor.arn,
    actorName: event.actor.name,
    actorVia: event.actor.via,
    keys: [...new Set(event.references.map((reference) => keys.hash(reference)))],
  }));
  const columns = {
    eventId: 'text',
    eventName: 'text',
    eventSource: 'text',
    occurredAt: 'timestamptz',
    otherRegions: 'text[]',
    actorType: 'text',
    actorArn: 'text',
    actorName: 'text',
    actorVia: 'text',
    keys: 'text[]',
  } as const;
  const { inserted } = await oneRowOf<{ inserted: number }>(
    tenant,
    sql`with written as (
       insert into cloudtrail_events (organization_id, aws_account_id, region, event_id, event_name, event_source, occurred_at,
                                      other_regions, actor_type, actor_arn, actor_name, actor_via, keys, table_version)
       select ${tenant.organizationId}::uuid, ${feed.awsAccountId}::uuid, ${feed.region}, event_id, event_name,
              event_source, occurred_at, other_regions, actor_type, actor_arn, actor_name, actor_via, keys,
              ${operationTableVersion}
       from (select distinct on (event_id) * from ${rowset('e', columns, rows)} order by event_id) given
       on conflict on constraint cloudtrail_events_event_key do update
         set keys = excluded.keys, other_regions = excluded.other_regions, table_version = excluded.table_version,
             actor_type = excluded.actor_type, actor_arn = excluded.actor_arn, actor_name = excluded.actor_name,
             actor_via = excluded.actor_via
         where cloudtrail_events.table_version is distinct from excluded.table_version
       returning new.organization_id, new.aws_account_id, new.id, new.keys, old.id is null as is_new
     ), outdated as (
       delete from cloudtrail_event_keys k using written w
       where k.organization_id = ${tenant.organizationId} and k.event_row_id = w.id and not w.is_new
         and k.key <> all (w.keys)
     ), keyed as (
       insert into cloudtrail_event_keys (organization_id, aws_account_id, key, event_row_id)
       select organization_id, aws_account_id, key, id from written, unnest(keys) key
       on conflict on constraint cloudtrail_event_keys_pkey do nothing
     )
     select count(*) filter (where is_new) as inserted from written`,
  );
  return inserted;
}

/**
 * Stores the result of a poll; a failed poll does not change the watermark. A feed that a policy of the organization denies
 * is paused until the end of the day.
 */
export async function recordPoll(
  tenant: Tenant,
  feed: Feed,
  result:
    | { readonly status: 'ok'; readonly watermark: Date; readonly lastEventAt: Date | undefined }
    | { readonly status: Exclude<FeedStatus, 'ok' | 'never'>; readonly error: string },
  pollSeconds = defaultPollSeconds,
): Promise<void> {
  const { watermark, lastEventAt, error } =
    result.status === 'ok'
      ? { ...result, error: null }
      : { watermark: null, lastEventAt: null, error: result.error };
  await execute(
    tenant,
    sql`update cloudtrail_feeds set status = ${result.status}, last_polled_at = now(), last_error = ${error},
       next_poll_at = case when ${result.status} = 'blocked_by_scp' then null
         else now() + make_interval(secs => ${pollSeconds}) end,
       blocked_until = case when ${result.status} = 'blocked_by_scp' then ${endOfDay} end,
       watermark = coalesce(${watermark}, watermark), attributed_until = coalesce(${watermark}, attributed_until),
       last_event_at = greatest(last_event_at, ${lastEventAt})
     where organization_id = ${tenant.organizationId} and id = ${feed.id}
       and (${watermark}::timestamptz is null or ${isOwnPoll})`,
  );
}

/** Whether no worker of another release has begun the poll again. */
const isOwnPoll = rawSql(`table_version is not distinct from '${operationTableVersion}'`);

/** Stops the polls of a feed whose account cannot be read, until {@link reconcileFeeds} resumes them. */
export async function pauseFeed(tenant: Tenant, id: string): Promise<void> {
  await execute(
    tenant,
    sql`update cloudtrail_feeds set next_poll_at = null
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/** Stores that all events before `watermark` are stored, while the poll continues. */
export async function advanceWatermark(tenant: Tenant, feed: Feed, watermark: Date): Promise<void> {
  await execute(
    tenant,
    sql`update cloudtrail_feeds set watermark = greatest(watermark, ${watermark}::timestamptz)
      where organization_id = ${tenant.organizationId} and id = ${feed.id} and ${isOwnPoll}`,
  );
}

/**
 * Returns up to `limit` due feeds of all organizations and moves their next poll by `pollSeconds`, so that a feed is due again
 * only then, whatever happens to its poll. Organizations get equal shares of `limit`.
 */
export async function claimDueFeeds(
  database: Database,
  limit: number,
  excludedOrganizations: readonly string[],
  pollSeconds = defaultPollSeconds,
): Promise<readonly FeedToPoll[]> {
  const rows = await rowsOf<{ organizationId: string; id: string }>(
    database.outside,
    sql`select * from claim_due_feeds(make_interval(secs => ${pollSeconds}), ${limit},
      ${excludedOrganizations}::uuid[])`,
  );
  return rows.map(({ organizationId, id: feedId }) => ({ organizationId, feedId }));
}

export interface FeedToPoll {
  readonly organizationId: string;
  readonly feedId: string;
}
