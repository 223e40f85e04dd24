import { defined } from '../../domain/defined.ts';
import { callS3 } from './call-s3.ts';
import type { S3Access } from './call-s3.ts';
import { classifyS3Error } from './classify-s3-error.ts';

/** The configuration of an s3 backend. */
export interface StateBackend {
  readonly bucket: string;
  /** The key of the default workspace. */
  readonly key: string;
  /** `workspace_key_prefix` of the backend. Terraform's default is `env:`. */
  readonly workspaceKeyPrefix: string;
}

export interface StateWorkspaces {
  /** The workspaces besides `default`, in the order of their keys. */
  readonly workspaces: readonly string[];
  /** The prefix has no more than 10,000 keys, so no workspace is missing. */
  readonly complete: boolean;
}

const maximumPages = 10;

interface ListOutput {
  readonly Contents?: readonly { readonly Key?: string }[];
  readonly NextContinuationToken?: string;
}

/**
 * Lists the workspaces of a backend from the keys `<prefix>/<workspace>/<key>`. Lock files (`.tflock`) are other keys.
 * Source: Terraform documentation, "Backend Type: s3".
 *
 * @throws StateReadFailed
 */
export async function listStateWorkspaces(
  access: S3Access,
  { bucket, key, workspaceKeyPrefix }: StateBackend,
): Promise<StateWorkspaces> {
  const prefix = `${workspaceKeyPrefix}/`;
  const target = { partition: access.partition, bucket, action: 's3:ListBucket' } as const;
  const workspaces: string[] = [];
  let { region } = access;
  let token: string | undefined;
  for (let page = 0; page < maximumPages; page += 1) {
    const input = defined({ Bucket: bucket, Prefix: prefix, MaxKeys: 1_000, ContinuationToken: token });
    const output: ListOutput = await callS3(
      { ...access, region },
      async (send, bucketRegion) => {
        const listed = await send('ListObjectsV2', input);
        region = bucketRegion;
        return listed;
      },
      (error) => classifyS3Error(error, target),
    );
    for (const { Key = '' } of output.Contents ?? []) {
      const workspace = Key.slice(prefix.length, -key.length - 1);
      if (workspace !== '' && !workspace.includes('/') && Key === `${prefix}${workspace}/${key}`)
        workspaces.push(workspace);
    }
    token = output.NextContinuationToken;
    if (token === undefined) return { workspaces, complete: true };
  }
  return { workspaces, complete: false };
}
