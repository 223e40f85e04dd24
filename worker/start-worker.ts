import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import { NativeConnection, Worker } from '@temporalio/worker';
import { slotsOf } from '../domain/runs/activity-slots.ts';
import { workflowQueues } from '../domain/runs/workflow-queues.ts';
import type { Configuration } from '../runtime/configuration.ts';
import { variables } from '../runtime/configuration-variables.ts';
import { createAssistantMetrics } from '../runtime/metrics/assistant-metrics.ts';
import { createDocumentWorkers } from '../runtime/document-workers.ts';
import type { Logger } from '../runtime/logger.ts';
import { withDeadline } from '../runtime/deadline.ts';
import { createMetricsRegistry, serveMetrics } from '../runtime/metrics/metrics.ts';
import { connectTemporal } from '../runtime/temporal.ts';
import { temporalConnection } from '../runtime/temporal-connection.ts';
import type { Tracing } from '../runtime/tracing.ts';
import { createEncryption, createLocalKeys } from '../db/encryption.ts';
import { openDatabase } from '../db/tenant.ts';
import { rejectWrongKeys } from '../db/reject-wrong-keys.ts';
import { rejectPrivilegedLogin } from '../db/reject-privileged-login.ts';
import { createEventSender } from '../clients/events/event-sender.ts';
import { createHcpTerraformClients } from '../clients/hcp-terraform/hcp-terraform-clients.ts';
import { createDomainRecords } from '../clients/sso/domain-records.ts';
import { createScmClients } from '../clients/scm/scm-clients.ts';
import { createAwsClients } from '../clients/aws/aws-clients.ts';
import { createCustomerRoles } from '../activities/connections/customer-roles.ts';
import { applyDueSchedules } from '../activities/connections/scan-schedules.ts';
import type { Dependencies } from '../activities/dependencies.ts';
import type { TurnAnswerer } from '../commands/assistant/turn-answerer.ts';
import { createActivities } from '../activities/index.ts';
import { createTurnAnswerer } from '../activities/assistant/create-turn-answerer.ts';
import { createSecretHashKeys } from '../db/discovery/secret-hash-keys.ts';
import { deliverNewEvents } from './deliver-new-events.ts';
import { registerEventMetrics } from './event-metrics.ts';
import { recordFreshness } from './record-freshness.ts';
import { sealAuditLog } from './seal-audit-log.ts';
import { repeat } from './repeat.ts';
import { endExpiredTurns } from './end-expired-turns.ts';
import { createEventMetrics } from '../runtime/metrics/event-metrics.ts';
import { createScanMetrics } from '../runtime/metrics/scan-metrics.ts';
import { createWorkMetrics } from '../runtime/metrics/work-metrics.ts';
import { registerDatabaseMetrics } from '../runtime/metrics/database-metrics.ts';
import { registerBacklogMetrics } from './backlog-metrics.ts';
import { registerInferenceMetrics } from './inference-metrics.ts';
import { registerRunMetrics } from './run-metrics.ts';
import { registerScmMetrics } from './scm-metrics.ts';
import { startEventScans } from './start-event-scans.ts';
import { sweepRuns } from './sweep-runs.ts';
import { indexSearch } from './index-search.ts';
import { traceWorker } from './trace-worker.ts';

export interface RunningWorker {
  readonly dependencies: Dependencies;
  readonly metricsPort: number;
  /** Stops polling, waits up to the shutdown time for running activities, then stops the loops and all connections. */
  stop(): Promise<void>;
  /** Resolves when the worker has stopped; rejects with the error that stopped it. */
  readonly stopped: Promise<void>;
}

/*
 * Intervals of the loops. They run too often for Temporal Schedules, which start a workflow, with its history, each time.
 * Work that can wait a minute is in domain/runs/maintenance-schedules.ts.
 */
/** Short, because an unsealed audit entry is not protected against tampering. */
const sealMs = 500;
/** Short, because receivers learn of an event only when it has its position. */
const eventsMs = 500;
/** Longer: an account becomes stale after hours. */
const freshnessMs = 60_000;
/** Short, because searches slow down with the number of changes that are not indexed. */
const indexMs = 1000;
/** Short, because an account that was excluded must not be scanned by its former schedule. */
const schedulesMs = 2000;
/** Short, because the regions of an account are read one after the other. */
const eventScansMs = 2000;
/** Short, because a user waits for a queued run whose workflow was not started. */
const sweepQueuedMs = 5000;
/** Longer, because a sweep describes the workflow of every running run. */
const sweepRunningMs = 30_000;
/** Short, because a user waits for the end of a turn. */
const expiredTurnsMs = 5000;

/** How long a loop may continue after the activities have ended. */
const loopGraceMs = 2000;

/** Node warns at more than 10 abort listeners. An activity adds one per call in flight. */
const allowManyListeners: ActivityInboundCallsInterceptor = {
  execute(input, next) {
    setMaxListeners(0, Context.current().cancellationSignal);
    return next(input);
  },
};

/**
 * Limits the statements of an activity to its time: a statement that outlives its activity would hold locks while the next
 * attempt waits for them.
 */
const limitStatements: ActivityInboundCallsInterceptor = {
  execute: (input, next) => withDeadline(Context.current().info.startToCloseTimeoutMs, () => next(input)),
};

/**
 * Starts workers for the configured task queues, and the loops that are too frequent for Temporal Schedules.
 * @throws ConfigurationError when the encryption keys open no stored secret, and in production when the database role is a
 *   superuser or owns the tables.
 */
