import { deliveryLimits } from '../../domain/events/delivery-rules.ts';
import type { EventFilter } from '../../domain/events/event-filter.ts';
import type { EventType } from '../../domain/events/event-types.ts';
import { errors } from '../../domain/errors.ts';
import type { SubscriptionEnding, SubscriptionKind, SubscriptionStatus } from '../../domain/values.ts';
import type { Encryption, SealedLocation } from '../encryption.ts';
import { lockOrganization } from '../lock-organization.ts';
import { newId } from '../new-id.ts';
import { execute, oneRowOf, rowOf, rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** A row of `event_subscriptions` without its sealed columns, with the events that wait. */
export interface EventSubscription {
  readonly id: string;
  readonly name: string;
  readonly kind: SubscriptionKind;
  /** The origin of the URL and its last four characters. */
  readonly urlHint: string;
  /** As given, with wildcards. */
  readonly events: readonly string[];
  readonly types: readonly EventType[];
  readonly filter: EventFilter;
  readonly enabled: boolean;
  readonly status: SubscriptionStatus;
  readonly disabledReason: SubscriptionEnding | undefined;
  readonly lastDeliveredAt: Date | undefined;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Number of changes by users, from 1. */
  readonly version: number;
  /** At most 10,000. Events that the filter may leave out count until it was evaluated. */
  readonly waiting: number;
  readonly oldestWaitingAt: Date | undefined;
}

/** What the receiver of a subscription needs. */
export interface SubscriptionSecrets {
  readonly url: string;
  /** `whsec_…`: the secret, then the previous one while it signs; none for Slack. */
  readonly secrets: readonly string[];
}

const columns = rawSql(
  's.id, s.name, s.kind, s.url_hint, s.events, s.types, s.filter, s.enabled, s.status, s.disabled_reason, s.last_delivered_at, ' +
    's.created_by, s.created_at, s.updated_at, s.version, w.waiting, w.oldest_waiting_at',
);

/**
 * Inserts a subscription to the events from now on.
 * @throws CatalogueError `conflict` when the organization has 50
 */
export async function createSubscription(
  tenant: Tenant,
  encryption: Encryption,
  given: {
    readonly name: string;
    readonly kind: SubscriptionKind;
    readonly url: string;
    readonly urlHint: string;
    readonly secret: string | undefined;
    readonly events: readonly string[];
    readonly types: readonly EventType[];
    readonly filter: EventFilter;
    readonly enabled: boolean;
    readonly createdBy: string;
  },
): Promise<EventSubscription> {
  const { organizationId } = tenant;
  await lockOrganization(tenant, 'event_subscriptions');
  const { count } = await oneRowOf<{ count: number }>(
    tenant,
    sql`select count(*) as count from event_subscriptions where organization_id = ${organizationId}`,
  );
  if (count >= deliveryLimits.subscriptions)
    throw errors.conflict(
      `The organization has ${deliveryLimits.subscriptions} event subscriptions, the maximum. Delete a subscription first.`,
    );
  const id = newId();
  const sealedUrl = await encryption.seal(given.url, locationOf(tenant, id, 'url_sealed'));
  const sealedSecret =
    given.secret === undefined
      ? undefined
      : await encryption.seal(given.secret, locationOf(tenant, id, 'secret_sealed'));
  await execute(
    tenant,
    sql`insert into event_subscriptions (organization_id, id, name, kind, url_sealed, url_hint, secret_sealed, events, types,
        filter, enabled, created_by, position)
      values (${organizationId}, ${id}, ${given.name}, ${given.kind}, ${sealedUrl}, ${given.urlHint}, ${sealedSecret},
        ${given.events}, ${given.types}, ${JSON.stringify(given.filter)}::jsonb, ${given.enabled}, ${given.createdBy},
        coalesce((select h.position from event_heads h where h.organization_id = ${organizationId}), 0))`,
  );
  return getSubscription(tenant, id);
}

/** Lists subscriptions by id, one more than `limit`. */
export async function listSubscriptions(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly EventSubscription[]> {
  return rowsOf<EventSubscription>(
    tenant,
    select(tenant, sql`(${after}::uuid is null or s.id > ${after}::uuid) order by s.id limit ${limit + 1}`),
  );
}

/** @throws CatalogueError `not_found`. */
export async function getSubscription(tenant: Tenant, id: string): Promise<EventSubscription> {
  const found = await rowOf<EventSubscription>(tenant, select(tenant, sql`s.id = ${id}`));
  if (found === undefined) throw errors.notFound();
  return found;
}

/**
 * Changes a subscription. `enabled: true` starts a disabled one again where it stopped. With a new URL or when enabled, a
 * delivery that waits for its next attempt is due now.
 */
export async function updateSubscription(
  tenant: Tenant,
  encryption: Encryption,
  id: string,
  change: {
    readonly name?: string | undefined;
    readonly url?: string | undefined;
    readonly urlHint?: string | undefined;
    readonly events?: readonly string[] | undefined;
    readonly types?: readonly EventType[] | undefined;
    readonly filter?: EventFilter | undefined;
    readonly enabled?: boolean | undefined;
  },
): Promise<EventSubscription> {
  const { organizationId } = tenant;
  const sealedUrl =
    change.url === undefined
      ? undefined
      : await encryption.seal(change.url, locationOf(tenant, id, 'url_sealed'));
  const resumes = change.enabled === true;
  const updated = await execute(
    tenant,
    sql`update event_subscriptions s set name = coalesce(${change.name}, s.name),
        url_sealed = coalesce(${sealedUrl}, s.url_sealed), url_hint = coalesce(${change.urlHint}, s.url_hint),
        events = coalesce(${change.events}::text[], s.events), types = coalesce(${change.types}::text[], s.types),
        filter = coalesce(${change.filter === undefined ? null : JSON.stringify(change.filter)}::jsonb, s.filter),
        enabled = coalesce(${change.enabled}::boolean, s.enabled),
        status = case when ${resumes} then 'active' else s.status end,
        disabled_reason = case when ${resumes} then null else s.disabled_reason end,
        failing_since = case when ${resumes} then null else s.failing_since end,
        due_at = now(), updated_at = now()
      where s.organization_id = ${organizationId} and s.id = ${id}`,
  );
  if (updated === 0) throw errors.notFound();
  if (resumes || change.url !== undefined) await retryNow(tenant, id);
  return getSubscription(tenant, id);
}

/** Makes the delivery of a subscription that waits for its next attempt due. */
export async function retryNow(tenant: Tenant, id: string): Promise<void> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`with retried as (
        update event_deliveries set next_attempt_at = now()
        where organization_id = ${organizationId} and subscription_id = ${id} and status = 'pending')
      update event_subscriptions set due_at = now() where organization_id = ${organizationId} and id = ${id}`,
  );
}

