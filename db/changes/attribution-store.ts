import { addToGroup } from '../../domain/lists/add-to-group.ts';
import { defined } from '../../domain/defined.ts';
import type {
  Cause,
  ChangeOfResource,
  NamingEvent,
  Owner,
  PossibleCause,
} from '../../domain/changes/choose-event.ts';
import { isGlobalTrailRegion } from '../../domain/changes/global-trail-regions.ts';
import { operationTableVersion } from '../../domain/changes/operation-table.ts';
import { ownerRules } from '../../domain/changes/owner-rules.ts';
import { deliveryDelayMs } from '../../domain/changes/poll-windows.ts';
import type { Actor } from '../../domain/changes/read-typed-event.ts';
import { resourceIdentifiers } from '../../domain/changes/resource-identifiers.ts';
import type { ResourceIdentifier } from '../../domain/changes/resource-identifiers.ts';
import { globalRegion } from '../../domain/values.ts';
import type { ChangeAttribution, ChangeKind } from '../../domain/values.ts';
import { rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Feed } from './feed-store.ts';
import type { TrailKeys } from './trail-keys.ts';

/** A change with the events that may have caused it. */
export interface AttributionCandidate {
  readonly id: string;
  readonly change: ChangeOfResource;
  readonly events: readonly NamingEvent[];
  /** Whether `events` may be incomplete: more events than the limit name the resource. */
  readonly isTruncated: boolean;
  readonly isAttributed: boolean;
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
 * Lists a page of up to 100 changes of a feed's account in a region, with the events that name the resource or an owner and
 * occurred in the change's time window: the unattributed changes, and the attributed ones for which the last complete poll of
 * the feed may have lacked events, because CloudTrail had not delivered them. A change that is attributed to an event whose
 * keys were read by another version of the operation table is left out until the event was read again.
 */
export async function listAttributionCandidates(
  tenant: Tenant,
  feed: Feed,
  region: string,
  keys: TrailKeys,
  after?: ChangePosition,
): Promise<CandidatePage> {
  const rows = await listChanges(tenant, feed, region, after);
  const revisable = rows.filter(({ isOutdated }) => !isOutdated);
  const owners = await findOwners(
    tenant,
    revisable.map(({ id }) => id),
  );
  const changes = revisable.map((row) => ({ row, change: changeOf(row, region, owners.get(row.id) ?? []) }));
  const named = await findEvents(tenant, feed, keys, changes);
  const last = rows.length < pageSize ? undefined : rows.at(-1);
  return {
    candidates: changes.flatMap(({ row, change }) => {
      const { events = [], isTruncated = false } = named.get(row.id) ?? {};
      const isAttributed = row.attribution !== 'unattributed';
      return events.length === 0 && !isAttributed
        ? []
        : [{ id: row.id, change, events, isTruncated, isAttributed }];
    }),
    next: last === undefined ? undefined : { detectedAt: last.position, id: last.id },
  };
}

interface ChangeRow {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly resourceType: string;
  readonly arn: string | undefined;
  readonly nativeId: string;
  readonly name: string | undefined;
  readonly createdAtSource: Date | undefined;
  readonly since: Date | undefined;
  readonly detectedAt: Date;
  readonly paths: readonly string[];
  readonly attribution: ChangeAttribution;
  /** Whether the keys of its event were read by another version of the operation table. */
  readonly isOutdated: boolean;
  readonly position: string;
}

async function listChanges(
  tenant: Tenant,
  feed: Feed,
  region: string,
  after: ChangePosition | undefined,
): Promise<readonly ChangeRow[]> {
  const remaining =
    after === undefined
      ? rawSql('true')
      : sql`(c.detected_at, c.id) > (${after.detectedAt}::timestamptz, ${after.id}::uuid)`;
  const ofRegion = sql`c.organization_id = ${tenant.organizationId} and c.aws_account_id = ${feed.awsAccountId}
    and c.region = ${region} and c.source = 'scan' and c.detected_at > now() - ${attributionWindow}::interval and ${remaining}`;
  const inOrder = sql`order by c.detected_at, c.id limit ${pageSize}`;
  const complete =
    feed.attributedUntil === undefined ? null : new Date(feed.attributedUntil.getTime() - deliveryDelayMs);
  return rowsOf<ChangeRow>(
    tenant,
    sql`with due as (
       (select c.id, c.detected_at from changes c where ${ofRegion} and c.attribution = 'unattributed' ${inOrder})
       union all
       (select c.id, c.detected_at from changes c where ${ofRegion} and c.attribution <> 'unattributed'
          and c.detected_at > coalesce(${complete}::timestamptz, '-infinity') ${inOrder})
     )
     select c.id, c.kind, c.resource_type, r.arn, r.native_id, r.name, r.created_at_source, c.since, c.detected_at, c.paths,
       c.attribution, c.detected_at::text as position,
       exists (
         select from cloudtrail_events e
         where e.organization_id = c.organization_id and e.aws_account_id = c.aws_account_id and e.event_id = c.event_id
           and e.table_version is distinct from ${operationTableVersion}) as is_outdated
     from (select * from due c ${inOrder}) d
     join changes c on c.organization_id = ${tenant.organizationId} and c.id = d.id
     join resources r on r.organization_id = c.organization_id and r.id = c.resource_id
     order by c.detected_at, c.id`,
  );
}

function changeOf(row: ChangeRow, region: string, owners: readonly Owner[]): ChangeOfResource {
  const {
    kind,
    resourceType,
    arn,
    nativeId,
    name,
    createdAtSource: createdAt,
    since,
    detectedAt: until,
  } = row;
  const paths = row.paths.map((path) =>
    path
      .replace(/^\/configuration(?=\/|$)/, '')
      .slice(1)
      .replaceAll('/', '.'),
  );
  return { kind, resourceType, region, arn, nativeId, name, createdAt, since, until, owners, paths };
}

const ownerRuleColumns = {
  resourceType: 'text',
  inTags: 'boolean',
  path: 'text[]',
  ownerType: 'text',
} as const;
const ownerRuleRows = ownerRules.map((rule) => ({ ...rule, inTags: rule.in === 'tags' }));

/** Returns the owners that the resources of changes name, with their rows in the inventory of the same account. */
async function findOwners(
  tenant: Tenant,
  changeIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Owner[]>> {
  if (changeIds.length === 0) return new Map();
  const rows = await rowsOf<{
    readonly changeId: string;
    readonly ownerType: string;
    readonly identifier: string;
    readonly id: string | undefined;
    readonly arn: string | undefined;
    readonly nativeId: string | undefined;
    readonly name: string | undefined;
  }>(
    tenant,
    sql`with named as materialized (
       select c.id as change_id, c.aws_account_id, c.region, o.owner_type, o.identifier
       from changes c
       join resource_documents d on d.organization_id = c.organization_id and d.resource_id = c.resource_id
       cross join lateral (
         select w.owner_type, case when w.in_tags then d.tags else d.configuration end #>> w.path as identifier
         from ${rowset('w', ownerRuleColumns, ownerRuleRows)}
         where w.resource_type in ('*', c.resource_type)
       ) o
       where c.organization_id = ${tenant.organizationId} and c.id = any(${changeIds}::uuid[])
         and o.identifier <> '' and length(o.identifier) <= 2048
     )
     select n.change_id, n.owner_type, n.identifier, r.id, r.arn, r.native_id, r.name
     from named n
     left join lateral (
       select r.id, r.arn, r.native_id, r.name from resources r
       where r.organization_id = ${tenant.organizationId} and r.aws_account_id = n.aws_account_id and r.region = n.region
         and r.resource_type = n.owner_type and (r.native_id = n.identifier or r.arn = n.identifier)
       limit 1
     ) r on true`,
  );
  const found = new Map<string, Owner[]>();
  for (const { changeId, ownerType, identifier, id, nativeId = identifier, name, ...row } of rows) {
    const arn = row.arn ?? (identifier.startsWith('arn:') ? identifier : undefined);
    const owner = { resourceType: ownerType, arn, nativeId, name: name ?? stackNameOf(ownerType, arn), id };
    addToGroup(found, changeId, owner);
  }
  return found;
}

/** `arn:aws:cloudformation:eu-west-1:111111111111:stack/shop/1a2b…`: events can name a stack by its name. */
function stackNameOf(ownerType: string, arn: string | undefined): string | undefined {
  return ownerType === 'AWS::CloudFormation::Stack' ? arn?.split('/')[1] : undefined;
}

interface NamedEvents {
  readonly events: readonly NamingEvent[];
  readonly isTruncated: boolean;
}

/** Finds the events that name the resources of changes, or their owners, through the index of their keys. */
async function findEvents(
  tenant: Tenant,
  feed: Feed,
  keys: TrailKeys,
  changes: readonly { readonly row: ChangeRow; readonly change: ChangeOfResource }[],
): Promise<ReadonlyMap<string, NamedEvents>> {
  const identifiers = new Map<string, ResourceIdentifier>();
  const lookups = changes.flatMap(({ row, change }) =>
    [change, ...change.owners].flatMap((resource) =>
      resourceIdentifiers(resource).map((identifier) => {
        const key = keys.hash(identifier);
        identifiers.set(key, identifier);
        return { changeId: row.id, key };
      }),
    ),
  );
  if (lookups.length === 0) return new Map();
  const rows = await rowsOf<EventsRow>(
    tenant,
    sql`select found.change_id, coalesce(jsonb_agg(event) filter (where is_in_window and not is_beyond_limit), '[]') as events,
       bool_or(is_beyond_limit) as is_truncated
     from (
       select i.change_id,
         jsonb_build_object('eventId', e.event_id, 'eventName', e.event_name, 'eventSource', e.event_source,
           'occurredAt', e.occurred_at, 'region', e.region, 'otherRegions', e.other_regions,
           'actor', jsonb_strip_nulls(jsonb_build_object('type', e.actor_type, 'arn', e.actor_arn, 'name', e.actor_name,
             'via', e.actor_via)),
           'keys', jsonb_agg(i.key)) as event,
         e.occurred_at <= c.detected_at and (c.since is null or e.occurred_at >= date_trunc('second', c.since)) as is_in_window,
         bool_or(k.number > ${eventsPerIdentifier}) as is_beyond_limit
       from (select distinct * from ${rowset('i', { changeId: 'uuid', key: 'text' }, lookups)}) i
       join changes c on c.organization_id = ${tenant.organizationId} and c.id = i.change_id
       cross join lateral (
         select k.event_row_id, row_number() over (order by k.event_row_id desc) as number
         from cloudtrail_event_keys k
         where k.organization_id = ${tenant.organizationId} and k.aws_account_id = ${feed.awsAccountId} and k.key = i.key
         order by k.event_row_id desc limit ${eventsPerIdentifier + 1}
       ) k
       join cloudtrail_events e on e.organization_id = ${tenant.organizationId} and e.id = k.event_row_id
       group by i.change_id, c.since, c.detected_at, e.organization_id, e.id
     ) found
     group by found.change_id`,
  );
  return new Map(
    rows.map(({ changeId, events, isTruncated }) => [
      changeId,
      {
        events: events.map(({ keys: matched, occurredAt, ...event }) => ({
          ...event,
          occurredAt: new Date(occurredAt),
          references: matched.flatMap((key) => identifiers.get(key) ?? []),
        })),
        isTruncated,
      },
    ]),
  );
}

interface EventsRow {
  readonly changeId: string;
  readonly events: readonly (Omit<NamingEvent, 'occurredAt' | 'references'> & {
    readonly occurredAt: string;
    readonly keys: readonly string[];
  })[];
  readonly isTruncated: boolean;
}

/** An attribution as `changes.owner` and `changes.candidates` have it. */
export interface StoredCandidate {
  readonly eventName: string;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly actor: Partial<Actor>;
  readonly owner?: StoredOwner;
}

export interface StoredOwner {
  readonly resourceType: string;
  /** Id of its row in the inventory, if it has one. */
  readonly id?: string;
  readonly nativeId: string;
}

/** A change with its cause; without a cause, its attribution is taken away. */
export interface FoundAttribution {
  readonly id: string;
  readonly cause: Cause | undefined;
}

/** Stores the attributions of changes. Returns the ids of the changes that had another attribution. */
export async function updateAttributions(
  tenant: Tenant,
  attributions: readonly FoundAttribution[],
): Promise<readonly string[]> {
  if (attributions.length === 0) return [];
  const rows = attributions.map(({ id, cause }) => ({
    id,
    attribution: cause?.attribution ?? 'unattributed',
    eventId: cause?.event.eventId,
    eventName: cause?.event.eventName,
    occurredAt: cause?.event.occurredAt,
    actorType: cause?.event.actor.type,
    actorArn: cause?.event.actor.arn,
    actorName: cause?.event.actor.name,
    actorVia: cause?.event.actor.via,
    owner: cause?.owner && storedOwner(cause.owner),
    candidates: (cause?.candidates ?? []).map(storedCandidate),
  }));
  const columns = {
    id: 'uuid',
    attribution: 'text',
    eventId: 'text',
    eventName: 'text',
    occurredAt: 'timestamptz',
    actorType: 'text',
    actorArn: 'text',
    actorName: 'text',
    actorVia: 'text',
    owner: 'jsonb',
    candidates: 'jsonb',
  } as const;
  const updated = await rowsOf<{ readonly id: string }>(
    tenant,
    sql`update changes c set attribution = g.attribution, event_id = g.event_id, event_name = g.event_name,
       occurred_at = coalesce(g.occurred_at, c.detected_at), actor_type = g.actor_type, actor_arn = g.actor_arn,
       actor_name = g.actor_name, actor_via = g.actor_via, owner = g.owner, candidates = g.candidates
     from ${rowset('g', columns, rows)}
     where c.organization_id = ${tenant.organizationId} and c.id = g.id
       and (c.attribution, c.event_id, c.actor_arn, c.actor_name, c.actor_via, c.owner, c.candidates)
         is distinct from (g.attribution, g.event_id, g.actor_arn, g.actor_name, g.actor_via, g.owner, g.candidates)
     returning c.id`,
  );
  return updated.map(({ id }) => id);
}

function storedCandidate({ event, owner }: PossibleCause): StoredCandidate {
  const { eventName, occurredAt, actor } = event;
  return {
    eventName,
    occurredAt: occurredAt.toISOString(),
    actor,
    ...defined({ owner: owner && storedOwner(owner) }),
  };
}

function storedOwner({ resourceType, id, nativeId }: Owner): StoredOwner {
  return { resourceType, nativeId, ...defined({ id }) };
}
