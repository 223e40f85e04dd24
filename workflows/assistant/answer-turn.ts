import { CancellationScope, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';

/**
 * Short intervals, because a user waits. An attempt ends the turn after 120 seconds, and the lease of a turn without an
 * attempt expires after 60 seconds.
 */
const { runTurn } = proxyActivities<Pick<Activities, 'runTurn'>>({
  startToCloseTimeout: '3 minutes',
  scheduleToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '5 seconds' },
});
const { endTurn } = proxyActivities<Pick<Activities, 'endTurn'>>({ startToCloseTimeout: '30 seconds' });

/** Answers the question of the turn `runId`. The turn, its events and its run are rows; the workflow has only ids. */
export async function answerTurn(input: RunInput): Promise<void> {
  try {
    await runTurn(input);
  } catch (error) {
    const code = isCancellation(error) ? 'cancelled' : 'internal_error';
    // In the scope of a cancelled workflow every activity is rejected.
    await CancellationScope.nonCancellable(() => endTurn(input, code));
    throw error;
  }
}
