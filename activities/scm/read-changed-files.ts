import type { RepositoryRef, ScmClient } from '../../clients/scm/scm-client.ts';
import { limitChangedFiles } from '../../domain/scm/limit-changed-files.ts';
import type { LimitedFiles } from '../../domain/scm/limit-changed-files.ts';
import type { TreeEntry } from '../../domain/scm/detection/paths/tree-entry.ts';
import type { ProviderPullRequest } from '../../domain/scm/provider-records.ts';

/**
 * Returns the changed files of a pull request. When the provider lists only some of them, compares the tree of the merge
 * base with the tree of the head: the tip of the target branch also has changes of others. `truncated` when a tree is
 * larger than its limit or the merge base does not exist any more.
 */
export async function readChangedFiles(
  client: ScmClient,
  repository: RepositoryRef,
  request: ProviderPullRequest,
): Promise<LimitedFiles> {
  const { files, complete } = await client.listPullRequestFiles(repository, request.number);
  if (complete) return limitChangedFiles(files);
  const incomplete = { ...limitChangedFiles(files), truncated: true };
  const base = await client.getMergeBase(repository, request.number);
  if (base === undefined) return incomplete;
  const before = await client.readTree(repository, base);
  const after = await client.readTree(repository, request.headSha);
  if (before.truncated || after.truncated) return incomplete;
  return limitChangedFiles(differingPaths(before.entries, after.entries).map((path) => ({ path })));
}

/** Returns the paths of files, links and submodules that differ between two trees. */
export function differingPaths(before: readonly TreeEntry[], after: readonly TreeEntry[]): readonly string[] {
  const old = versionsOf(before);
  const current = versionsOf(after);
  const changed = [...current].filter(([path, version]) => old.get(path) !== version);
  const deleted = [...old.keys()].filter((path) => !current.has(path));
  return [...changed.map(([path]) => path), ...deleted];
}

function versionsOf(entries: readonly TreeEntry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.filter(({ type }) => type !== 'tree').map(({ path, mode, sha }) => [path, `${mode} ${sha}`]),
  );
}
