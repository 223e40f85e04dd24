import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';

/**
 * The activity itself ends the retries of errors other than those of Postgres. It waits at most an hour for a slot of the
 * worker, and then has a time limit of its own.
 */
const { inferQueuedMemberships } = proxyActivities<Pick<Activities, 'inferQueuedMemberships'>>({
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '1 minute' },
});

/** A scan queues its pages one by one. The pause collects several of them. */
const pause = '3 seconds';

/** Infers memberships, environments and teams, until the queue of the organization is empty. */
export async function inferMemberships(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    while (await inferQueuedMemberships(input)) {
      await sleep(pause);
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof inferMemberships>(input);
    }
    return 'succeeded';
  });
}
