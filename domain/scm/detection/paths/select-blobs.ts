import { defined } from '../../../defined.ts';
import { byCodeUnit } from '../../../json/canonical.ts';
import { documentFormatOf } from '../documents/document-format.ts';
import type { DocumentFormat } from '../documents/document-format.ts';
import { isExcludedPath } from './excluded-folders.ts';
import { folderOf, isRepositoryPath, selfAndAncestors } from './repository-path.ts';
import { symbolicLinkMode } from './tree-entry.ts';
import type { TreeEntry } from './tree-entry.ts';

export const maximumDocumentBytes = 1_048_576;
export const maximumTreeEntries = 100_000;
/** Of all blobs that are read. */
const maximumNeededBytes = 512 * 1_048_576;

/**
 * Version of the parsers and of `DetectionDocument`. Increase it with every change of a document's content, so that
 * cached documents are not used any more.
 */
export const documentVersion = 6;

export type SkipReason = 'too_large' | 'symbolic_link' | 'invalid_path' | 'entry_limit' | 'repository_limit';

/** A blob that detection needs. */
export interface NeededBlob {
  readonly path: string;
  readonly sha: string;
  readonly format: DocumentFormat;
  /** Blobs with the same key have the same document. */
  readonly documentKey: string;
  /** The file to which a symbolic link leads. */
  readonly target?: string;
}

/** Returns the contents of symbolic links, by SHA, that the keys of stored documents have. */
export function linkTextsOfKeys(documentKeys: Iterable<string>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const key of documentKeys) {
    const [, , , sha, text] = key.split(':');
    if (sha !== undefined && text !== undefined) texts.set(sha, decodeURIComponent(text));
  }
  return texts;
}

export interface BlobSelection {
  /** Sorted by path. */
  readonly needed: readonly NeededBlob[];
  /** Files that detection would read but does not, by path. Entries beyond the limit are only counted. */
  readonly skipped: ReadonlyMap<string, SkipReason>;
  readonly skippedCounts: Readonly<Record<SkipReason, number>>;
  /** Number of blobs in the tree. */
  readonly files: number;
  /** Size of all blobs of the tree. GitLab reports no sizes. */
  readonly bytes: number;
  /** Whether a limit of the whole repository left files out. */
  readonly truncated: boolean;
}

/**
 * Selects the blobs of a tree that detection needs, by name and size. A symbolic link that was not resolved is counted as
 * skipped.
 */
export function selectBlobs(tree: readonly TreeEntry[]): BlobSelection {
  const entries = tree.slice(0, maximumTreeEntries);
  const charts = chartFolders(entries);
  const hasTerraform = entries.some(({ path }) => /\.(?:tf|tofu|hcl)(?:\.json)?$/.test(path));
  const programs = pulumiFolders(entries);
  const needed: NeededBlob[] = [];
  const skipped = new Map<string, SkipReason>();
  const seen = new Set<string>();
  let [bytes, neededBytes] = [0, 0];
  for (const entry of entries) {
    if (entry.type !== 'blob') continue;
    const { path, sha, target, link } = entry;
    if (target === undefined) bytes += entry.size ?? 0;
    // A tree with a path twice is not one of git.
    if (!isRepositoryPath(path) || seen.has(path)) skipped.set(path, 'invalid_path');
    else if (isExcludedPath(path)) continue;
    else if (entry.isFolderLink === true) continue;
    else if (entry.mode === symbolicLinkMode && target === undefined) skipped.set(path, 'symbolic_link');
    else {
      seen.add(path);
      const format = documentFormatOf(path);
      if (format === undefined || isTemplateOfChart(path, charts)) continue;
      if (format === 'ci' && !hasTerraform) continue;
      if (format === 'packages' && !programs.has(folderOf(path))) continue;
      const isTooLarge = (entry.size ?? 0) > maximumDocumentBytes;
      // The file itself is counted.
      if (isTooLarge && entry.isInLinkedFolder === true) continue;
      if (isTooLarge) skipped.set(path, 'too_large');
      else if ((neededBytes += entry.size ?? 0) > maximumNeededBytes) skipped.set(path, 'repository_limit');
      else {
        const key = `${documentVersion}:${format}:${sha}`;
        // The document of a link names the file. The text of the link is kept, so that it need not be read again.
        const documentKey =
          link === undefined
            ? key
            : [key, link.sha, ...[link.text, target ?? ''].map(encodeURIComponent)].join(':');
        needed.push({ path, sha, format, documentKey, ...defined({ target }) });
      }
    }
  }
  needed.sort((a, b) => byCodeUnit(a.path, b.path));
  return {
    needed,
    skipped,
    skippedCounts: countReasons(skipped, tree.length - entries.length),
    files: tree.filter(({ type, isInLinkedFolder }) => type === 'blob' && isInLinkedFolder !== true).length,
    bytes,
    truncated: tree.length > entries.length || neededBytes > maximumNeededBytes,
  };
}

function chartFolders(entries: readonly TreeEntry[]): ReadonlySet<string> {
  return new Set(
    entries.filter(({ path }) => /(?:^|\/)Chart\.yaml$/.test(path)).map(({ path }) => folderOf(path)),
  );
}

/** Returns the folders of Pulumi programs and the folders above them, whose manifests name the packages of the programs. */
function pulumiFolders(entries: readonly TreeEntry[]): ReadonlySet<string> {
  return new Set(
    entries
      .filter(({ path }) => /(?:^|\/)Pulumi\.ya?ml$/.test(path))
      .flatMap(({ path }) => [...selfAndAncestors(folderOf(path))]),
  );
}

/** Whether a file is a template of a Helm chart. Templates are Go templates, which no YAML parser reads. */
function isTemplateOfChart(path: string, charts: ReadonlySet<string>): boolean {
  if (charts.size === 0 || !/(?:^|\/)(?:templates|crds)\//.test(path)) return false;
  return [...selfAndAncestors(path)].some(
    (folder) => /(?:^|\/)(?:templates|crds)$/.test(folder) && charts.has(folderOf(folder)),
  );
}

function countReasons(
  skipped: ReadonlyMap<string, SkipReason>,
  beyondLimit: number,
): Record<SkipReason, number> {
  const counts = {
    too_large: 0,
    symbolic_link: 0,
    invalid_path: 0,
    entry_limit: beyondLimit,
    repository_limit: 0,
  };
  for (const reason of skipped.values()) counts[reason] += 1;
  return counts;
}
