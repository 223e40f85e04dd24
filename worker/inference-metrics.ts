import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import {
  countInferenceQueue,
  inferenceConditions,
  readInferenceQueues,
} from '../db/ownership/inference/inference-metrics.ts';
import type { InferenceQueues } from '../db/ownership/inference/inference-metrics.ts';
import type { Database } from '../db/tenant.ts';
import type { Logger } from '../runtime/logger.ts';

/** Counting the rows of a full scan of every organization would take seconds. */
const maximumCountedRows = 100_000;

/**
 * Registers gauges of the queue of inference, of all organizations: `inference_queue_rows`, and by condition of the
 * organization `inference_queue_organizations` and `inference_queue_oldest_seconds`. They are read from Postgres at each
 * scrape. A scrape without Postgres omits them.
 */
export function registerInferenceMetrics(registry: Registry, database: Database, logger: Logger): void {
  const warn = (error: unknown) =>
    logger.warn({ err: error }, 'failed to read the metrics of the inference queue');
  const rows = new Gauge({
    name: 'inference_queue_rows',
    help: `Changes that inference has not processed yet, counted up to ${maximumCountedRows}`,
    registers: [registry],
    async collect() {
      try {
        rows.set(await countInferenceQueue(database, maximumCountedRows));
      } catch (error) {
        rows.remove();
        warn(error);
      }
    },
  });
  const registerByCondition = (name: string, help: string, valueOf: (queues: InferenceQueues) => number) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['condition'],
      registers: [registry],
      async collect() {
        gauge.reset();
        try {
          const queues = await readInferenceQueues(database);
          for (const condition of inferenceConditions)
            gauge.set(
              { condition },
              valueOf(queues.get(condition) ?? { organizations: 0, oldestSeconds: 0 }),
            );
        } catch (error) {
          warn(error);
        }
      },
    });
  };
  registerByCondition(
    'inference_queue_organizations',
    'Organizations with changes that inference has not processed yet, by the condition of their inference',
    ({ organizations }) => organizations,
  );
  registerByCondition(
    'inference_queue_oldest_seconds',
    'Seconds since the oldest change that inference has not processed yet, by the condition of the organization',
    ({ oldestSeconds }) => oldestSeconds,
  );
}
