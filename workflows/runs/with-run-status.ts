import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  ChildWorkflowFailure,
  ContinueAsNew,
  isCancellation,
  proxyActivities,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { userMessage } from '../../domain/text/user-message.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { RunStatus } from '../../domain/values.ts';

const { markRunStarted, markRunFinished } = proxyActivities<
  Pick<Activities, 'markRunStarted' | 'markRunFinished'>
>({ startToCloseTimeout: '30 seconds' });

type RunOutcome = Exclude<RunStatus, 'queued' | 'running'>;

/** The outcome of work that failed or is incomplete without an error of this service, with the text for users. */
interface ExplainedOutcome {
  /** Default: `failed`. */
  readonly status?: 'partial';
  readonly error: string;
}

/**
 * Sets the status of the run's row to `running`, calls `work`, and stores the outcome that `work` returns (`succeeded` by
 * default). Work that returns an error has failed or is partial; the workflow has not failed. Stores `cancelled` or `failed` when `work` throws, and rethrows. The row stays `running` when the workflow
 * continues as new.
 */
export async function withRunStatus(
  input: RunInput,
  work: () => Promise<RunOutcome | ExplainedOutcome | undefined>,
): Promise<void> {
  try {
    await markRunStarted(input);
    const outcome = (await work()) ?? 'succeeded';
    if (typeof outcome === 'string') await markRunFinished(input, outcome, null);
    else await markRunFinished(input, outcome.status ?? 'failed', outcome.error);
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

/**
 * Returns the text about an error that users may see; of a failed activity or child workflow, about the error that it threw.
 * The worker's log has the error itself.
 */
export function failureMessage(error: unknown): string {
  if (error instanceof ActivityFailure || error instanceof ChildWorkflowFailure)
    return failureMessage(error.cause);
  if (error instanceof ApplicationFailure) return userMessage(error.type ?? '', error.message);
  return error instanceof Error ? userMessage(error.name, error.message) : userMessage('', '');
}
