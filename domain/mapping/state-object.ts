import { defined } from '../defined.ts';

const bucketPattern = /^[A-Za-z0-9._-]{3,255}$/;
/** Source of the limit: Amazon S3 user guide, "Naming Amazon S3 objects". */
const maximumKeyBytes = 1024;
/** The default of the s3 backend's `workspace_key_prefix`. */
const defaultPrefix = 'env:';
export const defaultWorkspace = 'default';

export function isBucketName(text: string): boolean {
  return bucketPattern.test(text);
}

/** Whether a text can be the key of a state: at most 1,024 bytes, no control character, no `/` at either end. */
export function isStateKey(text: string): boolean {
  return (
    text.length > 0 &&
    utf8Length(text) <= maximumKeyBytes &&
    !/[\p{Cc}\p{Cs}]/u.test(text) &&
    !text.startsWith('/') &&
    !text.endsWith('/')
  );
}

/** The object of an s3 backend. */
export interface S3Backend {
  readonly bucket: string;
  readonly key: string;
  readonly region?: string;
  readonly workspaceKeyPrefix?: string;
}

/** Returns the key of a workspace's state. Source: Terraform documentation, "Backend Type: s3". */
export function workspaceKey({ key, workspaceKeyPrefix }: S3Backend, workspace: string): string {
  return workspace === defaultWorkspace ? key : `${workspaceKeyPrefix ?? defaultPrefix}/${workspace}/${key}`;
}

/** Returns the workspace that a key with the default prefix names: `prod` for `env:/prod/terraform.tfstate`. */
export function workspaceInKey(key: string): string | undefined {
  return /^env:\/([^/]+)\/./.exec(key)?.[1];
}

/**
 * Returns the object of an s3 backend whose bucket and key are literals, or expressions that detection evaluated;
 * `undefined` for any other backend. `config` is what `backendConfigOf` returns. A prefix that is neither is unknown, so
 * that only the default workspace can be found.
 */
export function literalS3Backend(
  type: string | undefined,
  config: Readonly<Record<string, unknown>>,
): (S3Backend & { readonly hasUnknownPrefix: boolean; readonly isEvaluated: boolean }) | undefined {
  const [bucket, key, region, prefix] = ['bucket', 'key', 'region', 'workspace_key_prefix'].map((name) =>
    textOf(config[name]),
  );
  if (type !== 's3' || bucket === undefined || key === undefined) return undefined;
  // Terraspace replaces `<%= … %>` before Terraform runs.
  if (!isBucketName(bucket) || !isStateKey(key) || key.includes('<%')) return undefined;
  const given = config['workspace_key_prefix'];
  return {
    bucket,
    key,
    ...(region !== undefined && /^[a-z0-9-]{1,40}$/.test(region) ? { region } : {}),
    ...defined({ workspaceKeyPrefix: prefix }),
    hasUnknownPrefix: given !== undefined && given !== null && prefix === undefined,
    isEvaluated: [config['bucket'], config['key'], given].some(
      (value) => value !== undefined && value !== null && typeof value !== 'string',
    ),
  };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('value' in value)) return undefined;
  return typeof value.value === 'string' ? value.value : undefined;
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
