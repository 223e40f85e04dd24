import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { mapConcurrently } from '../../domain/lists/map-concurrently.ts';

/** The activities themselves end their retries: an outage of Postgres is waited for. */
const { reconcileFeeds, pollDueFeeds } = proxyActivities<Pick<Activities, 'reconcileFeeds' | 'pollDueFeeds'>>(
  { startToCloseTimeout: '10 minutes', heartbeatTimeout: '30 seconds' },
);

/** Activities in flight; each polls up to 20 feeds at once. Workers share them. */
const lanes = ['1', '2', '3', '4', '5', '6', '7', '8'];
/** An activity takes about one minute, so new accounts wait at most five minutes for their feeds. */
const activitiesPerLane = 5;

/**
 * Polls CloudTrail in every account and region that is due, until none is due. Continues as new after about five minutes.
 * A failed lane does not stop the others; the workflow fails after them, and the Schedule starts the next one.
 */
export async function pollChanges(): Promise<void> {
  await reconcileFeeds();
  const unfinished = await mapConcurrently(lanes, lanes.length, pollInLane);
  if (unfinished.includes(true)) await continueAsNew<typeof pollChanges>();
}

/** Returns whether feeds may still be due. */
async function pollInLane(): Promise<boolean> {
  for (let count = 0; count < activitiesPerLane; count += 1) {
    const { more } = await pollDueFeeds();
    if (!more) return false;
  }
  return true;
}
