import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';

const { findDueFeeds } = proxyActivities<Pick<Activities, 'findDueFeeds'>>({
  startToCloseTimeout: '1 minute',
});
const { ingestDueFeed } = proxyActivities<Pick<Activities, 'ingestDueFeed'>>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { maximumAttempts: 3 },
});

const atOnce = 20;

/** Polls CloudTrail in every account and region that is due. A feed that fails says so in its own row. */
export async function pollChanges(): Promise<void> {
  const due = [...(await findDueFeeds())];
  const work = async (): Promise<void> => {
    for (let feed = due.shift(); feed !== undefined; feed = due.shift()) {
      await ingestDueFeed(feed).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, due.length) }, work));
}
