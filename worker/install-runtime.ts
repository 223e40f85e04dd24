import { DefaultLogger, Runtime } from '@temporalio/worker';
import type { Configuration } from '../runtime/configuration.ts';
import type { Logger } from '../runtime/logger.ts';

/**
 * Installs the runtime of the Temporal SDK: its log lines go to the worker's logger, its Prometheus metrics are served
 * on their own port, and signals are left to `main.ts`. Call it once per process, before anything else of the SDK.
 *
 * @throws Error when the port is in use
 */
export function installRuntime(
  { host, temporalMetricsPort }: Pick<Configuration, 'host' | 'temporalMetricsPort'>,
  logger: Logger,
): void {
  const address = host.includes(':') ? `[${host}]` : host;
  Runtime.install({
    shutdownSignals: [],
    logger: temporalLogger(logger),
    telemetryOptions: {
      logging: { forward: {} },
      metrics: { prometheus: { bindAddress: `${address}:${temporalMetricsPort}` } },
    },
  });
}

/** Writes the SDK's log lines with the worker's logger, which also decides the minimum level. */
export function temporalLogger(logger: Logger): DefaultLogger {
  return new DefaultLogger('TRACE', ({ level, message, meta }) => {
    // pino serializes an error only in the field `err`.
    const { error, ...fields } = meta ?? {};
    logger[levels[level]](error === undefined ? fields : { ...fields, err: error }, message);
  });
}

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;
