import test from 'ava';
import { retryAws } from '../../../clients/aws/retry-aws.ts';
import type { RetryAwsOptions } from '../../../clients/aws/retry-aws.ts';

const throttled = Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });
const transient = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const denied = Object.assign(new Error('denied'), { name: 'AccessDenied' });
const retryAfter = (seconds: number) =>
  Object.assign(new Error('Rate exceeded'), {
    name: 'ThrottlingException',
    $response: { headers: { 'retry-after': String(seconds) } },
  });

/** Calls a function that fails with the errors one after another, then returns `result`. Does not wait. */
async function retry(errors: readonly Error[], options: Partial<RetryAwsOptions> = {}) {
  let calls = 0;
  const call = () => {
    const error = errors[calls];
    calls += 1;
    return error === undefined ? Promise.resolve('result') : Promise.reject(error);
  };
  const [settled] = await Promise.allSettled([retryAws(call, { attempts: 4, random: () => 0, ...options })]);
  return { calls, result: settled.status === 'fulfilled' ? settled.value : (settled.reason as unknown) };
}

/** Returns the wait after the error, in ms: a lower limit, because it includes the time of the call. */
async function waitAfter(error: Error, failures: number, options: Partial<RetryAwsOptions>): Promise<number> {
  let last = 0;
  await retry(
    Array.from({ length: failures }, () => error),
    {
      random: () => (last === failures - 1 ? 1 : 0),
      attempts: (_failure, elapsedMs) => {
        last += 1;
        if (last < failures) return Number.POSITIVE_INFINITY;
        last = elapsedMs;
        return 0;
      },
      ...options,
    },
  );
  return last;
}

test('retries throttles and transient errors', async (t) => {
  t.deepEqual(await retry([throttled, transient, throttled]), { calls: 4, result: 'result' });
});

test('throws the error of the last attempt, and other errors at once', async (t) => {
  t.deepEqual(await retry([throttled, throttled, throttled, transient]), { calls: 4, result: transient });
  t.deepEqual(await retry([denied]), { calls: 1, result: denied });
});

test('decides by the failure and the time', async (t) => {
  const attempts: RetryAwsOptions['attempts'] = ({ outcome }, elapsedMs) =>
    outcome === 'throttled' && elapsedMs < 60_000 ? 100 : 2;
  t.deepEqual(await retry([throttled, throttled, transient], { attempts }), { calls: 3, result: transient });
  t.like(await retry([throttled, retryAfter(0), retryAfter(90)], { attempts }), { calls: 3 });
});

test('doubles the limit of the wait with every attempt, up to the maximum', async (t) => {
  const options = { backoffMs: 100_000, maximumBackoffMs: 300_000 };
  const waits = [
    await waitAfter(throttled, 1, options),
    await waitAfter(throttled, 2, options),
    await waitAfter(throttled, 3, options),
  ];
  t.deepEqual(
    waits.map((wait) => Math.floor(wait / 100_000)),
    [1, 2, 3],
  );
});

test('waits for Retry-After up to its own maximum', async (t) => {
  t.is(Math.floor((await waitAfter(retryAfter(90), 1, {})) / 10_000), 9);
  t.is(Math.floor((await waitAfter(retryAfter(90), 1, { maximumRetryAfterMs: 10_000 })) / 10_000), 1);
});

test('stops with the reason of the signal', async (t) => {
  const reason = new Error('cancelled');
  const controller = new AbortController();
  const retried = retry([throttled, throttled], {
    signal: controller.signal,
    backoffMs: 600_000,
    maximumBackoffMs: 600_000,
    random: () => 1,
    attempts: () => {
      setImmediate(() => controller.abort(reason));
      return 4;
    },
  });
  const { calls, result } = await retried;
  t.is(calls, 1);
  t.is((result as Error).name, 'AbortError');
  t.is((result as Error).cause, reason);
  t.deepEqual(await retry([], { signal: AbortSignal.abort(reason) }), { calls: 0, result: reason });
});

test('classifies errors by another function', async (t) => {
  const classify = () => ({ outcome: 'error' as const, retryable: true });
  t.deepEqual(await retry([denied], { classify }), { calls: 2, result: 'result' });
});
