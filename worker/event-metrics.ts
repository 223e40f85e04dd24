import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Logger } from '../runtime/logger.ts';
import { readEventBacklog } from '../db/events/number-events.ts';
import type { EventBacklog } from '../db/events/number-events.ts';
import type { Database } from '../db/tenant.ts';

/**
 * Registers gauges of the events of all organizations that wait for their delivery: `events_waiting` and
 * `event_oldest_waiting_seconds`. They are read from Postgres at each scrape. A scrape without Postgres omits them.
 */
export function registerEventMetrics(registry: Registry, database: Database, logger: Logger): void {
  const register = (name: string, help: string, valueOf: (backlog: EventBacklog) => number) => {
    const gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        try {
          gauge.set(valueOf(await readEventBacklog(database)));
        } catch (error) {
          gauge.remove();
          logger.warn({ err: error }, 'failed to read the metrics of events');
        }
      },
    });
  };
  register(
    'events_waiting',
    'Events that wait for their delivery to subscriptions, at most 10,000 of each',
    ({ waiting }) => waiting,
  );
  register(
    'event_oldest_waiting_seconds',
    'Seconds since the oldest event that waits for its delivery',
    ({ oldestAt }) => (oldestAt === undefined ? 0 : Math.max(0, (Date.now() - oldestAt.getTime()) / 1000)),
  );
}
