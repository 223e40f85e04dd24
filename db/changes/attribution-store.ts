import type { Attribution, UnattributedChange } from '../../domain/changes/attribute-change.ts';
import type { TrailEvent } from '../../domain/changes/read-trail-event.ts';
import { deliveryDelayMs } from '../../domain/changes/poll-windows.ts';
import { isGlobalTrailRegion } from '../../domain/changes/global-trail-regions.ts';
import { globalRegion } from '../../domain/values.ts';
import type { ChangeKind } from '../../domain/values.ts';
import { rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Feed } from './feed-store.ts';
import type { TrailKeys } from './trail-keys.ts';

/** A change with the events that may have caused it. */
export interface AttributionCandidate {
  readonly id: string;
  readonly change: UnattributedChange;
  readonly events: readonly TrailEvent[];
  /** Whether `events` may be incomplete: more events than the limit name the resource. */
  readonly isTruncated: boolean;
}

/** A page of changes. `next` is the argument `after` of the next page; `undefined` after the last page. */
export interface CandidatePage {
  readonly candidates: readonly AttributionCandidate[];
  readonly next: ChangePosition | undefined;
}

/** The position of a change in its region. `detectedAt` is the text of Postgres, because a `Date` has no microseconds. */
export interface ChangePosition {
  readonly detectedAt: string;
  readonly id: string;
}

/** The attribution of changes detected longer ago is final. */
const attributionWindow = '2 days';
const pageSize = 100;
/** Of more events that name an identifier, those stored last are read: limits the work for one change. */
const eventsPerIdentifier = 500;

/** Regions whose changes the events of a feed can explain. */
export function attributedRegions({ region }: Feed): readonly string[] {
  return isGlobalTrailRegion(region) ? [region, globalRegion] : [region];
}

/**
 * Lists a page of up to 100 changes of a feed's account in a region, with the events that name the resource and occurred in
 * the change's time window: the unattributed changes, and the attributed ones for which the last poll of the feed may have
 * lacked events, because CloudTrail had not delivered them. `keys` of an event contains only identifiers of the changed
 * resource: its ARN, native id or name.
 *
 * The identifiers are hashed once for each change, and events are found through the index of their keys. Without the
 * `materialized` and `lateral` parts, Postgres may hash them again for each event of the account.
 */
