import { documentFormatOf, type DocumentFormat } from './document-format.ts';
import { isExcludedPath } from './excluded-folders.ts';
import { folderOf, isRepositoryPath, selfAndAncestors } from './repository-path.ts';
import { symbolicLinkMode, type TreeEntry } from './tree-entry.ts';

export const maximumDocumentBytes = 1_048_576;
export const maximumTreeEntries = 100_000;

/**
 * Version of the parsers and of `DetectionDocument`. Increase it with every change of a document's content, so that
 * cached documents are not used any more.
 */
export const documentVersion = 1;

export type SkipReason = 'too_large' | 'symbolic_link' | 'invalid_path' | 'entry_limit';

/** A blob that detection needs. */
export interface NeededBlob {
  readonly path: string;
  readonly sha: string;
  readonly format: DocumentFormat;
  /** Blobs with the same key have the same document. */
  readonly documentKey: string;
}

export interface BlobSelection {
  /** Sorted by path. */
  readonly needed: readonly NeededBlob[];
  /** Files that detection would read but does not, by path. Entries beyond the limit are only counted. */
  readonly skipped: ReadonlyMap<string, SkipReason>;
  readonly skippedCounts: Readonly<Record<SkipReason, number>>;
  /** Number of blobs in the tree. */
  readonly files: number;
  /** Whether the tree has more entries than the limit. */
  readonly truncated: boolean;
}

/**
 * Selects the blobs of a tree that detection needs, by name and size. Symbolic links are never followed: every link
 * outside an excluded folder is counted as skipped.
 */
export function selectBlobs(tree: readonly TreeEntry[]): BlobSelection {
  const entries = tree.slice(0, maximumTreeEntries);
  const charts = chartFolders(entries);
  const hasTerraform = entries.some(({ path }) => /\.(?:tf|tofu|hcl)(?:\.json)?$/.test(path));
  const needed: NeededBlob[] = [];
  const skipped = new Map<string, SkipReason>();
  for (const entry of entries) {
    if (entry.type !== 'blob') continue;
    const { path, sha } = entry;
    if (!isRepositoryPath(path)) skipped.set(path, 'invalid_path');
    else if (isExcludedPath(path)) continue;
    else if (entry.mode === symbolicLinkMode) skipped.set(path, 'symbolic_link');
    else {
      const format = documentFormatOf(path);
      if (format === undefined || isTemplateOfChart(path, charts)) continue;
      if (format === 'ci' && !hasTerraform) continue;
      if ((entry.size ?? 0) > maximumDocumentBytes) skipped.set(path, 'too_large');
      else needed.push({ path, sha, format, documentKey: `${documentVersion}:${format}:${sha}` });
    }
  }
  needed.sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    needed,
    skipped,
    skippedCounts: countReasons(skipped, tree.length - entries.length),
    files: tree.filter(({ type }) => type === 'blob').length,
    truncated: tree.length > entries.length,
  };
}

/** Returns the blobs whose documents are not cached, one per document key. */
export function blobsToRead(
  selection: BlobSelection,
  isCached: (documentKey: string) => boolean,
): readonly NeededBlob[] {
  const byKey = new Map<string, NeededBlob>();
  for (const blob of selection.needed) {
    if (!byKey.has(blob.documentKey) && !isCached(blob.documentKey)) byKey.set(blob.documentKey, blob);
  }
  return [...byKey.values()];
}

function chartFolders(entries: readonly TreeEntry[]): ReadonlySet<string> {
  return new Set(
    entries.filter(({ path }) => /(?:^|\/)Chart\.yaml$/.test(path)).map(({ path }) => folderOf(path)),
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
  const counts = { too_large: 0, symbolic_link: 0, invalid_path: 0, entry_limit: beyondLimit };
  for (const reason of skipped.values()) counts[reason] += 1;
  return counts;
}
