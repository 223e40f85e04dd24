import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';
import { messageOf } from '../../domain/text/message-of.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import { recordOwnFailure } from './own-failures.ts';
import { isTransientDatabaseError } from '../../db/database-errors.ts';

/** Attempts after which an activity fails for good, unless Postgres is the cause. */
const defaultAttempts = 5;

/**
 * Runs the work of an activity whose workflow sets no `maximumAttempts`. Counts the attempts that failed by themselves: those
 * that waited, and those of a killed worker, do not count. A transient database error is rethrown, so that
 * Temporal retries the activity until Postgres works. Any other error becomes an `ApplicationFailure`, which Temporal
 * does not retry after the last one, by default the fifth. A failure with a `nextRetryDelay`, such as a provider's rate limit, is rethrown.
 *
 * @param failureType - returns the type of the failure; default: the code of the error of AWS or of the operating system,
 *   from which `userMessage` derives the text for users
 * @param maximumAttempts - that fail by themselves
 */
export async function limitAttempts<T>(
  work: () => Promise<T>,
  failureType: (error: unknown) => string = errorCode,
  maximumAttempts = defaultAttempts,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failed = error instanceof ApplicationFailure && error.nonRetryable === true;
    if (failed || error instanceof CancelledFailure) throw error;
    if (Context.current().cancellationSignal.aborted) throw error;
    if (error instanceof ApplicationFailure && error.nextRetryDelay !== undefined) throw error;
    if (isOutage(error)) throw error;
    throw ApplicationFailure.create({
      message: messageOf(error),
      type: (error instanceof ApplicationFailure ? error.type : undefined) ?? failureType(error),
      nonRetryable: recordOwnFailure(maximumAttempts),
      ...(error instanceof Error ? { cause: error } : {}),
    });
  }
}

/** Whether Postgres is the cause of an error, or of all failures of a work for many organizations. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof AggregateError) || error.errors.length === 0) return isTransientDatabaseError(error);
  return error.errors.every((each: unknown) => isTransientDatabaseError(each));
}

/** Returns the code of an error of AWS or of the operating system, else the name of the error. */
export function errorCode(error: unknown): string {
  return classifyAwsError(error).code;
}
