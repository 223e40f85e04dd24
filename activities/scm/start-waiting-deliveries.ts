import type { Launcher } from '../../commands/runs/launch-run.ts';
import { launchDelivery } from '../../commands/scm/accept-delivery.ts';
import { listOrganizationsWithDeliveries, lockWaitingDeliveries } from '../../db/scm/delivery-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { forEachOrganization } from '../shared/for-each-organization.ts';

const organizationsPerPage = 100;
const organizationsAtOnce = 4;
const deliveriesPerTransaction = 100;

type DeliveryDependencies = Pick<Dependencies, 'database'> &
  Launcher & { readonly configuration: Pick<Dependencies['configuration'], 'rateLimitWebhook'> };

/**
 * Starts runs of queued deliveries without an active run: deliveries beyond `RATE_LIMIT_WEBHOOK`, and deliveries whose run
 * ended without processing them. At most `RATE_LIMIT_WEBHOOK` deliveries of a connection are in processing. An organization with many
 * deliveries does not delay the others, and a failure in one does not stop the others.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function startWaitingDeliveries(
  { database, temporal, logger, configuration }: DeliveryDependencies,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  let after: string | undefined;
  do {
    const page = await listOrganizationsWithDeliveries(database, after, organizationsPerPage);
    await forEachOrganization(
      page.map((id) => ({ id })),
      { logger, atOnce: organizationsAtOnce, failure: 'failed to start waiting deliveries', signal },
      async ({ id: organizationId }) => {
        let started: number;
        do {
          signal.throwIfAborted();
          started = await database.withTenant(organizationId, async (tenant) => {
            const waiting = await lockWaitingDeliveries(
              tenant,
              configuration.rateLimitWebhook,
              deliveriesPerTransaction,
            );
            for (const { id, event, deliveryId } of waiting)
              await launchDelivery(tenant, { temporal, logger }, { id, event, deliveryId });
            return waiting.length;
          });
        } while (started === deliveriesPerTransaction);
      },
    ).catch((error: unknown) => failures.push(error));
    after = page.length < organizationsPerPage ? undefined : page.at(-1);
  } while (after !== undefined);
  if (failures.length > 0) throw new AggregateError(failures, 'failed to start waiting deliveries');
}
