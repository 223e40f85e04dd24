import { dataOf } from '../../api-client/create-typed-client.ts';
import { recordEvents } from '../../db/events/record-events.ts';
import { eventually } from '../support/eventually.ts';
import { startEventReceiver } from '../support/events/event-receiver.ts';
import type { TestApi } from '../support/test-api.ts';

const path = '/api/v1/event-subscriptions';

/**
 * Delivers events to a subscription at a start and at a signal, and deletes it, so that its workflow completes. The API permits
 * receivers on this machine; a worker must be running.
 */
export async function playEvents(api: TestApi): Promise<void> {
  const { client, organizationId } = await api.signUp();
  const receiver = await startEventReceiver();
  try {
    const { id } = await dataOf(
      client.POST(path, {
        body: { name: 'rules', kind: 'webhook', url: `${receiver.origin}/rules`, events: ['rule.suspended'] },
      }),
    );
    for (const count of [1, 2]) {
      await api.services.database.withTenant(organizationId, (tenant) =>
        recordEvents(tenant, [
          { type: 'rule.suspended', data: { rule: { id: organizationId, name: 'rule', url: '/' } } },
        ]),
      );
      await eventually(`delivery ${count}`, async () => {
        const { items } = await dataOf(client.GET(`${path}/{id}/deliveries`, { params: { path: { id } } }));
        return items.length === count && items.every(({ status }) => status === 'delivered');
      });
    }
    await dataOf(client.DELETE(`${path}/{id}`, { params: { path: { id } } }));
    await api.services.temporal.wakeDelivery({ organizationId, subscriptionId: id });
  } finally {
    await receiver.close();
  }
}
