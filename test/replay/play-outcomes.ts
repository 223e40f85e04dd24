import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import type { Activities } from '../../activities/index.ts';
import { activityQueues } from '../../workflows/activity-queues.ts';
import { eventually } from '../support/eventually.ts';
import { withFakeActivities } from '../support/run-workflow.ts';
import type { RecordedHistory, RecordedPath, WorkflowName } from './histories.ts';
import { activityResultsOf, activityTypesOf, argumentsOf } from './recorded-activities.ts';

type FakeActivity = (...args: unknown[]) => Promise<unknown>;

/** The activity during which a workflow is cancelled; default: its last one. These run in child workflows. */
const cancelledDuring: Partial<Record<WorkflowName, keyof Activities>> = {
  answerTurn: 'runTurn',
  scan: 'runScanTasks',
  scanRepository: 'scanRepositoryHead',
  inferMemberships: 'inferQueuedMemberships',
  matchAccount: 'matchAccountEntries',
  extractGraph: 'extractHolders',
  syncStateSource: 'syncStateObject',
  onboardConnection: 'validateOneAccount',
  validateConnection: 'validateOneAccount',
};

/**
 * Repeats a workflow that completed, with fake activities that return the recorded results, on paths that cannot be
 * produced with the product at a given moment: its last activity fails, it is cancelled during an activity, and, for
 * `scan`, it continues as new. `store` receives the closed workflow of each path.
 *
 * @param others - histories of the other workflows, for the activities of child workflows
 */
export async function playOutcomes(
  workflow: WorkflowName,
  completed: RecordedHistory,
  others: readonly RecordedHistory[],
  store: (path: RecordedPath, handle: WorkflowHandleWithFirstExecutionRunId) => Promise<void>,
): Promise<void> {
  const last = activityTypesOf(completed).at(-1);
  if (last === undefined) throw new Error(`${workflow} has no activity`);
  const [input] = argumentsOf(completed) as readonly (object | undefined)[];
  const recorded = () => recordedActivities(completed, others);

  const failing = { ...recorded(), [last]: () => Promise.reject(serviceFault()) };
  await withFakeActivities(failing, async ({ start }) => {
    const handle = await start(workflow, input);
    await handle.result().catch(() => undefined);
    await store('failed', handle);
  });

  let isBlocked = false;
  const blocking = {
    ...recorded(),
    [cancelledDuring[workflow] ?? last]: () => {
      isBlocked = true;
      return untilCancelled();
    },
  };
  await withFakeActivities(blocking, async ({ start }) => {
    const handle = await start(workflow, input);
    await eventually(`${workflow} to reach the activity`, () => Promise.resolve(isBlocked));
    await handle.cancel();
    await handle.result().catch(() => undefined);
    await store('cancelled', handle);
  });

  if (workflow !== 'scan') return;
  await withFakeActivities(recorded(), async ({ start }) => {
    const handle = await start(workflow, { ...input, accountsPerRun: 1 });
    await handle.result();
    await store('continued', handle);
  });
}

/** Fails an attempt of every workflow: a failure of an account alone does not fail a validation. */
const serviceFault = () => ApplicationFailure.nonRetryable('recorded failure', 'provider_unavailable');

/** Activities that return the recorded results in their order, and the last one again after them. */
function recordedActivities(own: RecordedHistory, others: readonly RecordedHistory[]): Partial<Activities> {
  const results = new Map([...activityResultsOf(others), ...activityResultsOf([own])]);
  const fakes: Record<string, FakeActivity> = {};
  for (const type of Object.keys(activityQueues)) {
    if (type === 'markRunStarted' || type === 'markRunFinished') continue;
    const queue = [...(results.get(type) ?? [])];
    fakes[type] = () => Promise.resolve(queue.length > 1 ? queue.shift() : queue[0]);
  }
  return fakes as Partial<Activities>;
}

async function untilCancelled(): Promise<never> {
  const { cancelled, heartbeat } = Context.current();
  const timer = setInterval(() => heartbeat(), 100);
  return cancelled.finally(() => clearInterval(timer));
}
