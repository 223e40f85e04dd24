import type { Registry } from 'prom-client';
import { runKinds } from '../domain/runs/run-kinds.ts';
import type { Logger } from '../runtime/logger.ts';
import { oldestActiveRuns } from '../db/runs/run-store.ts';
import type { Database } from '../db/tenant.ts';
import { registerReadGauges } from './register-read-gauges.ts';

/**
 * Registers the gauge `oldest_active_run_seconds`: the age of the oldest queued or running run of each kind, of all
 * organizations; 0 when there is none. It is read from Postgres at each scrape.
 */
export function registerRunMetrics(registry: Registry, database: Database, logger: Logger): void {
  registerReadGauges(registry, logger, 'the oldest active runs', () => oldestActiveRuns(database), [
    {
      name: 'oldest_active_run_seconds',
      help: 'Seconds since the creation of the oldest queued or running run, by kind',
      labelNames: ['kind'],
      samplesOf: (ages) =>
        Object.keys(runKinds).map((kind) => ({ labels: { kind }, value: ages.get(kind) ?? 0 })),
    },
  ]);
}
