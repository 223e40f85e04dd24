import {
  CancellationScope,
  continueAsNew,
  ContinueAsNew,
  getExternalWorkflowHandle,
  patched,
  proxyActivities,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { accountScannedSignal, tasksPerActivity } from '../../domain/discovery/tasks/scan-input.ts';
import type { AccountScanned, ScanAccountInput } from '../../domain/discovery/tasks/scan-input.ts';
import { mapConcurrently } from '../../domain/lists/map-concurrently.ts';
import { failureMessage } from '../runs/with-run-status.ts';

const { pendingScanTasks } = proxyActivities<Pick<Activities, 'pendingScanTasks'>>({
  startToCloseTimeout: '1 minute',
  retry: { maximumInterval: '10 seconds' },
});

const { planScanAccount } = proxyActivities<Pick<Activities, 'planScanAccount'>>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '15 seconds',
  retry: { maximumInterval: '10 seconds' },
});

const { runScanTasks } = proxyActivities<Pick<Activities, 'runScanTasks'>>({
  startToCloseTimeout: '6 hours',
  heartbeatTimeout: '15 seconds',
  retry: { maximumInterval: '10 seconds' },
});

const defaultIdleMs = 5_000;

/**
 * Scans one account: inserts its tasks, then runs activities that claim tasks until none is pending. The next round
 * includes tasks that an activity did not finish. Signals the end to the workflow `scan` that started it.
 */
export async function scanAccount(input: ScanAccountInput): Promise<void> {
  const { accountId } = input;
  try {
    await scanTasks(input);
  } catch (error) {
    if (!(error instanceof ContinueAsNew)) await signalEnd({ accountId, error: failureMessage(error) });
    throw error;
  }
  await signalEnd({ accountId });
}

async function scanTasks(input: ScanAccountInput): Promise<void> {
  await planScanAccount(input);
  for (;;) {
    const regions = await pendingScanTasks(input);
    if (regions.length === 0) return;
    // Earlier versions started one activity for 10 tasks.
    const tasks = patched('20-tasks-per-activity') ? tasksPerActivity : 10;
    const claims = regions.flatMap(({ region, pending }) =>
      Array.from({ length: Math.ceil(pending / tasks) }, () => region),
    );
    const counts = await mapConcurrently(claims, input.window, (region) => {
      const { organizationId, scanId, accountId } = input;
      return runScanTasks({ organizationId, scanId, accountId, region });
    });
    // Another activity, possibly of a crashed worker, has leased the pending tasks. Wait for the leases to expire.
    if (counts.every((count) => count === 0)) await sleep(input.idleMs ?? defaultIdleMs);
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof scanAccount>(input);
  }
}

/** Signals the parent by its id, because the parent may have continued as new. Also when this workflow is cancelled. */
async function signalEnd(end: AccountScanned): Promise<void> {
  const { parent } = workflowInfo();
  if (parent === undefined) return;
  try {
    await CancellationScope.nonCancellable(() =>
      getExternalWorkflowHandle(parent.workflowId).signal(accountScannedSignal, end),
    );
  } catch {
    // The scan has closed: it was terminated, or it was cancelled and did not wait.
  }
}
