import { byCodeUnit } from '../../../json/canonical.ts';
import { isExcludedPath } from './excluded-folders.ts';
import { folderOf, isRepositoryPath, isWithin, resolvePath, selfAndAncestors } from './repository-path.ts';
import { symbolicLinkMode } from './tree-entry.ts';
import type { TreeEntry } from './tree-entry.ts';

/** Links with different contents. A repository links one file from many folders, mostly with the same content. */
const maximumLinkBlobs = 1_000;
/** As in Linux, `MAXSYMLINKS`. */
const maximumHops = 40;
/** Entries that links to folders add. */
const maximumLinkedEntries = 20_000;
/** Entries of linked folders that are looked at: folders that link to each other add none. */
const maximumVisitedEntries = 200_000;
/** Links to folders within linked folders. */
const maximumNestedFolders = 8;
const maximumTextLength = 1_000;

/** Returns a path for each distinct blob of a symbolic link, by its SHA. The blob is the path to which the link points. */
export function linkBlobsOf(tree: readonly TreeEntry[]): ReadonlyMap<string, string> {
  const blobs = new Map<string, string>();
  for (const entry of tree) {
    if (!isLink(entry) || blobs.has(entry.sha)) continue;
    if (blobs.size >= maximumLinkBlobs) break;
    blobs.set(entry.sha, entry.path);
  }
  return blobs;
}

/**
 * Resolves the symbolic links of a tree, as the file system does. A link to a file of the repository has the file's blob and
 * `target`. A link to a folder has an entry for each file in it. A link that leads out of the repository, to nothing or to a
 * folder that contains it stays as it is.
 *
 * @param texts the contents of links by SHA
 */
export function resolveSymbolicLinks(
  tree: readonly TreeEntry[],
  texts: ReadonlyMap<string, string>,
): readonly TreeEntry[] {
  const links = new Map(tree.filter(isLink).map((entry) => [entry.path, entry]));
  if (links.size === 0) return tree;
  const files = new Map<string, TreeEntry>();
  const folders = new Set<string>(['.']);
  for (const entry of tree) {
    if (entry.type !== 'blob' || links.has(entry.path) || !isRepositoryPath(entry.path)) continue;
    files.set(entry.path, entry);
    for (const folder of selfAndAncestors(folderOf(entry.path))) {
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const resolved = new Map<string, TreeEntry>();
  const folderLinks = new Map<string, string>();
  for (const link of links.values()) {
    const target = follow(link.path, links, texts);
    const file = target === undefined ? undefined : files.get(target);
    if (file !== undefined) resolved.set(link.path, linked(file, link.path, link, texts));
    else if (target !== undefined && folders.has(target) && !isWithin(link.path, target))
      folderLinks.set(link.path, target);
  }
  const kept = tree.map((entry) => resolved.get(entry.path) ?? entry);
  if (folderLinks.size === 0) return kept;
  const sorted = kept
    .filter(
      (entry) =>
        entry.type === 'blob' &&
        (entry.mode !== symbolicLinkMode || entry.target !== undefined || folderLinks.has(entry.path)),
    )
    .toSorted((a, b) => byCodeUnit(a.path, b.path));
  const added: TreeEntry[] = [];
  let visited = 0;
  /** Adds the entries of a folder below `at`, also those of links to folders in it, unless it is one of `above`. */
  const expand = (link: TreeEntry, at: string, folder: string, above: readonly string[]): void => {
    if (above.length > maximumNestedFolders || above.includes(folder)) return;
    for (const entry of entriesIn(sorted, folder)) {
      if (added.length >= maximumLinkedEntries || (visited += 1) > maximumVisitedEntries) return;
      const rest = folder === '.' ? entry.path : entry.path.slice(folder.length + 1);
      const path = `${at}/${rest}`;
      if (files.has(path) || !isRepositoryPath(path)) continue;
      const nested = folderLinks.get(entry.path);
      if (nested === undefined) added.push({ ...linked(entry, path, link, texts), isInLinkedFolder: true });
      else expand(link, path, nested, [...above, folder]);
    }
  };
  for (const [path, folder] of folderLinks) {
    const link = links.get(path);
    if (link !== undefined) expand(link, path, folder, []);
  }
  return [
    ...kept.map((entry) => {
      const target = folderLinks.get(entry.path);
      return target === undefined ? entry : { ...entry, target, isFolderLink: true as const };
    }),
    ...added,
  ];
}

function isLink({ type, mode, path }: TreeEntry): boolean {
  return type === 'blob' && mode === symbolicLinkMode && isRepositoryPath(path) && !isExcludedPath(path);
}

function linked(
  file: TreeEntry,
  path: string,
  link: TreeEntry,
  texts: ReadonlyMap<string, string>,
): TreeEntry {
  const text = texts.get(link.sha) ?? '';
  return {
    ...file,
    path,
    mode: symbolicLinkMode,
    target: file.target ?? file.path,
    link: { sha: link.sha, text },
  };
}

/** Returns the entries below a folder. */
function* entriesIn(sorted: readonly TreeEntry[], folder: string): Generator<TreeEntry> {
  if (folder === '.') return yield* sorted;
  const prefix = `${folder}/`;
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (byCodeUnit(sorted[middle]?.path ?? '', prefix) < 0) low = middle + 1;
    else high = middle;
  }
  for (let index = low; sorted[index]?.path.startsWith(prefix) === true; index += 1) {
    const entry = sorted[index];
    if (entry !== undefined) yield entry;
  }
}

/** Returns the path to which a path leads, without links in it. */
function follow(
  path: string,
  links: ReadonlyMap<string, TreeEntry>,
  texts: ReadonlyMap<string, string>,
): string | undefined {
  let current: string | undefined = path;
  const followed = new Set<string>();
  for (let hops = 0; hops <= maximumHops; hops += 1) {
    if (current === undefined) return undefined;
    const first: string | undefined = [...selfAndAncestors(current)].findLast((each) => links.has(each));
    if (first === undefined) return current;
    if (followed.has(current)) return undefined;
    followed.add(current);
    const text = texts.get(links.get(first)?.sha ?? '');
    if (text === undefined || text.length > maximumTextLength) return undefined;
    const target = resolvePath(folderOf(first), text);
    const rest: string = current === first ? '' : current.slice(first.length + 1);
    current = target === undefined ? undefined : resolvePath(target, rest);
  }
  return undefined;
}
