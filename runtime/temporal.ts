import { status } from '@grpc/grpc-js';
import type { Interceptor } from '@grpc/grpc-js';
import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import type { WorkflowExecutionStatusName } from '@temporalio/client';
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry/lib/client/index.js';
import proto from '@temporalio/proto';
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import {
  deliveryWorkflow,
  runKinds,
  runPriorities,
  searchAttributeNames,
  workflowIdOf,
} from '../domain/runs/run-kinds.ts';
import type { DeliveryInput, RunInput, RunKind, RunPriority, TaskQueue } from '../domain/runs/run-kinds.ts';
import { failCallsAfterClose } from './fail-calls-after-close.ts';
import type { TemporalConnectionOptions } from './temporal-connection.ts';

/** A run whose workflow is to be started. */
export interface RunToStart extends RunInput {
  readonly kind: RunKind;
  /** Shown in the Temporal UI, e.g. the connection's name. Never a secret. */
  readonly description?: string;
  readonly awsAccountNumber?: string;
  /** Of its tasks. Default: `normal`. */
  readonly priority?: RunPriority;
  /** Whether the workflow may have been started with the priority `background`, which is now too low. */
  readonly isRaised?: boolean;
}

/** Tasks of a task queue that wait for a worker. */
export interface TaskBacklog {
  /** Approximate. */
  readonly tasks: number;
  /** Age of the oldest one; 0 without tasks. */
  readonly ageSeconds: number;
}

export interface Temporal {
  readonly client: Client;
  /**
   * Starts the workflow `<kind>:<run_id>`. Does nothing if it was started before, except that a workflow whose priority is
   * raised, and of which no activity runs, is replaced.
   */
  startRunWorkflow(run: RunToStart): Promise<void>;
  /**
   * Returns the status of the workflow of a run, or `absent` when it was never started.
   * @throws when the server does not respond within five seconds.
   */
  runWorkflowStatus(kind: RunKind, runId: string): Promise<WorkflowExecutionStatusName | 'absent'>;
  /**
   * Requests the cancellation of the workflow of a run. Does nothing if it was never started or has closed.
   * @throws when the server does not respond within five seconds.
   */
  cancelRunWorkflow(kind: RunKind, runId: string): Promise<void>;
  /**
   * Returns the backlog of a task queue, which all workers of the installation share.
   * @throws when the server does not respond within two seconds.
   */
  describeBacklog(queue: TaskQueue, type: 'workflow' | 'activity'): Promise<TaskBacklog>;
  /**
   * Signals the workflow that delivers the events of a subscription, and starts it if it does not run.
   * @throws when the server does not respond within five seconds.
   */
  wakeDelivery(input: DeliveryInput): Promise<void>;
  /**
   * Deletes the histories of the workflows of subscriptions that ended before a time, at most 5,000. One that delivers much
   * continues as a new one every 2,000 events, so that they are more than others.
   * @throws when the server does not respond within a minute.
   */
  deleteEndedDeliveries(before: Date): Promise<void>;
  /** @throws at once when the server cannot be reached, or when it does not respond in the given time (default: 2 s). */
  ping(milliseconds?: number): Promise<void>;
  /** Closes the connection. Calls that the SDK would repeat fail. */
  close(): Promise<void>;
}

/** Keys of the custom search attributes, for the typed API of the SDK. */
export const searchAttributeKeys = {
  organizationId: defineSearchAttributeKey(searchAttributeNames.organizationId, 'KEYWORD'),
  awsAccountNumber: defineSearchAttributeKey(searchAttributeNames.awsAccountNumber, 'KEYWORD'),
  kind: defineSearchAttributeKey(searchAttributeNames.kind, 'KEYWORD'),
};

/** Connects at the first call, so that a process can start and serve reads while Temporal is unavailable. */
export function connectTemporal(options: {
  connection: TemporalConnectionOptions;
  namespace: string;
  taskQueuePrefix: string;
  /** Whether workflows continue the trace of their caller. */
  traced: boolean;
}): Temporal {
  let isClosed = false;
  const connection = Connection.lazy({
    ...options.connection,
    connectTimeout: 2000,
    interceptors: [retryCalls(), failCallsAfterClose(() => isClosed)],
  });
  const interceptors = options.traced ? { workflow: [new OpenTelemetryWorkflowClientInterceptor()] } : {};
  const client = new Client({ connection, namespace: options.namespace, interceptors });
  const within = <T>(milliseconds: number, call: () => Promise<T>): Promise<T> =>
    connection.withDeadline(Date.now() + milliseconds, call);
  return {
    client,
    startRunWorkflow: (run) => within(5000, () => start(client, options.taskQueuePrefix, run)),
    runWorkflowStatus: (kind, runId) => within(5000, () => statusOf(client, workflowIdOf(kind, runId))),
    cancelRunWorkflow: (kind, runId) => within(5000, () => cancel(client, workflowIdOf(kind, runId))),
    async describeBacklog(queue, type) {
      const { TASK_QUEUE_TYPE_ACTIVITY, TASK_QUEUE_TYPE_WORKFLOW } =
        proto.temporal.api.enums.v1.TaskQueueType;
      const { stats } = await within(2000, () =>
        connection.workflowService.describeTaskQueue({
          namespace: options.namespace,
          taskQueue: { name: `${options.taskQueuePrefix}${queue}` },
          taskQueueType: type === 'workflow' ? TASK_QUEUE_TYPE_WORKFLOW : TASK_QUEUE_TYPE_ACTIVITY,
          reportStats: true,
        }),
      );
      return {
        tasks: Number(stats?.approximateBacklogCount ?? 0),
        ageSeconds: Number(stats?.approximateBacklogAge?.seconds ?? 0),
      };
    },
    wakeDelivery: (input) => within(5000, () => wake(client, options.taskQueuePrefix, input)),
    deleteEndedDeliveries: (before) =>
      within(60_000, () => deleteEndedDeliveries(client, options.taskQueuePrefix, before)),
    async ping(milliseconds = 2000) {
      await within(milliseconds, () =>
        connection.workflowService.describeNamespace({ namespace: options.namespace }),
      );
    },
    async close() {
      isClosed = true;
      await connection.close();
    },
  };
}

