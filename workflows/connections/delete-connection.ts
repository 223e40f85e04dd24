import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';

const { cancelConnectionRuns, retireAccounts, markConnectionDeleted } = proxyActivities<
  Pick<Activities, 'cancelConnectionRuns' | 'retireAccounts' | 'markConnectionDeleted'>
>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { maximumInterval: '30 seconds' },
});

/** Cancels the runs of a connection, marks its resources as unobserved page by page, and marks it deleted. */
export async function deleteConnection(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    await cancelConnectionRuns(input);
    for (let after: string | null = null; ;) {
      after = await retireAccounts(input, after);
      if (after === null) break;
    }
    await markConnectionDeleted(input);
    return 'succeeded';
  });
}
