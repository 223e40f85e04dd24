import type { Registry } from 'prom-client';
import {
  countInferenceQueue,
  inferenceConditions,
  readInferenceQueues,
} from '../db/ownership/inference/inference-metrics.ts';
import type { InferenceQueues } from '../db/ownership/inference/inference-metrics.ts';
import type { Database } from '../db/tenant.ts';
import type { Logger } from '../runtime/logger.ts';
import { registerReadGauges } from './register-read-gauges.ts';

/** Counting the rows of a full scan of every organization would take seconds. */
const maximumCountedRows = 100_000;

/**
 * Registers gauges of the queue of inference, of all organizations: `inference_queue_rows`, and by condition of the
 * organization `inference_queue_organizations` and `inference_queue_oldest_seconds`. They are read from Postgres at each
 * scrape.
 */
export function registerInferenceMetrics(registry: Registry, database: Database, logger: Logger): void {
  const what = 'the metrics of the inference queue';
  const countRows = () => countInferenceQueue(database, maximumCountedRows);
  registerReadGauges(registry, logger, what, countRows, [
    {
      name: 'inference_queue_rows',
      help: `Changes that inference has not processed yet, counted up to ${maximumCountedRows}`,
      samplesOf: (rows) => [{ value: rows }],
    },
  ]);
  const byCondition = (name: string, help: string, valueOf: (queues: InferenceQueues) => number) => ({
    name,
    help,
    labelNames: ['condition'],
    samplesOf: (queues: ReadonlyMap<string, InferenceQueues>) =>
      inferenceConditions.map((condition) => ({
        labels: { condition },
        value: valueOf(queues.get(condition) ?? { organizations: 0, oldestSeconds: 0 }),
      })),
  });
  registerReadGauges(registry, logger, what, () => readInferenceQueues(database), [
    byCondition(
      'inference_queue_organizations',
      'Organizations with changes that inference has not processed yet, by the condition of their inference',
      ({ organizations }) => organizations,
    ),
    byCondition(
      'inference_queue_oldest_seconds',
      'Seconds since the oldest change that inference has not processed yet, by the condition of the organization',
      ({ oldestSeconds }) => oldestSeconds,
    ),
  ]);
}
