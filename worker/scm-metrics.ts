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
  const oldest = new Gauge({
    name: 'scm_delivery_oldest_queued_seconds',
    help: 'Seconds since the oldest queued webhook delivery was received',
    registers: [registry],
  });
  const queued = new Gauge({
    name: 'scm_deliveries_queued',
    help: 'Webhook deliveries that are not processed yet',
    registers: [registry],
    async collect() {
      try {
        const queue = await readDeliveryQueue(database);
        queued.set(queue.deliveries);
        oldest.set(queue.oldestSeconds);
      } catch (error) {
        queued.remove();
        oldest.remove();
        warn(error);
      }
    },
  });
}
