import { defaultWorkspace } from '../../domain/mapping/state-object.ts';
import type { DetectableBackend } from '../../domain/mapping/plan-detected-states.ts';
import type { Dependencies } from '../dependencies.ts';
import { callS3 } from './call-s3.ts';
import type { S3Access } from './call-s3.ts';
import { classifyS3Error } from './classify-s3-error.ts';
import { findStateCaller } from './find-state-caller.ts';
import { listStateWorkspaces } from './list-state-workspaces.ts';
import type { StateWorkspaces } from './list-state-workspaces.ts';
import { StateReadFailed } from './state-read-failed.ts';
import { StateSyncError } from './state-sync-error.ts';

/** The default of the s3 backend. */
const defaultPrefix = 'env:';

/**
 * Lists the workspaces of a backend that have a state object, among the first 10,000 keys. `complete` is false when others can
 * have one, because there are more keys or the code does not determine the prefix. Returns `undefined` when no account has the
 * bucket, or S3 denies the list.
 */
export async function listProjectWorkspaces(
  { database, roles, logger }: Pick<Dependencies, 'database' | 'roles' | 'logger'>,
  organizationId: string,
  backend: DetectableBackend,
  signal: AbortSignal,
): Promise<StateWorkspaces | undefined> {
  const { bucket, key, workspaceKeyPrefix = defaultPrefix } = backend;
  try {
    const source = { bucket, awsAccountId: undefined, region: backend.region };
    const { caller, region } = await findStateCaller({ database, roles }, organizationId, source);
    const access = { caller, region, partition: roles.partition, signal };
    const workspaces = (await hasObject(access, bucket, key)) ? [defaultWorkspace] : [];
    if (backend.hasUnknownPrefix) return { workspaces, complete: false };
    const listed = await listStateWorkspaces(access, { bucket, key, workspaceKeyPrefix });
    return { workspaces: [...workspaces, ...listed.workspaces], complete: listed.complete };
  } catch (error) {
    if (!(error instanceof StateSyncError) && !(error instanceof StateReadFailed)) throw error;
    logger.debug({ err: error, bucket }, 'failed to list the Terraform workspaces of a backend');
    return undefined;
  }
}

async function hasObject(access: S3Access, bucket: string, key: string): Promise<boolean> {
  const target = { partition: access.partition, bucket, action: 's3:ListBucket' } as const;
  const output: { readonly Contents?: readonly { readonly Key?: string }[] } = await callS3(
    access,
    (send) => send('ListObjectsV2', { Bucket: bucket, Prefix: key, MaxKeys: 1 }),
    (error) => classifyS3Error(error, target),
  );
  return output.Contents?.[0]?.Key === key;
}
