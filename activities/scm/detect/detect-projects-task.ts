import { toJsonText } from '../../../domain/json/text.ts';
import { detectProjects } from '../../../domain/scm/detection/detect-projects.ts';
import type { DetectionDocument } from '../../../domain/scm/detection/documents/document.ts';
import { unpackTree } from './pack-tree.ts';
import type { PackedTree } from './pack-tree.ts';

export interface DetectionResult {
  /** The JSON text of the `DetectedProject`s, or `undefined` when it is longer than {@link maximumProjectsLength}. */
  readonly projects: string | undefined;
  /** Files that detection would read, but that were not read. */
  readonly skippedFiles: number;
  /** Whether some of them were not read because of a limit of the whole repository. */
  readonly truncated: boolean;
}

/** Characters. The references of projects can be longer than the files of a repository. */
const maximumProjectsLength = 64 * 1024 * 1024;

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
    // The file of a link is counted itself.
    document.type === 'unreadable' && document.linkTarget === undefined ? (document.skipped ?? []) : [],
  );
  const projects = toJsonText(detectProjects(unpackTree(tree), parsed));
  return {
    projects: projects.length > maximumProjectsLength ? undefined : projects,
    skippedFiles: skipped.length,
    truncated: skipped.includes('repository_limit'),
  };
}