const deletedHistories = 5000;

async function deleteEndedDeliveries(client: Client, taskQueuePrefix: string, before: Date): Promise<void> {
  const { workflowType, taskQueue } = deliveryWorkflow;
  const query =
    `WorkflowType = '${workflowType}' AND TaskQueue = '${taskQueuePrefix}${taskQueue}' ` +
    `AND CloseTime < '${before.toISOString()}'`;
  const { namespace } = client.options;
  let deleted = 0;
  for await (const { workflowId, runId } of client.workflow.list({ query, pageSize: 200 })) {
    await client.workflowService
      .deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } })
      .catch((error: unknown) => {
        // Deleted since the list was read.
        if (!isNotFound(error)) throw error;
      });
    deleted += 1;
    if (deleted >= deletedHistories) return;
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === status.NOT_FOUND;
}

/** As the SDK does. A ping is repeated only twice, so that an absent server is known before the deadline. */
function retryCalls(): Interceptor {
  const retry = makeGrpcRetryInterceptor(defaultGrpcRetryOptions());
  const retryPing = makeGrpcRetryInterceptor(defaultGrpcRetryOptions({ maxAttempts: 3 }));
  return (callOptions, nextCall) =>
    (callOptions.method_definition.path.endsWith('/DescribeNamespace') ? retryPing : retry)(
      callOptions,
      nextCall,
    );
}

async function statusOf(client: Client, workflowId: string): Promise<WorkflowExecutionStatusName | 'absent'> {
  try {
    return (await client.workflow.getHandle(workflowId).describe()).status.name;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'absent';
    throw error;
  }
}

async function cancel(client: Client, workflowId: string): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).cancel();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

async function wake(client: Client, prefix: string, input: DeliveryInput): Promise<void> {
  const { organizationId, subscriptionId } = input;
  await client.workflow.signalWithStart(deliveryWorkflow.workflowType, {
    workflowId: deliveryWorkflow.idOf(subscriptionId),
    taskQueue: `${prefix}${deliveryWorkflow.taskQueue}`,
    args: [input],
    signal: deliveryWorkflow.signal,
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: deliveryWorkflow.summary,
    priority: { fairnessKey: organizationId, priorityKey: runPriorities.normal },
    typedSearchAttributes: new TypedSearchAttributes([
      { key: searchAttributeKeys.organizationId, value: organizationId },
    ]),
  });
}

/**
 * Whether all tasks of a workflow wait for a worker with the priority `background`. Tasks that wait in a queue keep their
 * priority, so only a new workflow of the run gets another one. An activity that begins before the old one is terminated is
 * cancelled with its next heartbeat, as after the loss of a worker.
 */
async function waitsInBackground(client: Client, workflowId: string): Promise<boolean> {
  try {
    const { raw } = await client.workflow.getHandle(workflowId).describe();
    const started = proto.temporal.api.enums.v1.PendingActivityState.PENDING_ACTIVITY_STATE_STARTED;
    return (
      raw.workflowExecutionInfo?.priority?.priorityKey === runPriorities.background &&
      (raw.pendingActivities ?? []).every(({ state }) => state !== started)
    );
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/**
 * Of a summary, in UTF-16 units of at most three bytes. A server can reject summaries of more than 400 bytes with their
 * encoding (`limit.userMetadataSummarySize`). The key of a Terraform state has up to 1,024 bytes.
 */
const maximumSummaryLength = 120;

async function start(client: Client, prefix: string, run: RunToStart): Promise<void> {
  const kind = runKinds[run.kind];
  const { organizationId, runId, subjectId } = run;
  const replaces = run.isRaised === true && (await waitsInBackground(client, workflowIdOf(run.kind, runId)));
  const summary = run.description === undefined ? kind.summary : `${kind.summary}: ${run.description}`;
  try {
    await client.workflow.start(kind.workflowType, {
      workflowId: workflowIdOf(run.kind, runId),
      taskQueue: `${prefix}${kind.taskQueue}`,
      args: [{ organizationId, runId, subjectId } satisfies RunInput],
      ...(replaces
        ? {
            workflowIdConflictPolicy: 'TERMINATE_EXISTING',
            // The terminated one is a duplicate, too.
            workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
          }
        : { workflowIdConflictPolicy: 'USE_EXISTING', workflowIdReusePolicy: 'REJECT_DUPLICATE' }),
      staticSummary: summary.slice(0, maximumSummaryLength),
      // Activities and child workflows inherit the key, and a workflow that continues as new keeps it.
      priority: { fairnessKey: organizationId, priorityKey: runPriorities[run.priority ?? 'normal'] },
      typedSearchAttributes: new TypedSearchAttributes([
        { key: searchAttributeKeys.organizationId, value: organizationId },
        { key: searchAttributeKeys.kind, value: run.kind },
        ...(run.awsAccountNumber === undefined
          ? []
          : [{ key: searchAttributeKeys.awsAccountNumber, value: run.awsAccountNumber }]),
      ]),
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
