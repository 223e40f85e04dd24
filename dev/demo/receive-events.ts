import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import type { InventoryEvent } from '../../api-client/api-types.ts';
import { formatTable } from './format-table.ts';
import { waitFor } from './wait-for.ts';

/** A delivery whose signature was verified. */
interface VerifiedDelivery {
  readonly id: string;
  readonly events: readonly InventoryEvent[];
}

export interface EventReceiver {
  /** Waits for an event of the type, and prints its delivery. */
  showDelivery(type: InventoryEvent['type'], say: (text: string) => void): Promise<void>;
  /** Deletes the subscription and closes the server. */
  close(): Promise<void>;
}

/** Subscribes a server on this machine to drift and to risky plans. It verifies the signatures of deliveries. */
export async function receiveEvents(
  client: TypedClient,
  say: (text: string) => void,
): Promise<EventReceiver> {
  const deliveries: VerifiedDelivery[] = [];
  const subscribed: { secret?: string | undefined } = {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = request.headers;
      const headers = {
        'webhook-id': String(id),
        'webhook-timestamp': String(time),
        'webhook-signature': String(signature),
      };
      try {
        const body = new Webhook(subscribed.secret ?? '').verify(Buffer.concat(chunks).toString(), headers);
        deliveries.push({ id: String(id), ...(body as { readonly events: readonly InventoryEvent[] }) });
        response.writeHead(204).end();
      } catch {
        response.writeHead(401).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  const subscription = await dataOf(
    client.POST('/api/v1/event-subscriptions', {
      body: {
        name: 'Drift and risky plans',
        kind: 'webhook',
        url,
        events: ['resource.drifted', 'plan.reported'],
        filter: { min_risk: 'low' },
      },
    }),
  );
  subscribed.secret = subscription.secret;
  say(`\nSubscribed ${url} to ${subscription.events.join(' and ')}`);
  return {
    async showDelivery(type, print) {
      const delivery = await waitFor(`an event of the type ${type}`, () =>
        Promise.resolve(deliveries.find(({ events }) => events.some((event) => event.type === type))),
      );
      print(`\nDelivery ${delivery.id}: its signature is that of the subscription\n`);
      print(
        formatTable(
          ['Position', 'Event', 'Record', 'Fields'],
          delivery.events.map(({ position, type: name, data }) => {
            const { resource, plan, attributes, risks } = data as {
              readonly resource?: { readonly name: string };
              readonly plan?: { readonly name: string };
              readonly attributes?: readonly string[];
              readonly risks?: Readonly<Record<string, number>>;
            };
            return [
              position,
              name,
              resource?.name ?? plan?.name ?? '',
              attributes?.join(', ') ?? JSON.stringify(risks ?? {}),
            ];
          }),
        ),
      );
    },
    async close() {
      const path = { id: subscription.id };
      await dataOf(client.DELETE('/api/v1/event-subscriptions/{id}', { params: { path } }));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
