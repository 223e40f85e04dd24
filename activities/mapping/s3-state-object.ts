import type { ParsedState } from '../../domain/mapping/state-entry.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import type { Dependencies } from '../dependencies.ts';
import { parseStateInThread } from './parse/parse-state-in-thread.ts';
import { StateRejected } from './parse/state-rejected.ts';
import { StateSyncError } from './state-sync-error.ts';

// Replaced by read-state-object.ts when it is merged.
export interface StateObject {
  readonly etag: string;
  readonly versionId?: string;
  readonly sizeBytes: number;
  readonly modifiedAt?: Date;
  readonly state: ParsedState;
}

export async function readStateObject(
  { documents }: Pick<Dependencies, 'documents'>,
  request: {
    readonly organizationId: string;
    readonly caller: AwsCaller;
    readonly region: string;
    readonly bucket: string;
    readonly key: string;
    readonly knownEtag?: string;
    readonly onChanged: () => Promise<void>;
    readonly signal: AbortSignal;
  },
): Promise<StateObject | 'unchanged'> {
  const { caller, region, bucket: Bucket, key: Key, knownEtag, signal } = request;
  try {
    const response = (await caller.call({
      client: 's3',
      region,
      operation: 'GetObject',
      input: { Bucket, Key, ...(knownEtag === undefined ? {} : { IfNoneMatch: knownEtag }) },
      signal,
    })) as {
      readonly Body: AsyncIterable<Uint8Array>;
      readonly ETag: string;
      readonly VersionId?: string;
      readonly ContentLength?: number;
      readonly LastModified?: Date;
    };
    await request.onChanged();
    const state = await parseStateInThread(
      documents,
      request.organizationId,
      { chunks: response.Body, maximumMegabytes: 256 },
      signal,
    );
    return {
      etag: response.ETag,
      ...(response.VersionId === undefined ? {} : { versionId: response.VersionId }),
      sizeBytes: response.ContentLength ?? 0,
      ...(response.LastModified === undefined ? {} : { modifiedAt: response.LastModified }),
      state,
    };
  } catch (error) {
    if (error instanceof StateRejected) throw new StateSyncError(error.problem, error.message);
    const { code, outcome } = classifyAwsError(error);
    if (/NotModified|^304$/.test(code) || String(error).includes('304')) return 'unchanged';
    if (code === 'NoSuchBucket') throw new StateSyncError('bucket_missing', 'The bucket does not exist.');
    if (code === 'NoSuchKey') throw new StateSyncError('key_missing', 'The object does not exist.');
    if (outcome === 'denied') throw new StateSyncError('access_denied', 's3:GetObject was denied.');
    throw error;
  }
}
