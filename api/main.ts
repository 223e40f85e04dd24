import '../runtime/check-node.mjs';
import { readConfiguration } from '../runtime/configuration.ts';
import { createLogger } from '../runtime/logger.ts';
import { startTracing } from '../runtime/tracing.ts';
import { runProcess } from '../runtime/run-process.ts';
import { startApi } from './start-api.ts';

/** The API process. SIGTERM stops it gracefully. */
await runProcess(async () => {
  const configuration = readConfiguration(process.env);
  const logger = createLogger('api', configuration.logLevel);
  const tracing = await startTracing('api', configuration.otlpEndpoint, logger);
  const api = await startApi(configuration, logger);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void api
        .stop()
        .then(() => tracing?.stop())
        .then(() => process.exit(0));
    });
  }
});
