import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { runKinds } from '../domain/runs/run-kinds.ts';
import type { Logger } from '../runtime/logger.ts';
import { oldestActiveRuns } from '../db/runs/run-store.ts';
import type { Database } from '../db/tenant.ts';

/**
 * Registers the gauge `oldest_active_run_seconds`: the age of the oldest queued or running run of each kind, of all
 * organizations; 0 when there is none. It is read from Postgres at each scrape. A scrape without Postgres omits it.
 */
export function registerRunMetrics(registry: Registry, database: Database, logger: Logger): void {
  const gauge = new Gauge({
    name: 'oldest_active_run_seconds',
    help: 'Seconds since the creation of the oldest queued or running run, by kind',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      gauge.reset();
      try {
        const ages = await oldestActiveRuns(database);
        for (const kind of Object.keys(runKinds)) gauge.set({ kind }, ages.get(kind) ?? 0);
      } catch (error) {
        logger.warn({ err: error }, 'failed to read the oldest active runs');
      }
    },
  });
}
