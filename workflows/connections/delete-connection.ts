import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { asRun } from '../runs/as-run.ts';

const { stopConnectionWork, retireAccounts, finishDeletion } = proxyActivities<
  Pick<Activities, 'stopConnectionWork' | 'retireAccounts' | 'finishDeletion'>
>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { maximumInterval: '30 seconds' },
});

/** Stops what works on a connection, marks what was found through it as no longer observed, and hides it. */
export async function deleteConnection(input: RunInput): Promise<void> {
  await asRun(input, async () => {
    await stopConnectionWork(input);
    for (let after: string | null = null; ;) {
      after = await retireAccounts(input, after);
      if (after === null) break;
    }
    await finishDeletion(input);
    return 'succeeded';
  });
}
