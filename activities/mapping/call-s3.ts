import { setTimeout as delay } from 'node:timers/promises';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import { bucketRegionOf } from './classify-s3-error.ts';
import { StateReadFailed } from './state-read-failed.ts';

/** How calls to the bucket of a state source are made. */
export interface S3Access {
  /** The role of the account that reads the state. */
  readonly caller: AwsCaller;
  /** Where the bucket is thought to be. S3's answer replaces it. */
  readonly region: string;
  readonly partition: string;
  readonly signal?: AbortSignal;
  /** Wait before the first repetition. Each further wait is twice as long, at most 5 s. */
  readonly backoffMilliseconds?: number;
}

const maximumAttempts = 4;
const maximumRedirects = 2;
const maximumWait = 5_000;

/**
 * Runs `work` in the region of the bucket. Repeats it there when S3 redirects, and up to three times after throttling and
 * faults of S3 or the network. The SDK's retries are off, and `work` includes the reading of the body.
 *
 * @throws StateReadFailed, and errors of `work` of other classes than errors of AWS
 * @throws the reason of `signal` when it aborts
 */
export async function callS3<T>(
  { region: firstRegion, signal, backoffMilliseconds = 500 }: S3Access,
  work: (region: string) => Promise<T>,
  toFailure: (error: unknown) => StateReadFailed,
): Promise<T> {
  let region = firstRegion;
  let redirects = 0;
  for (let attempt = 1; ;) {
    signal?.throwIfAborted();
    try {
      return await work(region);
    } catch (error) {
      signal?.throwIfAborted();
      if (!isFromAws(error)) throw error;
      const redirectedTo = bucketRegionOf(error);
      if (redirectedTo !== undefined && redirectedTo !== region && redirects < maximumRedirects) {
        region = redirectedTo;
        redirects += 1;
        continue;
      }
      const failure = error instanceof StateReadFailed ? error : toFailure(error);
      if (!failure.retryable || attempt >= maximumAttempts) throw failure;
      const wait =
        Math.min(maximumWait, backoffMilliseconds * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
      await delay(classifyAwsError(error).retryAfterMs ?? wait, undefined, { ...(signal && { signal }) });
      attempt += 1;
    }
  }
}

/** Codes of the operating system and of TLS. Codes of Node (`ERR_INVALID_ARG_TYPE`) are defects. */
const connectionCode = /^(?:E(?!RR_)[A-Z_]+|CERT_\w+|ERR_TLS\w*)$/;

/** Whether an error is of AWS, of the connection to it, or of a body. Others are defects, or about the content. */
function isFromAws(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StateReadFailed || '$metadata' in error || error.name === 'TimeoutError') return true;
  return 'code' in error && typeof error.code === 'string' && connectionCode.test(error.code);
}
