import { ApplicationFailure } from '@temporalio/activity';
import { isWorkTimeout } from '../../db/database-errors.ts';

/**
 * Runs the work of an inference run. A timeout of Postgres becomes an `ApplicationFailure` that Temporal does not retry: the
 * same rules over the same resources would exceed the timeout again. The run fails, and a later run starts after a pause.
 *
 * @param limitSeconds the time limit of the work, for the message
 */
export async function failOnTimeout<T>(limitSeconds: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isWorkTimeout(error)) throw error;
    throw ApplicationFailure.create({
      message:
        `The evaluation of the inference rules exceeded the time limit of ${limitSeconds / 60} minutes. Disable or ` +
        'simplify rules with glob patterns or relationships; a change of a rule starts a new run.',
      type: 'inference_timeout',
      nonRetryable: true,
      ...(error instanceof Error ? { cause: error } : {}),
    });
  }
}
