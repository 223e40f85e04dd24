import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';

const { deleteScmRows } = proxyActivities<Pick<Activities, 'deleteScmRows'>>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { maximumInterval: '30 seconds' },
});

/** Deletes the repositories, projects and pull requests of a deleted connection. */
export async function deleteScmConnection(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    await deleteScmRows(input);
    return 'succeeded';
  });
}
