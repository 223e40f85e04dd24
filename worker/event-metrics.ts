import type { Registry } from 'prom-client';
import type { Logger } from '../runtime/logger.ts';
import { readEventBacklog } from '../db/events/number-events.ts';
import type { Database } from '../db/tenant.ts';
import { registerReadGauges } from './register-read-gauges.ts';

/**
 * Registers gauges of the events of all organizations that wait for their delivery: `events_waiting` and
 * `event_oldest_waiting_seconds`. They are read from Postgres at each scrape.
 */
export function registerEventMetrics(registry: Registry, database: Database, logger: Logger): void {
  registerReadGauges(registry, logger, 'the metrics of events', () => readEventBacklog(database), [
    {
      name: 'events_waiting',
      help: 'Events that wait for their delivery to subscriptions, at most 10,000 of each',
      samplesOf: ({ waiting }) => [{ value: waiting }],
    },
    {
      name: 'event_oldest_waiting_seconds',
      help: 'Seconds since the oldest event that waits for its delivery',
      samplesOf: ({ oldestAt }) => [
        { value: oldestAt === undefined ? 0 : Math.max(0, (Date.now() - oldestAt.getTime()) / 1000) },
      ],
    },
  ]);
}
