import { errors } from '../../domain/errors.ts';
import type { DeliveryEffect } from '../../domain/scm/read-delivery.ts';
import type { ScmDeliveryStatus } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { execute, rowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

export interface NewDelivery {
  readonly connectionId: string;
  /** The provider's id, equal for a redelivery. */
  readonly deliveryId: string;
  readonly event: string;
  readonly effects: readonly DeliveryEffect[];
}

export interface Delivery {
  readonly id: string;
  readonly scm_connection_id: string;
  readonly effects: readonly DeliveryEffect[];
  readonly status: ScmDeliveryStatus;
}

/**
 * Inserts a delivery, or queues it again when its processing failed. Returns `undefined` for a repeated delivery that is
 * queued or has been processed.
 * @throws CatalogueError `webhook_unauthorized` when the connection was deleted.
 */
export async function storeDelivery(tenant: Tenant, delivery: NewDelivery): Promise<string | undefined> {
  const done = delivery.effects.length === 0;
  const stored = rowOf<{ id: string }>(
    tenant,
    sql`insert into scm_deliveries as d
        (organization_id, scm_connection_id, delivery_id, event, effects, status, finished_at)
      values (${tenant.organizationId}, ${delivery.connectionId}, ${delivery.deliveryId}, ${delivery.event},
        ${JSON.stringify(delivery.effects)}::jsonb, ${done ? 'succeeded' : 'queued'},
        case when ${done} then now() end)
      on conflict (organization_id, scm_connection_id, delivery_id)
        do update set status = 'queued', received_at = now(), finished_at = null where d.status = 'failed'
      returning id`,
  );
  const row = await mapConstraintErrors(
    { scm_deliveries_connection_fkey: errors.webhookUnauthorized },
    stored,
  );
  return row?.id;
}

/** Returns a delivery, or `undefined` when its connection was deleted. */
export async function findDelivery(tenant: Tenant, id: string): Promise<Delivery | undefined> {
  return rowOf<Delivery>(
    tenant,
    sql`select id, scm_connection_id, effects, status from scm_deliveries
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

export async function finishDelivery(
  tenant: Tenant,
  id: string,
  status: Exclude<ScmDeliveryStatus, 'queued'>,
): Promise<void> {
  await execute(
    tenant,
    sql`update scm_deliveries set status = ${status}, finished_at = now()
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/** Lists queued deliveries of a connection without an active run, oldest first. */
export async function listWaitingDeliveries(tenant: Tenant, limit: number): Promise<readonly Delivery[]> {
  return rowsOf<Delivery>(
    tenant,
    sql`select d.id, d.scm_connection_id, d.effects, d.status from scm_deliveries d
      where d.organization_id = ${tenant.organizationId} and d.status = 'queued' and not exists (
        select from runs r where r.organization_id = d.organization_id and r.kind = 'handle_delivery'
          and r.subject_id = d.id and r.status in ('queued', 'running'))
      order by d.received_at limit ${limit}`,
  );
}
