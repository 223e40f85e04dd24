import { signDelivery } from '../../clients/events/sign-delivery.ts';
import { readBatchBody, summarizeBatch } from '../../db/events/read-batch.ts';
import { openSubscription } from '../../db/events/subscription-store.ts';
import { makeSubscriptionDue, storeAttempt, takeDelivery } from '../../db/events/take-delivery.ts';
import type { TakenDelivery } from '../../db/events/take-delivery.ts';
import type { Tenant } from '../../db/tenant.ts';
import { deliveryLimits } from '../../domain/events/delivery-rules.ts';
import { slackBody } from '../../domain/events/slack-message.ts';
import type { DeliveryInput } from '../../domain/runs/run-kinds.ts';
import type { Dependencies } from '../dependencies.ts';
import { createOrganizationShares } from '../shared/organization-share.ts';
import { withHeartbeat } from '../shared/with-heartbeat.ts';

/** Activities of the workflow of a subscription. */
export function createEventActivities(dependencies: Dependencies) {
  const shares = createOrganizationShares(deliveryLimits.atOnce);
  return {
    /**
     * Sends the batches of a subscription that are due, one after the other, at most ten. Afterwards the subscription says
     * when there is something to do again. Idempotent: a batch whose attempt was interrupted is sent again under its id.
     * Returns whether the subscription exists.
     */
    sendDueBatches: ({ organizationId, subscriptionId }: DeliveryInput): Promise<boolean> =>
      shares.run(organizationId, () =>
        withHeartbeat(async () => {
          for (let sent = 0; sent < deliveryLimits.batchesOfActivity; sent += 1) {
            const outcome = await sendNext(dependencies, organizationId, subscriptionId);
            if (outcome !== 'sent') return outcome !== 'deleted';
          }
          await dependencies.database.withTenant(organizationId, (tenant) =>
            makeSubscriptionDue(tenant, subscriptionId),
          );
          return true;
        }),
      ),
  };
}

interface OutgoingDelivery {
  readonly taken: TakenDelivery;
  readonly url: string;
  readonly secrets: readonly string[];
  readonly body: string;
}

/** Sends one batch. Returns whether it did, none is due, or the subscription is deleted. */
async function sendNext(
  { database, encryption, eventSender, eventMetrics, configuration }: Dependencies,
  organizationId: string,
  subscriptionId: string,
): Promise<'sent' | 'waits' | 'deleted'> {
  const outgoing = await database.withTenant(
    organizationId,
    async (tenant): Promise<OutgoingDelivery | 'waits' | 'deleted'> => {
      const taken = await takeDelivery(tenant, subscriptionId);
      if (taken === undefined) return 'waits';
      if (taken === 'deleted') return taken;
      const opened = await openSubscription(tenant, encryption, subscriptionId);
      return { taken, ...opened, body: await bodyOf(tenant, taken, configuration.publicUrl) };
    },
  );
  if (typeof outgoing === 'string') return outgoing;
  const { taken, url, secrets, body } = outgoing;
  const result = await eventSender.send({ url, headers: signDelivery(secrets, taken.id, body), body });
  eventMetrics.attempted(result.error ?? 'delivered');
  await database.withTenant(organizationId, (tenant) =>
    storeAttempt(tenant, subscriptionId, taken, result, Math.random()),
  );
  return 'sent';
}

async function bodyOf(tenant: Tenant, taken: TakenDelivery, publicUrl: string): Promise<string> {
  return taken.kind === 'slack'
    ? slackBody(await summarizeBatch(tenant, taken.positions), publicUrl)
    : readBatchBody(tenant, taken.positions);
}
