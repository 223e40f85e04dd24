import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  ContinueAsNew,
  isCancellation,
  proxyActivities,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { RunStatus } from '../../domain/values.ts';

const { markRunStarted, markRunFinished } = proxyActivities<
  Pick<Activities, 'markRunStarted' | 'markRunFinished'>
>({
  startToCloseTimeout: '30 seconds',
});

type RunOutcome = Exclude<RunStatus, 'queued' | 'running'>;

/**
 * Sets the status of the run's row to `running`, calls `work`, and stores the outcome that `work` returns (`succeeded` by
 * default). Stores `cancelled` or `failed` when `work` throws, and rethrows. The row stays `running` when the workflow
 * continues as new.
 */
export async function withRunStatus(
  input: RunInput,
  work: () => Promise<RunOutcome | undefined>,
): Promise<void> {
  try {
    await markRunStarted(input);
    const outcome = (await work()) ?? 'succeeded';
    await markRunFinished(input, outcome, null);
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    const cancelled = isCancellation(error);
    // In the scope of a cancelled workflow every activity is rejected.
    await CancellationScope.nonCancellable(() =>
      markRunFinished(input, cancelled ? 'cancelled' : 'failed', cancelled ? null : failureMessage(error)),
    );
    throw error;
  }
}

/** Returns the message of an error; of an ActivityFailure, the message of the error that the activity threw. */
export function failureMessage(error: unknown): string {
  const inner = error instanceof ActivityFailure ? error.cause : error;
  if (inner instanceof ApplicationFailure || inner instanceof Error) return inner.message;
  return String(inner);
}
