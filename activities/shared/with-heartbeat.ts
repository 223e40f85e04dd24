import { workBudgets } from '../../db/work-budgets.ts';
import { trackProgress } from '../../runtime/progress.ts';
import { heartbeat } from './own-failures.ts';

const longestIntervalMs = 2_000;
/** Longer than the longest statement, which is the longest step of an activity. */
const defaultStallSeconds = workBudgets.background.statementSeconds + 60;

/**
 * Heartbeats every 2 s until `work` settles, so that Temporal soon detects a crashed worker and retries the activity. Stops
 * when `work` makes no progress for `stallSeconds`: Temporal then retries the activity, and aborts its cancellation signal.
 *
 * @param stallSeconds - longer than each step that `noteProgress` notes the end of
 */
export async function withHeartbeat<T>(
  work: () => Promise<T>,
  stallSeconds = defaultStallSeconds,
): Promise<T> {
  return trackProgress(async (progress) => {
    const timer = setInterval(
      () => {
        if (progress.isRecent(stallSeconds)) heartbeat();
      },
      Math.min(longestIntervalMs, stallSeconds * 250),
    );
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  });
}