export async function listAttributionCandidates(
  tenant: Tenant,
  feed: Feed,
  region: string,
  keys: TrailKeys,
  after?: ChangePosition,
): Promise<CandidatePage> {
  const hash = (column: string) => keys.hash(rawSql(column));
  const remaining =
    after === undefined
      ? rawSql('true')
      : sql`(c.detected_at, c.id) > (${after.detectedAt}::timestamptz, ${after.id}::uuid)`;
  const ofRegion = sql`c.organization_id = ${tenant.organizationId} and c.aws_account_id = ${feed.awsAccountId}
    and c.region = ${region} and c.source = 'scan' and c.detected_at > now() - ${attributionWindow}::interval and ${remaining}`;
  const inOrder = sql`order by c.detected_at, c.id limit ${pageSize}`;
  const complete = feed.watermark === undefined ? null : new Date(feed.watermark.getTime() - deliveryDelayMs);
  const rows = await rowsOf<Row>(
    tenant,
    sql`with due as (
       (select c.id, c.detected_at from changes c where ${ofRegion} and c.attribution = 'unattributed' ${inOrder})
       union all
       (select c.id, c.detected_at from changes c where ${ofRegion} and c.attribution <> 'unattributed'
          and c.detected_at > coalesce(${complete}::timestamptz, '-infinity') ${inOrder})
     ), page as materialized (
       select c.id, c.kind, c.resource_type, r.arn, r.native_id, r.name, r.created_at_source, c.since, c.detected_at, identifiers.list as identifiers
       from (select * from due c ${inOrder}) d
       join changes c on c.organization_id = ${tenant.organizationId} and c.id = d.id
       join resources r on r.organization_id = c.organization_id and r.id = c.resource_id
       cross join lateral (
         select jsonb_agg(jsonb_build_object('own', own, 'key', ${hash('own')})) as list
         from (select distinct own from unnest(array[r.arn, r.native_id, r.name]) own where own is not null) given
       ) identifiers
       order by c.detected_at, c.id
     )
     select p.id, p.kind, p.resource_type, p.arn, p.native_id, p.name, p.created_at_source, p.since, p.detected_at,
       p.detected_at::text as position, coalesce(named.events, '[]') as events, coalesce(named.is_truncated, false) as is_truncated
     from page p
     cross join lateral (
       select jsonb_agg(event) filter (where is_in_window and not is_beyond_limit) as events, bool_or(is_beyond_limit) as is_truncated
       from (
         select jsonb_build_object('eventId', e.event_id, 'eventName', e.event_name, 'eventSource', e.event_source,
             'occurredAt', e.occurred_at, 'actorType', e.actor_type, 'actorArn', e.actor_arn, 'actorName', e.actor_name,
             'keys', jsonb_agg(i.own)) as event,
           e.occurred_at <= p.detected_at and (p.since is null or e.occurred_at >= date_trunc('second', p.since)) as is_in_window,
           bool_or(k.number > ${eventsPerIdentifier}) as is_beyond_limit
         from jsonb_to_recordset(p.identifiers) as i(own text, key text)
         cross join lateral (
           select k.event_row_id, row_number() over (order by k.event_row_id desc) as number
           from cloudtrail_event_keys k
           where k.organization_id = ${tenant.organizationId} and k.aws_account_id = ${feed.awsAccountId} and k.key = i.key
           order by k.event_row_id desc limit ${eventsPerIdentifier + 1}
         ) k
         join cloudtrail_events e on e.organization_id = ${tenant.organizationId} and e.id = k.event_row_id
         group by e.organization_id, e.id
       ) found
     ) named
     order by p.detected_at, p.id`,
  );
  const last = rows.length < pageSize ? undefined : rows.at(-1);
  return {
    candidates: rows.flatMap((row) => (row.events.length === 0 ? [] : [candidateOf(row)])),
    next: last === undefined ? undefined : { detectedAt: last.position, id: last.id },
  };
}

function candidateOf(row: Row): AttributionCandidate {
  return {
    id: row.id,
    change: {
      kind: row.kind,
      resourceType: row.resourceType,
      arn: row.arn,
      nativeId: row.nativeId,
      name: row.name,
      createdAt: row.createdAtSource,
      since: row.since,
      until: row.detectedAt,
    },
    events: row.events.map((event) => ({ ...event, occurredAt: new Date(event.occurredAt) })),
    isTruncated: row.isTruncated,
  };
}

/** Stores the attributions of changes. Returns the ids of the changes that had another attribution. */
export async function updateAttributions(
  tenant: Tenant,
  attributions: readonly { readonly id: string; readonly cause: Attribution }[],
): Promise<readonly string[]> {
  if (attributions.length === 0) return [];
  const rows = attributions.map(({ id, cause: { attribution, event } }) => ({ ...event, id, attribution }));
  const columns = {
    id: 'uuid',
    attribution: 'text',
    eventId: 'text',
    eventName: 'text',
    occurredAt: 'timestamptz',
    actorType: 'text',
    actorArn: 'text',
    actorName: 'text',
  } as const;
  const updated = await rowsOf<{ readonly id: string }>(
    tenant,
    sql`update changes c set attribution = g.attribution, event_id = g.event_id, event_name = g.event_name,
       occurred_at = g.occurred_at, actor_type = g.actor_type, actor_arn = g.actor_arn, actor_name = g.actor_name
     from ${rowset('g', columns, rows)}
     where c.organization_id = ${tenant.organizationId} and c.id = g.id
       and (c.attribution, c.event_id) is distinct from (g.attribution, g.event_id)
     returning c.id`,
  );
  return updated.map(({ id }) => id);
}

interface Row {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly resourceType: string;
  readonly arn: string | undefined;
  readonly nativeId: string;
  readonly name: string | undefined;
  readonly createdAtSource: Date | undefined;
  readonly since: Date | undefined;
  readonly detectedAt: Date;
  readonly position: string;
  readonly isTruncated: boolean;
  readonly events: readonly (Omit<TrailEvent, 'occurredAt'> & { readonly occurredAt: string })[];
}
