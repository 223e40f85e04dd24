import { errors } from '../../domain/errors.ts';
import type { EventType } from '../../domain/events/event-types.ts';
import type { EventDeliveryError, EventDeliveryStatus } from '../../domain/values.ts';
import { execute, rowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** A row of `event_deliveries`, with the first of its events. */
export interface EventDelivery {
  readonly id: string;
  readonly status: EventDeliveryStatus;
  readonly events: readonly { readonly id: string; readonly type: EventType }[];
  readonly attempts: number;
  readonly statusCode: number | undefined;
  readonly error: EventDeliveryError | undefined;
  readonly nextAttemptAt: Date | undefined;
  readonly createdAt: Date;
  readonly deliveredAt: Date | undefined;
}

/** Of a delivery in a list: a message of Slack has up to 10,000. */
const eventsShown = 100;

/** Lists the deliveries of a subscription, newest first; one more than `limit`. */
export async function listDeliveries(
  tenant: Tenant,
  subscriptionId: string,
  limit: number,
  before: string | undefined,
): Promise<readonly EventDelivery[]> {
  const { organizationId } = tenant;
  return rowsOf<EventDelivery>(
    tenant,
    sql`select d.id, d.status, d.attempts, d.status_code, d.error, d.next_attempt_at, d.created_at, d.delivered_at,
        coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'type', e.type) order by e.position)
          from events e where e.organization_id = ${organizationId}
            and e.position = any(d.positions[1:${eventsShown}])), '[]') as events
      from event_deliveries d
      where d.organization_id = ${organizationId} and d.subscription_id = ${subscriptionId}
        and (${before}::uuid is null or d.id < ${before}::uuid)
      order by d.id desc limit ${limit + 1}`,
  );
}

/**
 * Requests another attempt of a delivery that ended, outside of the order.
 * @throws CatalogueError `not_found`; `conflict` for a pending one
 */
export async function requestRedelivery(
  tenant: Tenant,
  subscriptionId: string,
  deliveryId: string,
): Promise<void> {
  const { organizationId } = tenant;
  const found = await rowOf<{ status: EventDeliveryStatus }>(
    tenant,
    sql`select status from event_deliveries where organization_id = ${organizationId}
      and subscription_id = ${subscriptionId} and id = ${deliveryId} for update`,
  );
  if (found === undefined) throw errors.notFound();
  if (found.status === 'pending') throw errors.conflict('The delivery is pending, so it will be attempted.');
  await execute(
    tenant,
    sql`with requested as (
        update event_deliveries set redelivery_requested_at = now()
        where organization_id = ${organizationId} and id = ${deliveryId})
      update event_subscriptions set due_at = now()
      where organization_id = ${organizationId} and id = ${subscriptionId}`,
  );
}
