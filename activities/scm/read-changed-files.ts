import type { RepositoryRef, ScmClient } from '../../clients/scm/scm-client.ts';
import type { ChangedFile } from '../../domain/scm/detection/affected-projects.ts';
import type { TreeEntry } from '../../domain/scm/detection/tree-entry.ts';
import type { ProviderPullRequest } from '../../domain/scm/provider-records.ts';

/**
 * Returns the changed files of a pull request. When the provider lists only some of them, compares the trees of the
 * target branch and of the head.
 */
export async function readChangedFiles(
  client: ScmClient,
  repository: RepositoryRef,
  request: ProviderPullRequest,
): Promise<readonly ChangedFile[]> {
  const { files, complete } = await client.listPullRequestFiles(repository, request.number);
  if (complete) return files;
  const base = await client.getHead(repository, request.targetBranch);
  if (base === undefined) return files;
  const [before, after] = [
    await client.readTree(repository, base),
    await client.readTree(repository, request.headSha),
  ];
  return differingPaths(before.entries, after.entries).map((path) => ({ path }));
}

/** Returns the paths of blobs that differ between two trees. */
export function differingPaths(before: readonly TreeEntry[], after: readonly TreeEntry[]): readonly string[] {
  const shaOf = new Map(before.filter(isBlob).map(({ path, sha }) => [path, sha]));
  const changed = after.filter(isBlob).filter(({ path, sha }) => shaOf.get(path) !== sha);
  const paths = new Set(after.map(({ path }) => path));
  const deleted = [...shaOf.keys()].filter((path) => !paths.has(path));
  return [...changed.map(({ path }) => path), ...deleted];
}

function isBlob({ type }: TreeEntry): boolean {
  return type === 'blob';
}
