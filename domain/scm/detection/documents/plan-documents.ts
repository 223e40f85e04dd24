import type { NeededBlob } from '../paths/select-blobs.ts';

/** The path and the document key of a file. */
export interface DocumentRow {
  readonly path: string;
  readonly documentKey: string;
}

/** The difference between the stored documents of a repository and the documents that a tree needs. */
export interface DocumentPlan {
  /** Blobs whose document is not stored, one per document key. */
  readonly read: readonly NeededBlob[];
  /** Rows that are missing although their document is stored, or is read, under another path. */
  readonly copies: readonly DocumentRow[];
  /** Paths whose rows are not needed any more. */
  readonly stale: readonly string[];
}

/** Compares the needed blobs of a tree with the stored documents. */
export function planDocuments(needed: readonly NeededBlob[], stored: readonly DocumentRow[]): DocumentPlan {
  const keyOf = new Map(stored.map(({ path, documentKey }) => [path, documentKey]));
  const keys = new Set(keyOf.values());
  const read: NeededBlob[] = [];
  const copies: DocumentRow[] = [];
  for (const blob of needed) {
    const { path, documentKey } = blob;
    if (keyOf.get(path) === documentKey) continue;
    if (keys.has(documentKey)) copies.push({ path, documentKey });
    else {
      keys.add(documentKey);
      read.push(blob);
    }
  }
  const neededPaths = new Set(needed.map(({ path }) => path));
  return { read, copies, stale: [...keyOf.keys()].filter((path) => !neededPaths.has(path)) };
}
