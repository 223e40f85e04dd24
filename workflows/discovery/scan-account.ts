import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { tasksPerActivity } from '../../domain/discovery/scan-input.ts';
import type { ScanAccountInput } from '../../domain/discovery/scan-input.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';

const { pendingScanTasks } = proxyActivities<Pick<Activities, 'pendingScanTasks'>>({
  startToCloseTimeout: '1 minute',
  retry: { maximumInterval: '10 seconds' },
});

const defaultIdleMs = 5_000;

/**
 * Scans one account: inserts its tasks, then runs activities that claim tasks until none is pending. The next round
 * includes tasks that an activity did not finish.
 */
export async function scanAccount(input: ScanAccountInput): Promise<void> {
  const { planScanAccount } = proxyActivities<Pick<Activities, 'planScanAccount'>>({
    taskQueue: awsQueue(),
    startToCloseTimeout: '30 minutes',
    heartbeatTimeout: '15 seconds',
    retry: { maximumInterval: '10 seconds' },
  });
  const { runScanTasks } = proxyActivities<Pick<Activities, 'runScanTasks'>>({
    taskQueue: awsQueue(),
    startToCloseTimeout: '6 hours',
    heartbeatTimeout: '15 seconds',
    retry: { maximumInterval: '10 seconds' },
  });
  await planScanAccount(input);
  for (;;) {
    const regions = await pendingScanTasks(input);
    if (regions.length === 0) return;
    const claims = regions.flatMap(({ region, pending }) =>
      Array.from({ length: Math.ceil(pending / tasksPerActivity) }, () => region),
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

/** Activities that call AWS run on the task queue `aws` with the same prefix. */
function awsQueue(): string {
  return workflowInfo().taskQueue.replace(/inventory$/, 'aws');
}
