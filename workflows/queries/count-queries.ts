import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';

const { countSavedQueries, countProperties } = proxyActivities<
  Pick<Activities, 'countSavedQueries' | 'countProperties'>
>({
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '1 minute', maximumAttempts: 10 },
});

/** Counts the saved queries of an organization, and the properties of types whose last count is a day old. */
export async function countQueries(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    await countSavedQueries(input);
    await countProperties(input);
    return 'succeeded';
  });
}
