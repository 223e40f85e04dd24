import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import { Client, Connection } from '@temporalio/client';
import type { WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type * as workflows from '../../workflows/index.ts';
import { updateWorkflowBundle } from '../../worker/workflow-bundles.ts';
import { testStack } from './stack.ts';

/** A cancellation reaches an activity with its next heartbeat. */
const heartbeats = { maxHeartbeatThrottleInterval: '1s', defaultHeartbeatThrottleInterval: '1s' } as const;

export interface FakeActivityWorker {
  /** Calls of `markRunFinished`: the status, with `: <error>` after it if there is one. */
  readonly outcomes: readonly string[];
  /** Starts a workflow on the task queue of this worker. */
  readonly start: (
    workflowType: keyof typeof workflows,
    input?: object,
  ) => Promise<WorkflowHandleWithFirstExecutionRunId>;
  /** Starts a workflow and waits until it completes, across continue-as-new. @throws WorkflowFailedError. */
  readonly run: (workflowType: keyof typeof workflows, input?: object) => Promise<unknown>;
}

/** Input of the workflow of a run, with random ids. */
export function runInput(): RunInput {
  return { organizationId: randomUUID(), runId: randomUUID(), subjectId: randomUUID() };
}

/**
 * Runs the product's workflows with fake activities, on the test server and on task queues of its own, while `use` runs.
 * An activity without a fake fails its workflow.
 */
export async function withFakeActivities<T>(
  fakes: Partial<Activities>,
  use: (worker: FakeActivityWorker) => Promise<T>,
  {
    awsSlots = 100,
  }: { /** Maximum number of activities in flight on the task queue `aws`. */ awsSlots?: number } = {},
): Promise<T> {
  const address = testStack().temporalAddress;
  const prefix = `fake-${randomUUID()}-`;
  const outcomes: string[] = [];
  const activities = calledOnce({
    markRunStarted: () => Promise.resolve(),
    markRunFinished: (_input, status, error) => {
      outcomes.push(error === null ? status : `${status}: ${error}`);
      return Promise.resolve();
    },
    ...fakes,
  });
  const connection = await NativeConnection.connect({ address });
  const clientConnection = await Connection.connect({ address });
  const { workflow } = new Client({ connection: clientConnection });
  let started = 0;
  const start = (workflowType: string, input?: object) =>
    workflow.start(workflowType, {
      workflowId: `${prefix}${workflowType}-${(started += 1)}`,
      taskQueue: `${prefix}inventory`,
      args: input === undefined ? [] : [input],
    });
  try {
    const codePath = await updateWorkflowBundle('plain');
    const inventory = await Worker.create({
      connection,
      taskQueue: `${prefix}inventory`,
      workflowBundle: { codePath },
      activities,
      ...heartbeats,
    });
    // Activities that call AWS or a source-control provider have task queues of their own.
    const aws = await Worker.create({
      connection,
      taskQueue: `${prefix}aws`,
      activities,
      maxConcurrentActivityTaskExecutions: awsSlots,
      ...heartbeats,
    });
    const scm = await Worker.create({ connection, taskQueue: `${prefix}scm`, activities, ...heartbeats });
    const assistant = await Worker.create({
      connection,
      taskQueue: `${prefix}assistant`,
      activities,
      ...heartbeats,
    });
    const events = await Worker.create({
      connection,
      taskQueue: `${prefix}events`,
      activities,
      ...heartbeats,
    });
    return await inventory.runUntil(() =>
      aws.runUntil(() =>
        scm.runUntil(() =>
          assistant.runUntil(() =>
            events.runUntil(() =>
              use({
                outcomes,
                start,
                run: async (workflowType, input) => (await start(workflowType, input)).result(),
              }),
            ),
          ),
        ),
      ),
    );
  } finally {
    await clientConnection.close();
    await connection.close();
  }
}

/**
 * Fakes that run once for each activity that a workflow schedules, until they fail. On a machine that stood still, the
 * server times out an attempt whose result it has not received and starts another: that attempt gets the same result.
 */
function calledOnce(fakes: Partial<Activities>): object {
  const results = new Map<string, Promise<unknown>>();
  const once =
    (fake: (...input: unknown[]) => Promise<unknown>) =>
    (...input: unknown[]) => {
      const { activityId, workflowExecution } = Context.current().info;
      const key = `${workflowExecution?.runId}/${activityId}`;
      const result = results.get(key) ?? fake(...input);
      results.set(key, result);
      result.catch(() => results.delete(key));
      return result;
    };
  return Object.fromEntries(
    Object.entries(fakes).map(([name, fake]) => [
      name,
      once(fake as (...input: unknown[]) => Promise<unknown>),
    ]),
  );
}
