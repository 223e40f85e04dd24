import { claimDueSubscriptions, numberEvents } from '../db/events/number-events.ts';
import { settleConcurrently } from '../domain/lists/settle-concurrently.ts';
import type { Dependencies } from '../activities/dependencies.ts';

const subscriptionsPerCall = 200;
const signalsAtOnce = 10;

/**
 * Numbers the events committed since the last call, and wakes the workflows of the subscriptions that are due. A Schedule would
 * be too slow: an event gets its position within two seconds of its commit. Safe on several workers at once.
 * @throws AggregateError after the last subscription, when at least one workflow was not woken; it is due again in ten seconds.
 */
export async function deliverNewEvents({
  database,
  temporal,
  logger,
  configuration,
}: Pick<Dependencies, 'database' | 'temporal' | 'logger' | 'configuration'>): Promise<void> {
  await numberEvents(database, configuration.eventBatchSeconds);
  await settleConcurrently(
    await claimDueSubscriptions(database, subscriptionsPerCall),
    signalsAtOnce,
    ({ organizationId, id }) => temporal.wakeDelivery({ organizationId, subscriptionId: id }),
    ({ organizationId, id }, error) =>
      logger.warn(
        { err: error, organization_id: organizationId, subscription_id: id },
        'failed to wake the deliveries of a subscription',
      ),
  );
}
