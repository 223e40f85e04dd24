import { errors } from '../../domain/errors.ts';
import type { DeliveryEffect } from '../../domain/scm/read-delivery.ts';
import type { ScmDeliveryStatus } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { execute, oneRowOf, rowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';

export interface NewDelivery {
  readonly connectionId: string;
  /** The provider's id, equal for a redelivery. */
  readonly deliveryId: string;
  readonly event: string;
  readonly effects: readonly DeliveryEffect[];
}

export interface Delivery {
  readonly id: string;
  readonly scmConnectionId: string;
  readonly event: string;
  readonly deliveryId: string;
  readonly effects: readonly DeliveryEffect[];
  readonly status: ScmDeliveryStatus;
}

/** Age in seconds from which a queued delivery without a run is waiting: its transaction inserts its run. */
const waitSeconds = 5;

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

/**
 * Returns whether a connection received more than `perMinute` deliveries in the last minute. The rows are counted, because
 * a counter would be one row that all deliveries of a burst lock in turn.
 */
export async function exceedsDeliveryRate(
  tenant: Tenant,
  connectionId: string,
  perMinute: number,
): Promise<boolean> {
  const row = await oneRowOf<{ exceeded: boolean }>(
    tenant,
    sql`select exists (
        select from scm_deliveries
        where organization_id = ${tenant.organizationId} and scm_connection_id = ${connectionId}
          and received_at > now() - interval '1 minute'
        order by received_at desc offset ${perMinute}) as exceeded`,
  );
  return row.exceeded;
}

/** Finds a delivery. The one of a deleted connection is missing. */
export async function findDelivery(tenant: Tenant, id: string): Promise<Delivery | undefined> {
  return rowOf<Delivery>(
    tenant,
    sql`select id, scm_connection_id, event, delivery_id, effects, status from scm_deliveries
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/**
 * Whether a pull request was read from the provider after a delivery was received, so that the stored state contains the
 * change that the delivery reports.
 */
export async function isReadSinceDelivery(
  tenant: Tenant,
  deliveryId: string,
  pullRequest: { readonly repositoryId: string; readonly number: number },
): Promise<boolean> {
  const { isRead } = await oneRowOf<{ isRead: boolean }>(
    tenant,
    sql`select exists (
        select from scm_deliveries d
        join pull_requests p on p.organization_id = d.organization_id
          and p.repository_id = ${pullRequest.repositoryId} and p.number = ${pullRequest.number}
        where d.organization_id = ${tenant.organizationId} and d.id = ${deliveryId}
          and p.observed_at > d.received_at) as "isRead"`,
  );
  return isRead;
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

/**
 * Locks and returns queued deliveries without an active run, until the transaction ends: at most so many of a connection
 * that, with the active ones, `perConnection` are in processing.
 */
export async function lockWaitingDeliveries(
  tenant: Tenant,
  perConnection: number,
  limit: number,
): Promise<readonly Delivery[]> {
  const { organizationId } = tenant;
  return rowsOf<Delivery>(
    tenant,
    sql`select waiting.* from scm_connections c
      cross join lateral (
        select count(*)::integer as runs from scm_deliveries q
        join runs r on r.organization_id = q.organization_id and r.kind = 'handle_delivery' and r.subject_id = q.id
          and r.status in ('queued', 'running')
        where q.organization_id = ${organizationId} and q.scm_connection_id = c.id and q.status = 'queued'
      ) active
      cross join lateral (
        select d.id, d.scm_connection_id, d.event, d.delivery_id, d.effects, d.status from scm_deliveries d
        where d.organization_id = ${organizationId} and d.scm_connection_id = c.id and d.status = 'queued'
          and d.received_at < now() - make_interval(secs => ${waitSeconds}) and not exists (
            select from runs r where r.organization_id = ${organizationId} and r.kind = 'handle_delivery'
              and r.subject_id = d.id and r.status in ('queued', 'running'))
        order by d.received_at, d.id limit greatest(0, least(${limit}, ${perConnection} - active.runs))
        for update of d skip locked
      ) waiting
      where c.organization_id = ${organizationId}
      limit ${limit}`,
  );
}

/** Lists a page of the organizations, by id, with queued deliveries that may have no run. */
export async function listOrganizationsWithDeliveries(
  database: Database,
  after: string | undefined,
  limit: number,
): Promise<readonly string[]> {
  const rows = await rowsOf<{ organizationId: string }>(
    database.outside,
    sql`select * from organizations_with_queued_deliveries(make_interval(secs => ${waitSeconds}), ${after}, ${limit})`,
  );
  return rows.map(({ organizationId: id }) => id);
}
