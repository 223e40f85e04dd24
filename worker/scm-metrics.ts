import type { Registry } from 'prom-client';
import { scmProviders } from '../domain/values.ts';
import type { Logger } from '../runtime/logger.ts';
import { countScmConnections, readDeliveryQueue, scmConditions } from '../db/scm/scm-metrics.ts';
import type { Database } from '../db/tenant.ts';
import { registerReadGauges } from './register-read-gauges.ts';

/**
 * Registers gauges of source control, of all organizations: `scm_connections` by provider and condition,
 * `scm_deliveries_queued` and `scm_delivery_oldest_queued_seconds`. They are read from Postgres at each scrape.
 */
export function registerScmMetrics(registry: Registry, database: Database, logger: Logger): void {
  const what = 'the metrics of source control';
  registerReadGauges(registry, logger, what, () => countScmConnections(database), [
    {
      name: 'scm_connections',
      help: 'Source-control connections by provider and condition',
      labelNames: ['provider', 'condition'],
      samplesOf: (counts) =>
        scmProviders.flatMap((provider) =>
          scmConditions.map((condition) => ({
            labels: { provider, condition },
            value: counts.get(`${provider} ${condition}`) ?? 0,
          })),
        ),
    },
  ]);
  registerReadGauges(registry, logger, what, () => readDeliveryQueue(database), [
    {
      name: 'scm_deliveries_queued',
      help: 'Webhook deliveries that are not processed yet',
      samplesOf: ({ deliveries }) => [{ value: deliveries }],
    },
    {
      name: 'scm_delivery_oldest_queued_seconds',
      help: 'Seconds since the oldest queued webhook delivery was received',
      samplesOf: ({ oldestSeconds }) => [{ value: oldestSeconds }],
    },
  ]);
}
