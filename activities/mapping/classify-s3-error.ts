import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import { regionPattern } from '../../domain/discovery/regions/region-name.ts';
import { StateReadFailed } from './state-read-failed.ts';

/** The object or bucket of a call to S3. */
export interface S3Target {
  readonly partition: string;
  readonly bucket: string;
  /** Absent for calls about the bucket. */
  readonly key?: string;
  /** The IAM action of the call. */
  readonly action: 's3:GetObject' | 's3:ListBucket';
}

/**
 * Returns why a call to S3 failed. S3 names the denied action only for callers of the bucket's account, and denies access
 * to a missing object unless the role may list the bucket. Source: Amazon S3 user guide, "Troubleshoot access denied".
 */
export function classifyS3Error(error: unknown, target: S3Target): StateReadFailed {
  const { code, message, outcome, retryable, missingAction, deniedByScp } = classifyAwsError(error);
  const failed = (...[fault, text]: ConstructorParameters<typeof StateReadFailed>) =>
    new StateReadFailed(fault, text, { cause: error });
  const object = arnOf(target);
  if (/^(ExpiredToken|InvalidClientTokenId|UnrecognizedClient|RequestExpired)/.test(code)) {
    return new StateReadFailed('unreachable', `AWS rejected the credentials of the role: ${code}.`, {
      cause: error,
      retryable: true,
    });
  }
  if (code === 'NoSuchBucket') return failed('bucket_missing', `The bucket ${target.bucket} does not exist.`);
  if (code === 'InvalidObjectState')
    return failed('unreachable', `The object ${object} is archived. It must be restored first.`);
  if (/SSE-C|customer.provided|The object was stored using a form of Server Side Encryption/i.test(message))
    return failed(
      'kms_denied',
      `The object ${object} is encrypted with a key that only the customer has (SSE-C).`,
    );
  if (code.startsWith('KMS.') || missingAction?.startsWith('kms:') === true)
    return failed('kms_denied', kmsText(code, message, missingAction));
  if (outcome === 'denied') {
    const text = deniedText(target, missingAction);
    return failed(
      'access_denied',
      deniedByScp === true ? `${text} A service control policy denies it.` : text,
    );
  }
  if (code === 'NoSuchKey' || code === 'NoSuchVersion' || statusOf(error) === 404) {
    const deleted = headerOf(error, 'x-amz-delete-marker') === 'true';
    return failed(
      'key_missing',
      deleted ? `The object ${object} was deleted.` : `The object ${object} does not exist.`,
    );
  }
  return new StateReadFailed('unreachable', `S3 could not be read (${code}): ${message}`, {
    cause: error,
    retryable: retryable || statusOf(error) === undefined,
  });
}

/** Returns the region of the bucket when the error says that it is in another one than the call. */
export function bucketRegionOf(error: unknown): string | undefined {
  const { code } = classifyAwsError(error);
  const status = statusOf(error);
  const redirected =
    status === 301 ||
    status === 307 ||
    /^(PermanentRedirect|TemporaryRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/.test(
      code,
    );
  if (!redirected) return undefined;
  const region = headerOf(error, 'x-amz-bucket-region') ?? textAt(error, 'Region') ?? '';
  return region !== 'global' && regionPattern.test(region) ? region : undefined;
}

/** Whether S3 responds that the object has the ETag of `If-None-Match`. */
export function isUnchangedObject(error: unknown): boolean {
  return statusOf(error) === 304;
}

function deniedText({ partition, bucket, key, action }: S3Target, denied: string | undefined): string {
  const bucketArn = `arn:${partition}:s3:::${bucket}`;
  const object = key === undefined ? bucketArn : `${bucketArn}/${key}`;
  if (denied === 'sts:AssumeRole') return 'The role of the account cannot be assumed (sts:AssumeRole).';
  if (denied === 's3:ListBucket' && action === 's3:GetObject')
    return `The object ${object} probably does not exist: S3 requires s3:ListBucket on ${bucketArn} to say so.`;
  const text = `The role may not perform ${denied ?? action} on ${denied === 's3:ListBucket' ? bucketArn : object}.`;
  return denied === undefined && action === 's3:GetObject'
    ? `${text} If the object does not exist, s3:ListBucket on ${bucketArn} is missing.`
    : text;
}

function kmsText(code: string, message: string, action: string | undefined): string {
  const key = /arn:aws[a-z-]*:kms:[\w:/-]+/.exec(message)?.[0];
  if (action === undefined) return `The KMS key of the object cannot be used (${code}).`;
  return `The role may not perform ${action} on ${key ?? 'the KMS key of the object'}.`;
}

function arnOf({ partition, bucket, key }: S3Target): string {
  return `arn:${partition}:s3:::${bucket}${key === undefined ? '' : `/${key}`}`;
}

function statusOf(error: unknown): number | undefined {
  const status = at(at(error, '$metadata'), 'httpStatusCode');
  return typeof status === 'number' ? status : undefined;
}

function headerOf(error: unknown, name: string): string | undefined {
  return textAt(at(at(error, '$response'), 'headers'), name);
}

function textAt(value: unknown, key: string): string | undefined {
  const text = at(value, key);
  return typeof text === 'string' ? text : undefined;
}

function at(value: unknown, key: string): unknown {
  return value !== null && typeof value === 'object' ? (Reflect.get(value, key) as unknown) : undefined;
}
