import { defined } from '../../domain/defined.ts';
import type { RepositoryTree } from '../../domain/scm/provider-records.ts';
import type { TreeEntry } from '../../domain/scm/detection/paths/tree-entry.ts';
import type { AppOctokit } from './octokit-class.ts';

const maximumEntries = 100_000;

interface Listing {
  readonly entries: readonly TreeEntry[];
  readonly truncated: boolean;
}

/**
 * Reads all entries of a commit: one recursive request, or one per folder when GitHub truncates it (100,000 entries or
 * 7 MB). `truncated` when there are more than 100,000 entries, or when GitHub truncates the list of one folder.
 */
export async function readTree(
  octokit: AppOctokit,
  repository: { readonly owner: string; readonly repo: string },
  commitSha: string,
): Promise<RepositoryTree> {
  const list = async (sha: string, prefix: string, recursive: boolean): Promise<Listing> => {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', {
      ...repository,
      tree_sha: sha,
      ...(recursive ? { recursive: '1' } : {}),
    });
    return { entries: data.tree.flatMap((entry) => entryOf(entry, prefix)), truncated: data.truncated };
  };
  const whole = await list(commitSha, '', true);
  if (!whole.truncated) return { commitSha, ...whole };
  const entries: TreeEntry[] = [];
  let truncated = false;
  const folders = [{ sha: commitSha, prefix: '', isRoot: true }];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    // The root was truncated, so its folders are listed one by one.
    const recursive = folder.isRoot ? undefined : await list(folder.sha, folder.prefix, true);
    if (recursive !== undefined && !recursive.truncated) entries.push(...recursive.entries);
    else {
      const flat = await list(folder.sha, folder.prefix, false);
      entries.push(...flat.entries);
      truncated ||= flat.truncated;
      const trees = flat.entries.filter(({ type }) => type === 'tree');
      folders.push(...trees.map(({ sha, path }) => ({ sha, prefix: `${path}/`, isRoot: false })));
    }
    if (entries.length > maximumEntries) return { commitSha, entries, truncated: true };
  }
  return { commitSha, entries, truncated };
}

function entryOf(
  entry: { path?: string; mode?: string; type?: string; sha?: string; size?: number },
  prefix: string,
): readonly TreeEntry[] {
  const { path, mode, type, sha, size } = entry;
  if (path === undefined || mode === undefined || sha === undefined) return [];
  if (type !== 'blob' && type !== 'tree' && type !== 'commit') return [];
  return [defined({ path: `${prefix}${path}`, mode, type, sha, size })];
}
