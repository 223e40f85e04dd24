import { exceedsDeliveryRate, storeDelivery } from '../../db/scm/delivery-store.ts';
import type { NewDelivery } from '../../db/scm/delivery-store.ts';
import type { Database, Tenant } from '../../db/tenant.ts';
import type { Configuration } from '../../runtime/configuration.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { launchRun } from '../runs/launch-run.ts';

interface Services {
  readonly backgroundLauncher: Launcher;
  readonly database: Database;
  readonly configuration: Pick<Configuration, 'rateLimitWebhook'>;
}

/**
 * Stores a verified delivery and starts its run. A repeated delivery does nothing, unless its processing failed. Beyond
 * RATE_LIMIT_WEBHOOK deliveries of a connection in a minute, the delivery stays queued and a schedule starts it later.
 */
export async function acceptDelivery(
  services: Services,
  organizationId: string,
  delivery: NewDelivery,
): Promise<void> {
  await services.database.withTenant(organizationId, async (tenant) => {
    const id = await storeDelivery(tenant, delivery);
    if (id === undefined || delivery.effects.length === 0) return;
    const { rateLimitWebhook } = services.configuration;
    if (await exceedsDeliveryRate(tenant, delivery.connectionId, rateLimitWebhook)) return;
    // The provider waits for the response. Temporal can take longer than that to start a workflow.
    await launchDelivery(tenant, services.backgroundLauncher, { id, ...delivery });
  });
}

/** Starts the run of a stored delivery. */
export async function launchDelivery(
  tenant: Tenant,
  launcher: Launcher,
  delivery: { readonly id: string; readonly event: string; readonly deliveryId: string },
): Promise<void> {
  await launchRun(tenant, launcher, {
    kind: 'handle_delivery',
    subjectId: delivery.id,
    description: `${delivery.event} ${delivery.deliveryId}`.slice(0, 200),
  });
}
