import { defined } from '../../domain/defined.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import { retryAws } from '../../clients/aws/retry-aws.ts';
import type { RetryClass } from '../../clients/aws/retry-aws.ts';
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
  /** As for `retryAws`. */
  readonly backoffMs?: number;
}

/** Calls an operation of S3 in the region of the bucket. */
export type SendToS3 = (operation: string, input: object) => Promise<object>;

const maximumRedirects = 2;

/**
 * Runs `work` in the region of the bucket. Repeats it there when S3 redirects, and up to three times after throttling,
 * faults of S3 and `retryable` failures. `work` includes the reading of the body.
 *
 * @throws StateReadFailed, and errors of `work` that are not errors of its calls
 * @throws the reason of `signal` when it aborts
 */
export async function callS3<T>(
  access: S3Access,
  work: (send: SendToS3, region: string) => Promise<T>,
  toFailure: (error: unknown) => StateReadFailed,
): Promise<T> {
  const { signal, backoffMs } = access;
  let { region } = access;
  let redirects = 0;
  const attempt = async (): Promise<T> => {
    try {
      return await work(sendTo(access, region), region);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof CallFailed || error instanceof StateReadFailed)) throw error;
      const redirectedTo = bucketRegionOf(error.cause);
      if (redirectedTo === undefined || redirectedTo === region || redirects >= maximumRedirects)
        throw error instanceof StateReadFailed ? error : toFailure(error.cause);
      region = redirectedTo;
      redirects += 1;
      return attempt();
    }
  };
  return retryAws(attempt, defined({ attempts: 4, classify: retryClassOf, signal, backoffMs }));
}

function retryClassOf(error: unknown): RetryClass {
  const failed = error instanceof StateReadFailed;
  return { ...classifyAwsError(failed ? error.cause : error), retryable: failed && error.retryable };
}

/** A call failed with the error `cause` of AWS or of the connection. */
class CallFailed extends Error {}

function sendTo({ caller, signal }: S3Access, region: string): SendToS3 {
  return async (operation, input) => {
    try {
      return await caller.call(defined({ client: 's3', region, operation, input, signal }));
    } catch (error) {
      throw isFromAws(error) ? new CallFailed('the call failed', { cause: error }) : error;
    }
  };
}

/** Codes of the operating system and of TLS. Codes of Node (`ERR_INVALID_ARG_TYPE`) are defects. */
const connectionCode = /^(?:E(?!RR_)[A-Z_]+|CERT_\w+|ERR_TLS\w*)$/;

/** Whether an error is of AWS or of the connection to it. Others are defects. */
function isFromAws(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('$metadata' in error || error.name === 'TimeoutError') return true;
  return 'code' in error && typeof error.code === 'string' && connectionCode.test(error.code);
}
