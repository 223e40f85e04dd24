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

type Ending = Exclude<RunStatus, 'queued' | 'running'>;

/**
 * Wraps the work of a run: its row says running, then how it ended, also when the work fails or is cancelled.
 * `work` may answer with another ending than `succeeded`.
 */
export async function asRun(input: RunInput, work: () => Promise<Ending | undefined>): Promise<void> {
  await markRunStarted(input);
  try {
    const ending = (await work()) ?? 'succeeded';
    await markRunFinished(input, ending, null);
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    const cancelled = isCancellation(error);
    await CancellationScope.nonCancellable(() =>
      markRunFinished(input, cancelled ? 'cancelled' : 'failed', cancelled ? null : messageOf(error)),
    );
    throw error;
  }
}

/** The words of the failure that an activity threw, without the wrapper around it. */
export function messageOf(error: unknown): string {
  const inner = error instanceof ActivityFailure ? error.cause : error;
  if (inner instanceof ApplicationFailure || inner instanceof Error) return inner.message;
  return String(inner);
}
