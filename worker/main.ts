import { Runtime } from '@temporalio/worker';
import { readConfiguration } from '../runtime/configuration.ts';
import { createLogger } from '../runtime/logger.ts';
import { startTracing } from '../runtime/tracing.ts';
import { schedulePolling } from '../activities/changes/schedule-polling.ts';
import { repeat } from './repeat.ts';
import { startWorker } from './start-worker.ts';

/** The worker process. SIGTERM drains it. */
const configuration = readConfiguration(process.env);
const logger = createLogger('worker', configuration.logLevel);
Runtime.install({ shutdownSignals: [] });
const tracing = await startTracing('worker', configuration.otlpEndpoint, logger);
const worker = await startWorker(configuration, logger, tracing);
const schedules = repeat(10 * 60_000, () => schedulePolling(worker.dependencies), logger);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void schedules
      .stop()
      .then(() => worker.stop())
      .then(() => tracing?.stop())
      .then(() => process.exit(0));
  });
}
await worker.stopped;
