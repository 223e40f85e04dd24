import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import test from 'ava';
import { limitAttempts } from '../../../activities/limit-attempts.ts';
import { failRepeatedTimeout } from '../../../activities/ownership/fail-repeated-timeout.ts';
import { toCatalogueError } from '../../../db/database-errors.ts';
import { userMessage } from '../../../domain/user-message.ts';

const postgresError = (code: string) => Object.assign(new Error(code), { code, severity: 'ERROR' });

/** Returns the error that Temporal receives from the n-th attempt. */
async function failureOf(error: unknown, attempt: number): Promise<unknown> {
  const environment = new MockActivityEnvironment({ attempt });
  return environment
    .run(() => limitAttempts(() => failRepeatedTimeout(() => Promise.reject(error))))
    .catch((thrown: unknown) => thrown);
}

test('a repeated statement timeout fails the activity with a message for users', async (t) => {
  for (const error of [postgresError('57014'), toCatalogueError(postgresError('57014'))]) {
    t.is(await failureOf(error, 1), error);
    const failure = await failureOf(error, 2);
    t.true(failure instanceof ApplicationFailure && failure.nonRetryable === true);
    const { type, message } = failure as ApplicationFailure;
    t.is(type, 'inference_timeout');
    t.is(userMessage(type ?? '', message), message);
    t.regex(message, /inference rules exceeded the time limit/);
  }
});

test('other transient errors of Postgres are retried without limit', async (t) => {
  for (const code of ['55P03', '40P01', '57P01']) {
    const error = toCatalogueError(postgresError(code));
    t.is(await failureOf(error, 1000), error, code);
  }
});
