import { decideDelivery, deliveryLimits } from '../../domain/events/delivery-rules.ts';
import type { AttemptResult, DeliveryDecision } from '../../domain/events/delivery-rules.ts';
import type { EventFilter } from '../../domain/events/event-filter.ts';
import type { EventType } from '../../domain/events/event-types.ts';
import type { SubscriptionKind, SubscriptionStatus } from '../../domain/values.ts';
import { recordAudit } from '../organizations/audit-store.ts';
import { execute, oneRowOf, rowOf, rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { eventConditions } from './event-conditions.ts';

/** A batch that is to be sent now. */
export interface TakenDelivery {
  readonly id: string;
  readonly kind: SubscriptionKind;
  /** With this one. An attempt with another number has been replaced. */
  readonly attempts: number;
  readonly positions: readonly number[];
  /** Requested by a user: attempted once, and without an effect on the subscription. */
  readonly isRedelivery: boolean;
}

interface StoredSubscription {
  readonly kind: SubscriptionKind;
  readonly types: readonly EventType[];
  readonly filter: EventFilter;
  readonly enabled: boolean;
  readonly status: SubscriptionStatus;
  readonly position: number;
  /** When Slack may get its next message. */
  readonly notBefore: Date | undefined;
  /** Whether it makes no new batch now: it is paused or disabled, or a delivery comes first. */
  readonly isWaiting: boolean;
  readonly state: string;
}

interface PendingDelivery {
  readonly id: string;
  readonly attempts: number;
  readonly positions: readonly number[];
  readonly isDue: boolean;
}

/** Positions that one batch reads at most, so that a transaction is short. */
const positionsAtOnce = 10_000;
/** How often delayed events are evaluated again. */
const delayedSeconds = 20;

/**
 * Takes the next batch of a subscription that is to be sent: one that a user requested again, the one that is to be
 * attempted again, or a new one of the events that follow. Counts the attempt. Without one, stores when there is something
 * to do again, and returns `undefined`; `deleted` when the subscription does not exist.
 *
 * Filters are evaluated before the row of the subscription is locked, because `number_events` waits for the lock.
 */
export async function takeDelivery(
  tenant: Tenant,
  subscriptionId: string,
): Promise<TakenDelivery | 'deleted' | undefined> {
  const seen = await readSubscription(tenant, subscriptionId);
  if (seen === undefined) return 'deleted';
  const read = seen.isWaiting ? undefined : await readBatch(tenant, subscriptionId, seen);
  const subscription = await readSubscription(tenant, subscriptionId, 'for update of s');
  if (subscription === undefined) return 'deleted';
  const { kind } = subscription;
  const requested = await rowOf<Pick<PendingDelivery, 'id' | 'attempts' | 'positions'>>(
    tenant,
    sql`update event_deliveries set redelivery_requested_at = null, attempts = attempts + 1
      where organization_id = ${tenant.organizationId} and id = (select d.id from event_deliveries d
        where d.organization_id = ${tenant.organizationId} and d.subscription_id = ${subscriptionId}
          and d.redelivery_requested_at is not null order by d.redelivery_requested_at limit 1)
      returning id, attempts, positions`,
  );
  if (requested !== undefined) return { ...requested, kind, isRedelivery: true };
  if (!subscription.enabled || subscription.status === 'disabled')
    return waitUntil(tenant, subscriptionId, rawSql('null'));
  let pending = await pendingDelivery(tenant, subscriptionId);
  if (pending === undefined) {
    if (subscription.notBefore !== undefined)
      return waitUntil(tenant, subscriptionId, sql`${subscription.notBefore}::timestamptz`);
    // The subscription was changed, or another attempt of the activity has made a batch, since the events were read.
    if (read === undefined || seen.state !== subscription.state)
      return waitUntil(tenant, subscriptionId, rawSql('now()'));
    pending = await makeBatch(tenant, subscriptionId, read);
  }
  if (pending === undefined) return undefined;
  if (!pending.isDue)
    return waitUntil(
      tenant,
      subscriptionId,
      sql`(select d.next_attempt_at from event_deliveries d
        where d.organization_id = ${tenant.organizationId} and d.id = ${pending.id})`,
    );
  const { attempts } = await oneRowOf<{ attempts: number }>(
    tenant,
    sql`update event_deliveries set attempts = attempts + 1
      where organization_id = ${tenant.organizationId} and id = ${pending.id} returning attempts`,
  );
  return { id: pending.id, kind, attempts, positions: pending.positions, isRedelivery: false };
}

/**
 * Stores the result of an attempt and what follows from it. An attempt that was replaced stores nothing.
 * @returns what follows; `undefined` for a redelivery and for an attempt that was replaced
 */
export async function storeAttempt(
  tenant: Tenant,
  subscriptionId: string,
  taken: TakenDelivery,
  result: AttemptResult,
  random: number,
): Promise<DeliveryDecision | undefined> {
  const { organizationId } = tenant;
  const current = await rowOf<{ refusals: number; failingSeconds: number; name: string }>(
    tenant,
    sql`select d.refusals, s.name,
        greatest(extract(epoch from now() - coalesce(s.failing_since, now())), 0)::float8 as failing_seconds
      from event_subscriptions s
      join event_deliveries d on d.organization_id = s.organization_id and d.subscription_id = s.id
      where s.organization_id = ${organizationId} and s.id = ${subscriptionId} and d.id = ${taken.id}
        and d.attempts = ${taken.attempts} and (d.status = 'pending' or ${taken.isRedelivery})
      for update of s, d`,
  );
  if (current === undefined) return undefined;
  const store = (change: Sql) =>
    execute(
      tenant,
      sql`update event_deliveries set status_code = ${result.statusCode}, error = ${result.error}, ${change}
        where organization_id = ${organizationId} and id = ${taken.id}`,
    );
  const delivered = sql`status = 'delivered', delivered_at = now(), next_attempt_at = null, refusals = 0`;
  if (taken.isRedelivery) {
    await store(result.delivered ? delivered : rawSql('attempts = attempts'));
    return undefined;
  }
  const decision = decideDelivery({ ...taken, ...current }, result, random);
  if (decision.outcome === 'delivered') {
    await store(delivered);
    await execute(
      tenant,
      sql`update event_subscriptions set status = 'active', disabled_reason = null, failing_since = null,
          last_delivered_at = now()
        where organization_id = ${organizationId} and id = ${subscriptionId}`,
    );
    return decision;
  }
  const { refusals } = decision;
  await execute(
    tenant,
    sql`update event_subscriptions set failing_since = coalesce(failing_since, now())
      where organization_id = ${organizationId} and id = ${subscriptionId}`,
  );
  if (decision.outcome === 'failed')
    await store(sql`status = 'failed', next_attempt_at = null, refusals = ${refusals}`);
  else if (decision.outcome === 'retried') {
    await store(
      sql`next_attempt_at = now() + make_interval(secs => ${decision.delaySeconds}), refusals = ${refusals}`,
    );
    await execute(
      tenant,
      sql`update event_subscriptions set status = ${decision.status}
        where organization_id = ${organizationId} and id = ${subscriptionId} and status <> 'disabled'`,
    );
  } else {
    await store(sql`refusals = ${refusals}`);
    const changed = await execute(
      tenant,
      sql`update event_subscriptions set status = 'disabled', disabled_reason = ${decision.reason}, updated_at = now()
        where organization_id = ${organizationId} and id = ${subscriptionId} and status <> 'disabled'`,
    );
    if (changed > 0)
      await recordAudit(tenant, {
        actorType: 'system',
        actorId: undefined,
        action: 'event_subscription.disabled',
        targetType: 'event_subscription',
        targetId: subscriptionId,
        targetName: current.name,
        details: { reason: decision.reason },
      });
  }
  return decision;
}

/** Makes a subscription due now: an activity leaves it with more to do. */
export async function makeSubscriptionDue(tenant: Tenant, id: string): Promise<void> {
  await waitUntil(tenant, id, rawSql('now()'));
}

/** `state` differs after each change of what is to be sent. */
async function readSubscription(
  tenant: Tenant,
  id: string,
  lock: '' | 'for update of s' = '',
): Promise<StoredSubscription | undefined> {
  const { organizationId } = tenant;
  const { seconds } = deliveryLimits.slack;
  return rowOf<StoredSubscription>(
    tenant,
    sql`select s.kind, s.types, s.filter, s.enabled, s.status, s.position, s.position || ' ' || s.updated_at as state,
        case when s.kind = 'slack' and s.last_delivered_at > now() - make_interval(secs => ${seconds})
          then s.last_delivered_at + make_interval(secs => ${seconds}) end as not_before,
        not s.enabled or s.status = 'disabled' or exists (select from event_deliveries d
          where d.organization_id = ${organizationId} and d.subscription_id = s.id
            and (d.status = 'pending' or d.redelivery_requested_at is not null)) as is_waiting
      from event_subscriptions s where s.organization_id = ${organizationId} and s.id = ${id} ${rawSql(lock)}`,
  );
}

async function pendingDelivery(tenant: Tenant, subscriptionId: string): Promise<PendingDelivery | undefined> {
  return rowOf<PendingDelivery>(
    tenant,
    sql`select id, attempts, positions, next_attempt_at <= now() as is_due from event_deliveries
      where organization_id = ${tenant.organizationId} and subscription_id = ${subscriptionId} and status = 'pending'`,
  );
}

/** Events that were evaluated for the next batch. */
interface ReadEvents {
  /** Delayed events that can be decided now. */
  readonly delayed: readonly EvaluatedEvent[];
  /** Events after the position of the subscription that are wanted, or cannot be decided yet. */
  readonly events: readonly (EvaluatedEvent & { readonly isDecided: boolean })[];
  /** The position up to which they were read. */
  readonly reached: number;
}

interface EvaluatedEvent {
  readonly position: number;
  readonly isWanted: boolean;
}

/** Evaluates the filter on delayed events, then on those after the position of the subscription, until a batch is full. */
async function readBatch(
  tenant: Tenant,
  subscriptionId: string,
  { kind, types, filter, position }: StoredSubscription,
): Promise<ReadEvents> {
  const { organizationId } = tenant;
  const most = deliveryLimits[kind].events;
  const { isWanted, isDecided } = await eventConditions(tenant, filter);
  const joined = sql`left join resources r on r.organization_id = e.organization_id and r.id = e.resource_id`;
  const delayed = await rowsOf<EvaluatedEvent>(
    tenant,
    sql`select e.position, ${isWanted} as is_wanted from delayed_events d
      join events e on e.organization_id = ${organizationId} and e.position = d.position ${joined}
      where d.organization_id = ${organizationId} and d.subscription_id = ${subscriptionId} and ${isDecided}
      order by e.position limit ${most}`,
  );
  const room = most - delayed.filter((event) => event.isWanted).length;
  const until = Math.min(await headOf(tenant), position + positionsAtOnce);
  if (room === 0 || until <= position) return { delayed, events: [], reached: position };
  const events = await rowsOf<EvaluatedEvent & { readonly isDecided: boolean }>(
    tenant,
    sql`select e.position, ${isDecided} as is_decided, ${isWanted} as is_wanted from events e ${joined}
      where e.organization_id = ${organizationId} and e.position > ${position} and e.position <= ${until}
        and e.type = any(${types}::text[]) and (not (${isDecided}) or ${isWanted})
      order by e.position limit ${room}`,
  );
  return { delayed, events, reached: events.length < room ? until : (events.at(-1)?.position ?? until) };
}

/**
 * Makes a batch of the wanted events. Moves the position of the subscription, whose row is locked, and delays the events that
 * cannot be decided yet.
 */
async function makeBatch(
  tenant: Tenant,
  subscriptionId: string,
  { delayed, events, reached }: ReadEvents,
): Promise<PendingDelivery | undefined> {
  const { organizationId } = tenant;
  // Another attempt of the activity may have delivered some of them.
  const taken = await rowsOf<{ position: number }>(
    tenant,
    sql`delete from delayed_events where organization_id = ${organizationId} and subscription_id = ${subscriptionId}
      and position = any(${delayed.map((event) => event.position)}::bigint[]) returning position`,
  );
  const available = new Set(taken.map((event) => event.position));
  const undecided = events.filter((event) => !event.isDecided).map((event) => event.position);
  const positions = [
    ...delayed.filter((event) => available.has(event.position)),
    ...events.filter((event) => event.isDecided),
  ]
    .filter((event) => event.isWanted)
    .map((event) => event.position);
  await execute(
    tenant,
    sql`with undecided as (
        insert into delayed_events (organization_id, subscription_id, position)
        select ${organizationId}::uuid, ${subscriptionId}::uuid, n.position from unnest(${undecided}::bigint[]) n (position)
      )
      update event_subscriptions set position = ${reached}
      where organization_id = ${organizationId} and id = ${subscriptionId}`,
  );
  if (positions.length > 0) {
    const inserted = await oneRowOf<{ id: string }>(
      tenant,
      sql`insert into event_deliveries (organization_id, subscription_id, positions)
        values (${organizationId}, ${subscriptionId}, ${positions}::bigint[]) returning id`,
    );
    return { id: inserted.id, attempts: 0, positions, isDue: true };
  }
  // The head is read after the lock: events that are numbered later make the subscription due when the lock is released.
  return waitUntil(
    tenant,
    subscriptionId,
    sql`case when ${reached}::bigint < ${await headOf(tenant)}::bigint then now()
      when exists (select from delayed_events d
        where d.organization_id = ${organizationId} and d.subscription_id = ${subscriptionId})
      then now() + make_interval(secs => ${delayedSeconds}) end`,
  );
}

async function headOf(tenant: Tenant): Promise<number> {
  const { head } = await oneRowOf<{ head: number }>(
    tenant,
    sql`select coalesce((select position from event_heads where organization_id = ${tenant.organizationId}), 0) as head`,
  );
  return head;
}

/** Stores when a subscription has something to do; null: when the next event is numbered. Its row is locked. */
async function waitUntil(tenant: Tenant, id: string, time: Sql): Promise<undefined> {
  await execute(
    tenant,
    sql`update event_subscriptions set due_at = ${time}, signalled_at = null
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
  return undefined;
}
