import { setTimeout as delay } from 'node:timers/promises';
import type { CallLimiter } from '../../domain/discovery/observed-resource.ts';
import type { AwsCaller, AwsRequest } from '../../clients/aws/aws-clients.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import { semaphore } from '../semaphore.ts';

export interface LimitedCallerOptions {
  readonly caller: AwsCaller;
  readonly limiter: CallLimiter;
  readonly signal: AbortSignal;
  /** How many calls may be under way at once. */
  readonly concurrency: number;
  /** How long throttle answers to one call are waited out, in ms. */
  readonly throttlePatienceMs: number;
}

/** How often a call is made that fails for reasons that pass (connection lost, 5xx). */
const TRANSIENT_ATTEMPTS = 4;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/**
 * A caller that asks the limiter before every call, waits out throttle answers and repeats what may pass. Throws the
 * last error. The SDK's own retries are off, so that none of its calls escapes the limiter.
 */
export function limitedCaller(options: LimitedCallerOptions): AwsCaller {
  const { caller, limiter, signal } = options;
  const slots = semaphore(options.concurrency);

  async function attempt(request: AwsRequest): Promise<object> {
    await limiter.acquire(signal);
    return caller.call({ ...request, signal });
  }

  async function persist(request: AwsRequest): Promise<object> {
    const started = Date.now();
    for (let tries = 1; ; tries += 1) {
      signal.throwIfAborted();
      try {
        return await attempt(request);
      } catch (error) {
        signal.throwIfAborted();
        const { outcome, retryable, retryAfterMs } = classifyAwsError(error);
        if (!retryable) throw error;
        const throttled = outcome === 'throttled';
        if (throttled) await limiter.throttled(retryAfterMs);
        // Full jitter, as AWS's architecture blog recommends.
        const wait = retryAfterMs ?? Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries);
        const patience = throttled
          ? Date.now() + wait - started <= options.throttlePatienceMs
          : tries < TRANSIENT_ATTEMPTS;
        if (!patience) throw error;
        await delay(wait, undefined, { signal });
      }
    }
  }

  return { call: (request) => slots(() => persist(request)) };
}
