import { setTimeout as pause } from 'node:timers/promises';
import { classifyAwsError } from './classify-aws-error.ts';
import type { AwsErrorClass } from './classify-aws-error.ts';

/** The part of an error's class that decides about a retry. */
export type RetryClass = Pick<AwsErrorClass, 'outcome' | 'retryable' | 'retryAfterMs'>;

export interface RetryAwsOptions {
  /** Maximum attempts. A function gets the last failure, and the time from the first attempt to the next one in ms. */
  readonly attempts: number | ((failure: RetryClass, elapsedMs: number) => number);
  /** Upper limit of the first wait in ms. It doubles with every attempt. Default: 800. */
  readonly backoffMs?: number;
  /** Upper limit of every wait in ms, unless AWS returns `Retry-After`. Default: 5,000. */
  readonly maximumBackoffMs?: number;
  /** Upper limit of a wait by `Retry-After`, in ms. Default: none. */
  readonly maximumRetryAfterMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Default: `classifyAwsError`. */
  readonly classify?: (error: unknown) => RetryClass;
  /** Returns a number from 0 to 1. Default: `Math.random`. */
  readonly random?: () => number;
}

/**
 * Calls AWS, and again after a throttle or a transient error (5xx, connection lost), until the attempts are used. Waits for
 * `Retry-After` of the response, or with exponential back-off and full jitter. The SDK's retries are off.
 * Source: AWS Architecture Blog, "Exponential Backoff And Jitter".
 *
 * @throws the error of the last attempt; when `signal` aborts, its reason, or an AbortError with the reason as its cause
 */
export async function retryAws<T>(
  call: () => Promise<T>,
  {
    attempts,
    backoffMs = 800,
    maximumBackoffMs: maxBackoffMs = 5_000,
    maximumRetryAfterMs: maxRetryAfterMs = Number.POSITIVE_INFINITY,
    signal,
    classify = classifyAwsError,
    random = Math.random,
  }: RetryAwsOptions,
): Promise<T> {
  const started = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal?.throwIfAborted();
      const failure = classify(error);
      if (!failure.retryable) throw error;
      const waitMs =
        failure.retryAfterMs === undefined
          ? random() * Math.min(maxBackoffMs, backoffMs * 2 ** (attempt - 1))
          : Math.min(maxRetryAfterMs, failure.retryAfterMs);
      const elapsedMs = performance.now() - started + waitMs;
      if (attempt >= (typeof attempts === 'number' ? attempts : attempts(failure, elapsedMs))) throw error;
      await pause(waitMs, undefined, { signal });
    }
  }
}
