import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { scmProviders } from '../domain/values.ts';
import type { Logger } from '../runtime/logger.ts';
import { countScmConnections, readDeliveryQueue, scmConditions } from '../db/scm/scm-metrics.ts';
import type { Database } from '../db/tenant.ts';

/**
 * Registers gauges of source control, of all organizations: `scm_connections` by provider and condition,
 * `scm_deliveries_queued` and `scm_delivery_oldest_queued_seconds`. They are read from Postgres at each scrape. A scrape
 * without Postgres omits them.
 */
export function registerScmMetrics(registry: Registry, database: Database, logger: Logger): void {
  const warn = (error: unknown) =>
    logger.warn({ err: error }, 'failed to read the metrics of source control');
  const connections = new Gauge({
    name: 'scm_connections',
    help: 'Source-control connections by provider and condition',
    labelNames: ['provider', 'condition'],
    registers: [registry],
    async collect() {
      connections.reset();
      try {
        const counts = await countScmConnections(database);
        for (const provider of scmProviders)
          for (const condition of scmConditions)
            connections.set({ provider, condition }, counts.get(`${provider} ${condition}`) ?? 0);
      } catch (error) {
        warn(error);
      }
    },
  });
  const registerQueueGauge = (
    name: string,
    help: string,
    valueOf: (queue: Awaited<ReturnType<typeof readDeliveryQueue>>) => number,
  ) => {
    const gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        try {
          gauge.set(valueOf(await readDeliveryQueue(database)));
        } catch (error) {
          gauge.remove();
          warn(error);
        }
      },
    });
  };
  registerQueueGauge(
    'scm_deliveries_queued',
    'Webhook deliveries that are not processed yet',
    ({ deliveries }) => deliveries,
  );
  registerQueueGauge(
    'scm_delivery_oldest_queued_seconds',
    'Seconds since the oldest queued webhook delivery was received',
    ({ oldestSeconds }) => oldestSeconds,
  );
}
