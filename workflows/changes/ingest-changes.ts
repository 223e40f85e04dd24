import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { asRun } from '../runs/as-run.ts';

const { ingestRunFeed } = proxyActivities<Pick<Activities, 'ingestRunFeed'>>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '30 seconds',
});

/** Reads the CloudTrail events of one account and region now, because somebody asked. */
export async function ingestChanges(input: RunInput): Promise<void> {
  await asRun(input, async () => {
    await ingestRunFeed(input);
    return undefined;
  });
}
