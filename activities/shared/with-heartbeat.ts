import { ApplicationFailure } from '@temporalio/activity';
import { workBudgets } from '../../db/work-budgets.ts';
import { trackProgress } from '../../runtime/progress.ts';
import { countLostWorkers, heartbeat } from './own-failures.ts';

const longestIntervalMs = 2_000;
/** Longer than the longest statement, which is the longest step of an activity. */
const defaultStallSeconds = workBudgets.background.statementSeconds + 60;
/** Another attempt would probably end the next worker, too, and with it the work of all other organizations in it. */
const maximumLostWorkers = 2;

interface HeartbeatOptions {
  /**
   * Content of a customer or a provider, which can be made to exhaust a process: after two attempts that lost their worker, the
   * activity fails.
   */
  readonly reads?: 'foreign content';
  /** Longer than each step that `noteProgress` notes the end of. */
  readonly stallSeconds?: number;
}

/**
 * Heartbeats every 2 s until `work` settles, so that Temporal soon detects a crashed worker and retries the activity. Stops
 * when `work` makes no progress for `stallSeconds`: Temporal then retries the activity, and aborts its cancellation signal.
 *
 * @throws ApplicationFailure `worker_lost`, not retryable
 */
export async function withHeartbeat<T>(
  work: () => Promise<T>,
  { reads, stallSeconds = defaultStallSeconds }: HeartbeatOptions = {},
): Promise<T> {
  if (reads !== undefined && countLostWorkers() >= maximumLostWorkers)
    throw ApplicationFailure.create({
      message: 'The worker process ended twice during this work, so it is not tried again.',
      type: 'worker_lost',
      nonRetryable: true,
    });
  // Temporal gets the first heartbeat at once, and the last one with the failure.
  heartbeat();
  return trackProgress(async (progress) => {
    const timer = setInterval(
      () => {
        if (progress.isRecent(stallSeconds)) heartbeat();
      },
      Math.min(longestIntervalMs, stallSeconds * 250),
    );
    try {
      return await work();
    } catch (error) {
      heartbeat({ ended: true });
      throw error;
    } finally {
      clearInterval(timer);
    }
  });
}
