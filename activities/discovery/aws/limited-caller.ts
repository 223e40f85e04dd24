import type { CallLimiter } from '../../../domain/discovery/observation/observed-resource.ts';
import type { AwsCaller, AwsRequest } from '../../../clients/aws/aws-caller.ts';
import { classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';
import { retryAws } from '../../../clients/aws/retry-aws.ts';
import { semaphore } from '../../shared/semaphore.ts';

export interface LimitedCallerOptions {
  readonly caller: AwsCaller;
  readonly limiter: CallLimiter;
  readonly signal: AbortSignal;
  /** Maximum number of calls in flight. */
  readonly concurrency: number;
  /** Time during which one throttled call is retried, in ms. */
  readonly throttleTimeoutMs: number;
}

/** Maximum attempts of a call with transient errors (connection lost, 5xx). */
const transientAttempts = 4;
/** A call that has taken longer than this is attempted twice at most. */
const transientTimeoutMs = 30_000;
/** After this many calls of an SDK client in a row without a response, retries included, further calls are not made. */
const maximumUnanswered = 8;

/**
 * Returns a caller that acquires a token of the limiter before every call, and retries throttled calls and transient
 * errors. Throws the error of the last attempt. Calls of an SDK client fail without an attempt when its endpoint has stopped
 * to respond.
 */
export function limitedCaller(options: LimitedCallerOptions): AwsCaller {
  const { caller, limiter, signal } = options;
  const slots = semaphore(options.concurrency);
  const unanswered = new Map<string, { inRow: number; error: unknown }>();

  async function attempt(request: AwsRequest): Promise<object> {
    await limiter.acquire(request, signal);
    try {
      return await caller.call({ ...request, signal });
    } catch (error) {
      signal.throwIfAborted();
      const { outcome, retryAfterMs } = classifyAwsError(error);
      if (outcome === 'throttled') await limiter.throttled(request, retryAfterMs);
      throw error;
    }
  }

  const callWithRetries = (request: AwsRequest) =>
    retryAws(() => attempt(request), {
      attempts: ({ outcome }, elapsedMs) => {
        if (outcome === 'throttled')
          return elapsedMs <= options.throttleTimeoutMs ? Number.POSITIVE_INFINITY : 0;
        return elapsedMs > transientTimeoutMs ? 2 : transientAttempts;
      },
      backoffMs: 200,
      signal,
    });

  async function callUnlessUnanswered(request: AwsRequest): Promise<object> {
    const known = unanswered.get(request.client);
    if (known !== undefined && known.inRow >= maximumUnanswered) throw known.error;
    try {
      const response = await callWithRetries(request);
      unanswered.delete(request.client);
      return response;
    } catch (error) {
      const inRow = (unanswered.get(request.client)?.inRow ?? 0) + 1;
      if (classifyAwsError(error).unanswered) unanswered.set(request.client, { inRow, error });
      else unanswered.delete(request.client);
      throw error;
    }
  }

  return { call: (request) => slots(() => callUnlessUnanswered(request)) };
}
