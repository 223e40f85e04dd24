import { patched, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { deleteConnection as released } from '../../workflows/connections/delete-connection.ts';
import { withRunStatus } from '../../workflows/runs/with-run-status.ts';

/** Two later versions of `deleteConnection`, for the test of the replay test. */
const { cancelConnectionRuns, markConnectionDeleted } = proxyActivities<
  Pick<Activities, 'cancelConnectionRuns' | 'markConnectionDeleted'>
>({ startToCloseTimeout: '30 minutes' });

async function markFirst(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    await markConnectionDeleted(input);
    await cancelConnectionRuns(input);
    return 'succeeded';
  });
}

/** Breaks runs of the released version: another activity is the first. */
export async function deleteConnectionIncompatibly(input: RunInput): Promise<void> {
  await markFirst(input);
}

/** Keeps the code of the released version for its runs, as docs/operations.md describes. */
export async function deleteConnectionCompatibly(input: RunInput): Promise<void> {
  if (patched('mark-connection-first')) await markFirst(input);
  else await released(input);
}
