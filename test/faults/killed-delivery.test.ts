import test from 'ava';
import { recordEvents } from '../../db/events/record-events.ts';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { EventBody } from '../../domain/events/event.ts';
import { startEventReceiver } from '../support/events/event-receiver.ts';
import { eventually } from '../support/eventually.ts';
import { startTestApi } from '../support/test-api.ts';
import { startWorkerProcess } from './support/worker-process.ts';

const settings = { EVENTS_ALLOWED_NETWORKS: '127.0.0.0/8', EVENT_BATCH_SECONDS: '0' };

test('no event is lost and the order is kept when workers are killed while they number and deliver', async (t) => {
  t.timeout(600_000);
  const receiver = await startEventReceiver();
  const api = await startTestApi(settings);
  const start = () => startWorkerProcess(api.configuration, { ...process.env, ...settings });
  let worker = start();
  try {
    const { client, organizationId } = await api.signUp();
    await dataOf(
      client.POST('/api/v1/event-subscriptions', {
        body: { name: 'all', kind: 'webhook', url: `${receiver.origin}/all`, events: ['rule.suspended'] },
      }),
    );
    let written = 0;
    const write = () =>
      api.services.database.withTenant(organizationId, (tenant) =>
        recordEvents(
          tenant,
          Array.from({ length: 150 }, () => ({
            type: 'rule.suspended',
            data: { rule: { id: organizationId, name: `${(written += 1)}`, url: '/' } },
          })),
        ),
      );
    // The worker ends before its receiver has answered, after it, and at any time.
    for (const pause of ['request', 'answer', 'none'] as const) {
      await write();
      const before = receiver.requests('/all').length;
      receiver.answer('/all', (response) => {
        if (pause === 'request') setTimeout(() => response.writeHead(204).end(), 2000);
        else response.writeHead(204).end();
      });
      await eventually('a request', () => Promise.resolve(receiver.requests('/all').length > before));
      await worker.kill();
      worker = start();
    }
    const names = (events: readonly EventBody[]) =>
      events.map(({ data }) => Number((data['rule'] as { name: string }).name));
    const received = await eventually('every event', () => {
      const events = names(receiver.events('/all'));
      return Promise.resolve(new Set(events).size === written && events);
    });
    t.deepEqual(
      [...new Set(received)],
      Array.from({ length: written }, (_, index) => index + 1),
      'first receptions are in order',
    );
    const bodies = Map.groupBy(receiver.requests('/all'), ({ headers }) => headers['webhook-id']);
    for (const repeated of bodies.values()) t.is(new Set(repeated.map(({ body }) => body)).size, 1);
  } finally {
    await worker.kill();
    await api.close();
    await receiver.close();
  }
});
