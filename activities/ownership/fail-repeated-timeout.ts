import { ApplicationFailure, Context } from '@temporalio/activity';
import { isStatementTimeout } from '../../db/database-errors.ts';

const message =
  'The evaluation of the inference rules exceeded the time limit. Disable or simplify rules with glob patterns; ' +
  'inference is retried later.';

/**
 * Runs the work of an activity. A statement timeout in the second or a later attempt becomes an `ApplicationFailure` that
 * Temporal does not retry: the same rules over the same resources exceed the timeout again. Attempts that found no free
 * slot count.
 */
export async function failRepeatedTimeout<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isStatementTimeout(error) || Context.current().info.attempt < 2) throw error;
    throw ApplicationFailure.create({
      message,
      type: 'inference_timeout',
      nonRetryable: true,
      ...(error instanceof Error ? { cause: error } : {}),
    });
  }
}
