import { isCancellation, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';

const { findDueFeeds } = proxyActivities<Pick<Activities, 'findDueFeeds'>>({
  startToCloseTimeout: '1 minute',
});
const { ingestDueFeed } = proxyActivities<Pick<Activities, 'ingestDueFeed'>>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { maximumAttempts: 3 },
});

const feedsAtOnce = 20;

/**
 * Polls CloudTrail in every account and region that is due. A failed feed does not stop the others and is retried by the
 * next poll.
 */
export async function pollChanges(): Promise<void> {
  const due = await findDueFeeds();
  await mapConcurrently(due, feedsAtOnce, async (feed) => {
    try {
      await ingestDueFeed(feed);
    } catch (error) {
      if (isCancellation(error)) throw error;
    }
  });
}
