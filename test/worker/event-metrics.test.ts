import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import test from 'ava';
import { numberEvents } from '../../db/events/number-events.ts';
import { openDatabase } from '../../db/tenant.ts';
import { createEventMetrics } from '../../runtime/metrics/event-metrics.ts';
import { createLogger } from '../../runtime/logger.ts';
import { registerEventMetrics } from '../../worker/event-metrics.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { useTestDatabase } from '../support/use-test-database.ts';

const files = useTestDatabase();

test('reports the events that wait for their delivery, the age of the oldest, and attempts by outcome', async (t) => {
  const database = openDatabase({ url: files.url, poolSize: 1 });
  const registry = new Registry();
  registerEventMetrics(registry, database, createLogger('test', 'silent'));
  const metrics = createEventMetrics(registry);
  const read = async (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await registry.metrics())?.[1]);
  const asOwner = (text: string, values: readonly unknown[]) =>
    queryAsOwner<{ id: string }>(files.url, text, values);
  try {
    t.deepEqual([await read('events_waiting'), await read('event_oldest_waiting_seconds')], [0, 0]);
    const id = randomUUID();
    await asOwner('insert into organizations (id, name, slug) values ($1, $2, $2)', [id, `o-${id}`]);
    const subscribe = async (enabled: boolean) => {
      const [row] = await asOwner(
        `insert into event_subscriptions (organization_id, name, kind, url_sealed, url_hint, secret_sealed, events, types, enabled,
           position, created_by) values ($1, $2, 'webhook', 'x', 'x', 'x', '{rule.suspended}', '{rule.suspended}', $3, 0, $1)
         returning id`,
        [id, randomUUID(), enabled],
      );
      return row?.id;
    };
    const subscription = await subscribe(true);
    await subscribe(false);
    await asOwner(
      `insert into events (organization_id, type, occurred_at, data)
       select $1, type, now() - make_interval(secs => age), '{}'
       from (values ('rule.suspended', 500), ('rule.suspended', 400), ('rule.suspended', 300), ('audit.entry', 900)) e (type, age)`,
      [id],
    );
    t.is(await read('events_waiting'), 0, 'events without a position');
    await numberEvents(database, 5);
    t.is(await read('events_waiting'), 3);
    t.is(Math.round((await read('event_oldest_waiting_seconds')) / 100), 5);
    // The first is in a delivery, the second waits for its filter, the third follows.
    const positions = await queryAsOwner<{ position: string }>(
      files.url,
      "select position from events where organization_id = $1 and type = 'rule.suspended' order by position",
      [id],
    );
    const [first, second] = positions.map(({ position }) => position);
    await asOwner(
      'insert into event_deliveries (organization_id, subscription_id, positions) values ($1, $2, $3)',
      [id, subscription, [first]],
    );
    await asOwner(
      'insert into delayed_events (organization_id, subscription_id, position) values ($1, $2, $3)',
      [id, subscription, second],
    );
    await asOwner('update event_subscriptions set position = $2 where id = $1', [subscription, second]);
    t.is(await read('events_waiting'), 3);
    await asOwner(
      "update event_deliveries set status = 'delivered', next_attempt_at = null where subscription_id = $1",
      [subscription],
    );
    t.is(await read('events_waiting'), 2);
    for (const outcome of ['delivered', 'status', 'status'] as const) metrics.attempted(outcome);
    t.is(await read('event_deliveries_total\\{outcome="delivered"\\}'), 1);
    t.is(await read('event_deliveries_total\\{outcome="status"\\}'), 2);
  } finally {
    await database.close();
  }
});