/** Deletes a subscription with its deliveries. @throws CatalogueError `not_found`. */
export async function deleteSubscription(tenant: Tenant, id: string): Promise<EventSubscription> {
  const found = await getSubscription(tenant, id);
  await execute(
    tenant,
    sql`delete from event_subscriptions where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
  return found;
}

/**
 * Replaces the secret. The previous one signs for another 24 hours.
 * @throws CatalogueError `not_found`, `conflict` for a subscription of Slack
 */
export async function rotateSubscriptionSecret(
  tenant: Tenant,
  encryption: Encryption,
  id: string,
  secret: string,
): Promise<EventSubscription> {
  const { organizationId } = tenant;
  const row = await rowOf<{ secretSealed: string | undefined }>(
    tenant,
    sql`select secret_sealed from event_subscriptions where organization_id = ${organizationId} and id = ${id} for update`,
  );
  if (row === undefined) throw errors.notFound();
  if (row.secretSealed === undefined) throw errors.conflict('A subscription of Slack has no secret.');
  const previous = await encryption.open(row.secretSealed, locationOf(tenant, id, 'secret_sealed'));
  await execute(
    tenant,
    sql`update event_subscriptions set
        secret_sealed = ${await encryption.seal(secret, locationOf(tenant, id, 'secret_sealed'))},
        previous_secret_sealed = ${await encryption.seal(previous, locationOf(tenant, id, 'previous_secret_sealed'))},
        previous_secret_ends_at = now() + make_interval(hours => ${deliveryLimits.previousSecretHours}), updated_at = now()
      where organization_id = ${organizationId} and id = ${id}`,
  );
  return getSubscription(tenant, id);
}

/** Opens the URL and the secrets of a subscription. @throws CatalogueError `not_found`. */
export async function openSubscription(
  tenant: Tenant,
  encryption: Encryption,
  id: string,
): Promise<SubscriptionSecrets> {
  const row = await rowOf<{
    urlSealed: string;
    secretSealed: string | undefined;
    previousSecretSealed: string | undefined;
  }>(
    tenant,
    sql`select url_sealed, secret_sealed,
        case when previous_secret_ends_at > now() then previous_secret_sealed end as previous_secret_sealed
      from event_subscriptions where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
  if (row === undefined) throw errors.notFound();
  const open = async (sealed: string | undefined, column: string) =>
    sealed === undefined ? [] : [(await encryption.open(sealed, locationOf(tenant, id, column))).toString()];
  const [url = ''] = await open(row.urlSealed, 'url_sealed');
  return {
    url,
    secrets: [
      ...(await open(row.secretSealed, 'secret_sealed')),
      ...(await open(row.previousSecretSealed, 'previous_secret_sealed')),
    ],
  };
}

/** The keys of a filter with ids, and the tables of the records. */
const referencedTables = {
  aws_account_id: 'aws_accounts',
  application_id: 'applications',
  team_id: 'teams',
  environment_id: 'environments',
  saved_query_id: 'saved_queries',
} as const;

/** @throws CatalogueError `validation_failed` for an id in a filter that no record has */
export async function rejectUnknownIds(tenant: Tenant, filter: EventFilter): Promise<void> {
  for (const key of Object.keys(referencedTables) as (keyof typeof referencedTables)[]) {
    const ids = filter[key] ?? [];
    if (ids.length === 0) continue;
    const unknown = await rowOf<{ id: string }>(
      tenant,
      sql`select n.id from unnest(${ids}::uuid[]) n (id) where not exists (
        select from ${rawSql(referencedTables[key])} t where t.organization_id = ${tenant.organizationId} and t.id = n.id)
        limit 1`,
    );
    if (unknown !== undefined)
      throw errors.validationFailed(`filter.${key}`, `no record has the id ${unknown.id}`);
  }
}

/** Returns the ids of the saved queries that the filters of subscriptions to `query.matched` name. */
export async function listWatchedQueries(tenant: Tenant): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select distinct q.id from event_subscriptions s
      cross join lateral jsonb_array_elements_text(s.filter -> 'saved_query_id') q (id)
      where s.organization_id = ${tenant.organizationId} and 'query.matched' = any(s.types)
        and s.filter ? 'saved_query_id'`,
  );
  return new Set(rows.map(({ id }) => id));
}

function select({ organizationId }: Tenant, condition: Sql): Sql {
  return sql`select ${columns} from event_subscriptions s cross join lateral (
      select count(*) as waiting, min(o.occurred_at) as oldest_waiting_at from (
        select e.occurred_at from event_deliveries d
          join events e on e.organization_id = ${organizationId} and e.position = any(d.positions)
          where d.organization_id = ${organizationId} and d.subscription_id = s.id and d.status = 'pending'
        union all
        select e.occurred_at from delayed_events d
          join events e on e.organization_id = ${organizationId} and e.position = d.position
          where d.organization_id = ${organizationId} and d.subscription_id = s.id
        union all
        (select e.occurred_at from events e where e.organization_id = ${organizationId} and e.position > s.position
          and e.type = any(s.types) order by e.position limit 10000)
      ) o) w
    where s.organization_id = ${organizationId} and ${condition}`;
}

function locationOf({ organizationId }: Tenant, rowId: string, column: string): SealedLocation {
  return { organizationId, table: 'event_subscriptions', column, rowId };
}
