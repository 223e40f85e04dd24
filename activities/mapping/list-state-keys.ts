import { workspacePrefix } from '../../domain/mapping/state-object.ts';
import type { DetectableBackend } from '../../domain/mapping/plan-detected-states.ts';
import { classifyAwsError, isRejectedByAws } from '../../clients/aws/classify-aws-error.ts';
import type { Dependencies } from '../dependencies.ts';
import { findStateCaller } from './find-state-caller.ts';
import type { StateCaller } from './find-state-caller.ts';
import { StateSyncError } from './state-sync-error.ts';

const keysPerPage = 1000;
const mostPages = 10;

/**
 * Lists the keys of a backend's bucket: the one of the default workspace, if it exists, and the first 10,000 with the prefix of
 * the other workspaces. Returns `undefined` when no account has the bucket, or S3 denies the list.
 */
export async function listStateKeys(
  { database, roles, logger }: Pick<Dependencies, 'database' | 'roles' | 'logger'>,
  organizationId: string,
  backend: DetectableBackend,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  try {
    const source = { bucket: backend.bucket, aws_account_id: null, region: backend.region ?? null };
    const caller = await findStateCaller({ database, roles }, organizationId, source);
    const own = await listPage(caller, backend.bucket, { prefix: backend.key, maxKeys: 1 }, signal);
    const keys = own.keys.filter((key) => key === backend.key);
    if (backend.hasUnknownPrefix) return keys;
    let token: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const prefix = workspacePrefix(backend);
      const listed = await listPage(caller, backend.bucket, { prefix, maxKeys: keysPerPage, token }, signal);
      keys.push(...listed.keys);
      token = listed.next;
      if (token === undefined) break;
    }
    return keys;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof StateSyncError) && !isRejectedByAws(error)) throw error;
    logger.debug({ err: error, code: classifyAwsError(error).code }, 'failed to list the states of a bucket');
    return undefined;
  }
}

async function listPage(
  { caller, region }: StateCaller,
  bucket: string,
  given: { readonly prefix: string; readonly maxKeys: number; readonly token?: string | undefined },
  signal: AbortSignal,
): Promise<{ readonly keys: string[]; readonly next?: string }> {
  const input = {
    Bucket: bucket,
    Prefix: given.prefix,
    MaxKeys: given.maxKeys,
    ...(given.token === undefined ? {} : { ContinuationToken: given.token }),
  };
  const response = (await caller.call({
    client: 's3',
    region,
    operation: 'ListObjectsV2',
    input,
    signal,
  })) as {
    readonly Contents?: readonly { readonly Key?: string }[];
    readonly NextContinuationToken?: string;
  };
  const keys = (response.Contents ?? []).flatMap(({ Key }) => Key ?? []);
  const { NextContinuationToken: next } = response;
  return { keys, ...(next === undefined ? {} : { next }) };
}
