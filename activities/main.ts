import { Runtime } from '@temporalio/worker';
import { readConfiguration } from '../runtime/configuration.ts';
import { createLogger } from '../runtime/logger.ts';
import { startWorker } from './start-worker.ts';

/** The worker process. SIGTERM drains it. */
const configuration = readConfiguration(process.env);
const logger = createLogger('worker', configuration.logLevel);
Runtime.install({ shutdownSignals: [] });
const worker = await startWorker(configuration, logger);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void worker.stop().then(() => process.exit(0));
  });
}
await worker.stopped;
