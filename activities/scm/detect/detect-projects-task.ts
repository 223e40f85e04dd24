import { toJsonText } from '../../../domain/json-text.ts';
import { detectProjects } from '../../../domain/scm/detection/detect-projects.ts';
import type { DetectionDocument } from '../../../domain/scm/detection/document.ts';
import { unpackTree } from './pack-tree.ts';
import type { PackedTree } from './pack-tree.ts';

export interface DetectionResult {
  /** The JSON text of the `DetectedProject`s. */
  readonly projects: string;
  /** Files that detection would read, but that were not read. */
  readonly skippedFiles: number;
  /** Whether some of them were not read because of a limit of the whole repository. */
  readonly truncated: boolean;
}

/**
 * Detects the projects of a tree. Runs in a worker thread.
 *
 * @param documents the JSON text of each document
 */
export function run({
  tree,
  documents,
}: {
  readonly tree: PackedTree;
  readonly documents: readonly { readonly path: string; readonly document: string }[];
}): DetectionResult {
  const parsed = new Map(
    documents.map(({ path, document }) => [path, JSON.parse(document) as DetectionDocument]),
  );
  const skipped = [...parsed.values()].flatMap((document) =>
    document.type === 'unreadable' ? (document.skipped ?? []) : [],
  );
  return {
    projects: toJsonText(detectProjects(unpackTree(tree), parsed)),
    skippedFiles: skipped.length,
    truncated: skipped.includes('repository_limit'),
  };
}
