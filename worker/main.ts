import '../runtime/check-node.mjs';
import { constants, setPriority } from 'node:os';
import { preloadSdkModules } from '../clients/aws/client-modules.ts';
import { clientsOfCollectors } from '../domain/discovery/declaration/resource-types.ts';
import { readConfiguration } from '../runtime/configuration.ts';
import { createLogger } from '../runtime/logger.ts';
import { runProcess } from '../runtime/run-process.ts';
import { startTracing } from '../runtime/tracing.ts';
import { ensureSchedules } from './ensure-schedules.ts';
import { installRuntime } from './install-runtime.ts';
import { repeat } from './repeat.ts';
import { startWorker } from './start-worker.ts';

/** The worker process. On SIGTERM it finishes running activities and exits. */
await runProcess(async () => {
  // The API responds first when both share processors (docs/operations.md, "Scaling").
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const configuration = readConfiguration(process.env);
  const logger = createLogger('worker', configuration.logLevel);
  installRuntime(configuration, logger);
  const tracing = await startTracing('worker', configuration.otlpEndpoint, logger);
  const worker = await startWorker(configuration, logger, tracing);
  // Repeated, to restore schedules that an operator deleted or that a new Temporal database does not have. `repeat` retries
  // a failure after seconds, for example while Temporal starts.
  const schedules = repeat(10 * 60_000, () => ensureSchedules(worker.dependencies), logger);
  // Not before the worker polls: all packages take seconds.
  const preloading = new AbortController();
  if (configuration.workerQueues.includes('aws'))
    void preloadSdkModules(['sts', ...clientsOfCollectors()], preloading.signal);
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      isStopping = true;
      preloading.abort();
      // Does not wait for `schedules`: a call to an unresponsive Temporal server would delay the exit.
      void schedules.stop();
      void worker
        .stop()
        .then(() => tracing?.stop())
        .then(() => process.exit(0));
    });
  }
  await worker.stopped.catch((error: unknown) => {
    // `stop` logs it.
    if (!isStopping) throw error;
  });
});
