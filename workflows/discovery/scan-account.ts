import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { ScanAccountInput } from '../../domain/discovery/scan-input.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';

const { pendingScanTasks } = proxyActivities<Pick<Activities, 'pendingScanTasks'>>({
  startToCloseTimeout: '1 minute',
  retry: { maximumInterval: '10 seconds' },
});

/** Tasks that one activity takes; as in activities/scans/run-scan-tasks.ts. */
const tasksPerActivity = 10;

/**
 * Scans one account: writes its plan, then lets activities take tasks until none is left. What an activity could not
 * end (its worker died and it was not tried again) is pending in the next round.
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
    const turns = regions.flatMap(({ region, pending }) =>
      Array.from({ length: Math.ceil(pending / tasksPerActivity) }, () => region),
    );
    const ended = await mapConcurrently(turns, input.window, (region) => {
      const { organizationId, scanId, accountId } = input;
      return runScanTasks({ organizationId, scanId, accountId, region });
    });
    // Tasks may still be leased to a worker that is gone.
    if (ended.every((count) => count === 0)) await sleep('5 seconds');
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof scanAccount>(input);
  }
}

/** Calls to AWS have a queue of their own, beside the one that this workflow runs on. */
function awsQueue(): string {
  return workflowInfo().taskQueue.replace(/inventory$/, 'aws');
}
