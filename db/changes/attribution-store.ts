import type { Attribution, UnattributedChange } from '../../domain/changes/attribute-change.ts';
import type { TrailEvent } from '../../domain/changes/read-trail-event.ts';
import { isGlobalTrailRegion } from '../../domain/changes/global-trail-regions.ts';
import { toJsonText } from '../../domain/json-text.ts';
import { globalRegion } from '../../domain/values.ts';
import type { ChangeKind } from '../../domain/values.ts';
import { execute, rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Feed } from './feed-store.ts';
import type { TrailKeys } from './trail-keys.ts';

/** An unattributed change with the events that may have caused it. */
export interface AttributionCandidate {
  readonly id: string;
  readonly change: UnattributedChange;
  readonly events: readonly TrailEvent[];
}

/** Changes detected longer ago stay unattributed. */
const attributionWindow = '2 days';
const batch = 500;

/**
 * Lists up to 500 unattributed changes in a feed's account and region for which there is an event that names the resource
 * and occurred in the change's time window. `keys` of an event contains only identifiers of the changed resource: its
 * ARN, native id or name.
 */
export async function listAttributionCandidates(
  tenant: Tenant,
  feed: Feed,
  keys: TrailKeys,
): Promise<readonly AttributionCandidate[]> {
  const hash = (column: string) => keys.hash(rawSql(column));
  const regions = isGlobalTrailRegion(feed.region) ? [feed.region, globalRegion] : [feed.region];
  const rows = await rowsOf<Row>(
    tenant,
    sql`select c.id, c.kind, c.resource_type, r.arn, r.native_id, r.name, c.since, c.detected_at,
            jsonb_agg(distinct jsonb_build_object('eventId', e.event_id, 'eventName', e.event_name,
              'eventSource', e.event_source, 'occurredAt', e.occurred_at, 'actorType', e.actor_type,
              'actorArn', e.actor_arn, 'actorName', e.actor_name, 'keys', array(
                select own from unnest(array[r.arn, r.native_id, r.name]) own where ${hash('own')} = any(e.keys)))) as events
     from changes c
     join resources r on r.organization_id = c.organization_id and r.id = c.resource_id
     join cloudtrail_event_keys k on k.organization_id = c.organization_id and k.aws_account_id = c.aws_account_id
       and k.key in (${hash('r.arn')}, ${hash('r.native_id')}, ${hash('r.name')})
     join cloudtrail_events e on e.organization_id = k.organization_id and e.id = k.event_row_id
       and e.occurred_at <= c.detected_at and (c.since is null or e.occurred_at > c.since)
     where c.organization_id = ${tenant.organizationId} and c.aws_account_id = ${feed.aws_account_id}
       and c.region = any(${regions}::text[]) and c.source = 'scan'
       and c.attribution = 'unattributed' and c.detected_at > now() - ${attributionWindow}::interval
     group by c.organization_id, c.id, r.organization_id, r.id
     order by c.id limit ${batch}`,
  );
  return rows.map((row) => ({
    id: row.id,
    change: {
      kind: row.kind,
      resourceType: row.resource_type,
      arn: row.arn,
      nativeId: row.native_id,
      name: row.name,
      since: row.since,
      until: row.detected_at,
    },
    events: row.events.map((event) => ({ ...event, occurredAt: new Date(event.occurredAt) })),
  }));
}

/** Stores the attributions of changes. Does not update attributed changes. */
export async function updateAttributions(
  tenant: Tenant,
  attributions: readonly { readonly id: string; readonly cause: Attribution }[],
): Promise<void> {
  if (attributions.length === 0) return;
  const given = attributions.map(({ id, cause: { attribution, event } }) => ({
    id,
    attribution,
    event_id: event.eventId,
    event_name: event.eventName,
    occurred_at: event.occurredAt,
    actor_type: event.actorType,
    actor_arn: event.actorArn,
    actor_name: event.actorName,
  }));
  await execute(
    tenant,
    sql`update changes c set attribution = g.attribution, event_id = g.event_id, event_name = g.event_name,
       occurred_at = g.occurred_at, actor_type = g.actor_type, actor_arn = g.actor_arn, actor_name = g.actor_name
     from jsonb_to_recordset(${toJsonText(given)}::jsonb) as g(id uuid, attribution text, event_id text, event_name text,
       occurred_at timestamptz, actor_type text, actor_arn text, actor_name text)
     where c.organization_id = ${tenant.organizationId} and c.id = g.id and c.attribution = 'unattributed'`,
  );
}

interface Row {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly resource_type: string;
  readonly arn: string | null;
  readonly native_id: string;
  readonly name: string | null;
  readonly since: Date | null;
  readonly detected_at: Date;
  readonly events: readonly (Omit<TrailEvent, 'occurredAt'> & { readonly occurredAt: string })[];
}
