import { readConfiguration } from '../runtime/configuration.ts';
import { createLogger } from '../runtime/logger.ts';
import { startApi } from './start-api.ts';

/** The API process. SIGTERM drains it. */
const configuration = readConfiguration(process.env);
const logger = createLogger('api', configuration.logLevel);
const api = await startApi(configuration, logger);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void api.stop().then(() => process.exit(0));
  });
}
