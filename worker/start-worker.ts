import { setMaxListeners } from 'node:events';
import { Context } from '@temporalio/activity';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { Configuration } from '../runtime/configuration.ts';
import type { Logger } from '../runtime/logger.ts';
import { createMetricsRegistry, serveMetrics } from '../runtime/metrics.ts';
import { connectTemporal } from '../runtime/temporal.ts';
import type { Tracing } from '../runtime/tracing.ts';
import { createEncryption, createLocalKeys } from '../db/encryption.ts';
import { openDatabase } from '../db/tenant.ts';
import { createAwsClients } from '../clients/aws/aws-clients.ts';
import { keepSchedules, reconcileSchedules } from '../activities/connections/scan-schedules.ts';
import { syncAwsOrganizations } from '../activities/connections/sync-aws-organizations.ts';
import type { Dependencies } from '../activities/dependencies.ts';
import { createActivities } from '../activities/index.ts';
import { forgetExpired } from './delete-expired-rows.ts';
import { sealAuditLog } from './seal-audit-log.ts';
import { repeat } from './repeat.ts';
import { sweepRuns } from './sweep-runs.ts';
import { forgetPastOfAll } from './delete-old-history.ts';
import { indexSearch } from './index-search.ts';
import { traceWorker } from './trace-worker.ts';

export interface RunningWorker {
  readonly dependencies: Dependencies;
  /** Drains: activities get the shutdown time, then the pool closes. */
  stop(): Promise<void>;
  /** Settles when the worker has stopped by itself, with its error. */
  readonly stopped: Promise<void>;
}

const sweepMilliseconds = 5000;
const sealMilliseconds = 500;
const forgetMilliseconds = 10 * 60_000;
const indexMilliseconds = 1000;
const forgetPastMilliseconds = 60 * 60_000;
const keepMilliseconds = 2000;
const reconcileMilliseconds = 10 * 60_000;

/** Every call in flight of an activity listens for its end. */
const manyListeners: ActivityInboundCallsInterceptor = {
  execute(input, next) {
    setMaxListeners(0, Context.current().cancellationSignal);
    return next(input);
  },
};

/** Serves the configured task queues, and sweeps. */
export async function startWorker(
  configuration: Configuration,
  logger: Logger,
  tracing?: Tracing,
): Promise<RunningWorker> {
  const { databaseUrl: url, databaseAppUrl: appUrl, databasePoolSize: poolSize } = configuration;
  const dependencies: Dependencies = {
    configuration,
    logger,
    aws: createAwsClients(
      configuration.awsEndpointUrl === undefined ? {} : { endpoint: configuration.awsEndpointUrl },
    ),
    encryption: createEncryption(createLocalKeys(configuration.encryptionKeys)),
    database: openDatabase({ url, appUrl, poolSize }),
    temporal: connectTemporal({
      address: configuration.temporalAddress,
      namespace: configuration.temporalNamespace,
      taskQueuePrefix: configuration.taskQueuePrefix,
      traced: configuration.otlpEndpoint !== undefined,
    }),
  };
  const connection = await NativeConnection.connect({ address: configuration.temporalAddress });
  const activities = createActivities(dependencies);
  const { workflowBundle, activityInterceptors, sinks } = await traceWorker(tracing);
  const workers = await Promise.all(
    configuration.workerQueues.map((queue) =>
      Worker.create({
        connection,
        namespace: configuration.temporalNamespace,
        taskQueue: `${configuration.taskQueuePrefix}${queue}`,
        workflowBundle,
        activities,
        sinks,
        interceptors: { activity: [() => ({ inbound: manyListeners }), ...activityInterceptors] },
        maxConcurrentActivityTaskExecutions: 50,
        // A cancelled activity learns of it with its next heartbeat.
        maxHeartbeatThrottleInterval: '2s',
        defaultHeartbeatThrottleInterval: '2s',
        shutdownGraceTime: `${Math.max(1, configuration.shutdownSeconds - 10)}s`,
        shutdownForceTime: `${configuration.shutdownSeconds}s`,
      }),
    ),
  );
  const metrics = await serveMetrics(
    createMetricsRegistry(),
    configuration.host,
    configuration.workerMetricsPort,
  );
  const loops = [
    repeat(sweepMilliseconds, () => sweepRuns(dependencies), logger),
    repeat(sealMilliseconds, () => sealAuditLog(dependencies), logger),
    repeat(forgetMilliseconds, () => forgetExpired(dependencies), logger),
    repeat(indexMilliseconds, () => indexSearch(dependencies), logger),
    repeat(forgetPastMilliseconds, () => forgetPastOfAll(dependencies), logger),
    repeat(keepMilliseconds, () => keepSchedules(dependencies), logger),
    repeat(reconcileMilliseconds, () => reconcileSchedules(dependencies), logger),
    repeat(reconcileMilliseconds, () => syncAwsOrganizations(dependencies), logger),
  ];
  const running = Promise.all(workers.map((worker) => worker.run()));
  const stopped = running.then(() => undefined);
  logger.info({ queues: configuration.workerQueues }, 'worker started');
  return {
    dependencies,
    stopped,
    async stop() {
      for (const loop of loops) await loop.stop();
      await metrics.close();
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await stopped;
      await connection.close();
      await dependencies.temporal.close();
      dependencies.aws.close();
      await dependencies.database.close();
    },
  };
}
