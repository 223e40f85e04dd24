import type { TreeEntry } from '../../../domain/scm/detection/paths/tree-entry.ts';

/** Returns the Terraform files of a tree: path to SHA. */
export function terraformBlobs(entries: readonly Pick<TreeEntry, 'path' | 'sha'>[]): Map<string, string> {
  return new Map(
    entries.filter(({ path }) => path.endsWith('.tf')).map(({ path, sha }) => [path, sha] as const),
  );
}

/** Returns the texts of blobs by path. */
export function textsOf(
  blobs: readonly { readonly path: string; readonly content: Uint8Array | string }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(blobs.map(({ path, content }) => [path, Buffer.from(content).toString()]));
}

const text = 'resource "aws_s3_bucket" "a" {}\n'.repeat(20);

/** Files, a commit that renames, deletes and adds some of them, and the comparison of both, sorted by path. */
export const renamedFiles = {
  before: { 'old/main.tf': text, 'gone.tf': 'gone', 'same.tf': 'same' },
  change: { 'old/main.tf': null, 'new/main.tf': text, 'gone.tf': null, 'added.tf': 'added' },
  changed: [{ path: 'added.tf' }, { path: 'gone.tf' }, { path: 'new/main.tf', previousPath: 'old/main.tf' }],
};
