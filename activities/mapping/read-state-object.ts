import { defined } from '../../domain/defined.ts';
import { callS3 } from './call-s3.ts';
import type { S3Access, SendToS3 } from './call-s3.ts';
import { classifyS3Error, isUnchangedObject } from './classify-s3-error.ts';
import { StateRejected } from '../../commands/mapping/parse/state-rejected.ts';
import { readBody } from './read-body.ts';
import type { S3Body } from './read-body.ts';

export interface StateObjectRequest {
  readonly bucket: string;
  /** The whole key of the object. */
  readonly key: string;
  /** The ETag of the last read. An object that still has it is not read. */
  readonly knownEtag?: string;
  readonly maximumMegabytes: number;
}

export type StateObjectRead<T> =
  | { readonly status: 'unchanged'; readonly region: string }
  | {
      readonly status: 'read';
      readonly result: T;
      /** Of the object whose bytes were read. */
      readonly etag: string;
      readonly versionId?: string;
      readonly bytes: number;
      readonly modifiedAt?: Date;
      /** Where the bucket is. */
      readonly region: string;
    };

interface GetObjectOutput {
  readonly ETag?: string;
  readonly VersionId?: string;
  readonly ContentLength?: number;
  readonly LastModified?: Date;
  readonly Body?: S3Body;
}

/**
 * Reads the object of a state source with one GetObject, whose bytes belong to one version even if the object is replaced
 * meanwhile. The size is checked before the body is read. When the body breaks off, everything is read again, and `use`
 * is called again: the object may be another one by then.
 *
 * @param use - receives the bytes, for example a parser; an error that it throws ends the read and is thrown
 * @throws StateReadFailed when the object cannot be read, StateRejected when it is too large
 */
export async function readStateObject<T>(
  access: S3Access,
  { bucket, key, knownEtag, maximumMegabytes }: StateObjectRequest,
  use: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<StateObjectRead<T>> {
  const read = async (send: SendToS3, region: string): Promise<StateObjectRead<T>> => {
    const response = await getObject(send);
    if (response === undefined) return { status: 'unchanged', region };
    const { ETag: etag = '', VersionId: versionId, ContentLength: size, LastModified: modifiedAt } = response;
    if (size !== undefined && size > maximumMegabytes * 1024 * 1024) {
      response.Body?.destroy();
      throw new StateRejected(
        'too_large',
        `The object is larger than ${maximumMegabytes} MB (STATE_MAX_MB).`,
      );
    }
    const body = readBody(response.Body, size, access.signal);
    const result = await use(body.chunks).finally(() => response.Body?.destroy());
    return {
      status: 'read',
      result,
      etag,
      ...defined({ versionId }),
      bytes: body.bytesRead(),
      ...defined({ modifiedAt }),
      region,
    };
  };

  const getObject = async (send: SendToS3): Promise<GetObjectOutput | undefined> => {
    const condition = defined({ IfNoneMatch: knownEtag });
    try {
      return await send('GetObject', { Bucket: bucket, Key: key, ...condition });
    } catch (error) {
      if (error instanceof Error && isUnchangedObject(error.cause)) return undefined;
      throw error;
    }
  };

  const target = { partition: access.partition, bucket, key, action: 's3:GetObject' } as const;
  return callS3(access, read, (error) => classifyS3Error(error, target));
}