export async function startWorker(
  configuration: Configuration,
  logger: Logger,
  tracing?: Tracing,
  answerer: TurnAnswerer = createTurnAnswerer(configuration),
): Promise<RunningWorker> {
  const { databaseUrl: url, databaseAppUrl: appUrl, databasePoolSize: poolSize } = configuration;
  const { awsEndpointUrl, servicePrincipalArn } = configuration;
  const aws = createAwsClients(awsEndpointUrl === undefined ? {} : { endpoint: awsEndpointUrl });
  const tenantFraction = configuration.databaseTenantPercent / 100;
  const database = openDatabase({ url, appUrl, poolSize, tenantFraction });
  const encryption = createEncryption(createLocalKeys(configuration.encryptionKeys));
  try {
    if (configuration.production) await rejectPrivilegedLogin(database, logger);
    await rejectWrongKeys(database, encryption, logger);
  } catch (error) {
    await database.close();
    throw error;
  }
  const registry = createMetricsRegistry();
  const dependencies: Dependencies = {
    configuration,
    logger,
    database,
    roles: createCustomerRoles({ aws, database, servicePrincipalArn }),
    encryption,
    secretHashKeys: createSecretHashKeys(database, encryption),
    documents: createDocumentWorkers(),
    scm: createScmClients(configuration),
    hcpTerraform: createHcpTerraformClients(configuration),
    answerer,
    assistantMetrics: createAssistantMetrics(registry),
    scanMetrics: createScanMetrics(registry),
    domainRecords: createDomainRecords(configuration),
    eventSender: createEventSender(configuration),
    eventMetrics: createEventMetrics(registry),
    workMetrics: createWorkMetrics(registry),
    temporal: connectTemporal({
      connection: temporalConnection(configuration),
      namespace: configuration.temporalNamespace,
      taskQueuePrefix: configuration.taskQueuePrefix,
      traced: configuration.otlpEndpoint !== undefined,
    }),
  };
  const connection = await NativeConnection.connect(temporalConnection(configuration));
  const activities = createActivities(dependencies);
  const { workflowBundle, activityInterceptors, sinks } = await traceWorker(
    tracing,
    configuration.production,
  );
  const workers = await Promise.all(
    configuration.workerQueues.map((queue) =>
      Worker.create({
        connection,
        namespace: configuration.temporalNamespace,
        taskQueue: `${configuration.taskQueuePrefix}${queue}`,
        // Each bundle costs a thread of its own.
        ...(workflowQueues.has(queue) ? { workflowBundle, sinks } : {}),
        activities,
        interceptors: {
          activity: [
            () => ({ inbound: allowManyListeners }),
            () => ({ inbound: limitStatements }),
            ...activityInterceptors,
          ],
        },
        maxConcurrentActivityTaskExecutions: slotsOf(queue),
        // Temporal delivers a cancellation in the response to a heartbeat.
        maxHeartbeatThrottleInterval: '2s',
        defaultHeartbeatThrottleInterval: '2s',
        shutdownGraceTime: `${Math.max(1, configuration.shutdownSeconds - 10)}s`,
        shutdownForceTime: `${configuration.shutdownSeconds}s`,
      }),
    ),
  );
  registerDatabaseMetrics(registry, () => dependencies.database.connections());
  registerBacklogMetrics(registry, dependencies.temporal, logger);
  registerRunMetrics(registry, dependencies.database, logger);
  registerScmMetrics(registry, dependencies.database, logger);
  registerInferenceMetrics(registry, dependencies.database, logger);
  registerEventMetrics(registry, dependencies.database, logger);
  const metrics = await serveMetrics(
    registry,
    configuration.host,
    configuration.workerMetricsPort,
    variables.workerMetricsPort.name,
  );
  const loops = [
    repeat(sealMs, () => sealAuditLog(dependencies), logger),
    repeat(eventsMs, () => deliverNewEvents(dependencies), logger),
    repeat(freshnessMs, () => recordFreshness(dependencies), logger),
    repeat(indexMs, () => indexSearch(dependencies), logger),
    repeat(schedulesMs, () => applyDueSchedules(dependencies), logger),
    repeat(eventScansMs, () => startEventScans(dependencies), logger),
    repeat(sweepQueuedMs, () => sweepRuns(dependencies, ['queued']), logger),
    repeat(expiredTurnsMs, () => endExpiredTurns(dependencies), logger),
    repeat(sweepRunningMs, () => sweepRuns(dependencies, ['running']), logger),
  ];
  const running = Promise.all(workers.map((worker) => worker.run()));
  const stopped = running.then(() => undefined);
  logger.info({ queues: configuration.workerQueues }, 'worker started');
  const stopAll = async (): Promise<void> => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    // The SDK can fail to release a worker that has drained. The process ends anyway.
    await stopped.catch((error: unknown) =>
      logger.error({ err: error }, 'failed to release a Temporal worker'),
    );
    // The activities that drained may have written what the loops process. A loop may wait for an unresponsive Temporal.
    const loopsStopped = Promise.all(loops.map((loop) => loop.stop()));
    await Promise.race([loopsStopped, pause(loopGraceMs, undefined, { ref: false })]);
    await metrics.close();
    await connection.close();
    await dependencies.temporal.close();
    aws.close();
    await dependencies.scm.close();
    await dependencies.hcpTerraform.close();
    await dependencies.eventSender.close();
    await dependencies.documents.close();
    await dependencies.database.close();
  };
  let stopping: Promise<void> | undefined;
  return { dependencies, metricsPort: metrics.port, stopped, stop: () => (stopping ??= stopAll()) };
}
