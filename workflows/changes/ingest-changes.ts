import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';

const { ingestRunFeed } = proxyActivities<Pick<Activities, 'ingestRunFeed'>>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '30 seconds',
});

/** Ingests the CloudTrail events of one account and region on request. */
export async function ingestChanges(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    await ingestRunFeed(input);
    return undefined;
  });
}
