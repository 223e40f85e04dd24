import type { PulumiDocument } from '../documents/document.ts';
import type { FileIndex } from '../paths/file-index.ts';
import { childOf, selfAndAncestors } from '../paths/repository-path.ts';

/**
 * Whether a Pulumi program uses no AWS package: the manifests of its folder and of the folders above name none and no package of
 * the repository, or it is written in YAML, whose file names its packages.
 */
export function isPulumiWithoutAws(
  files: FileIndex,
  folder: string,
  program: PulumiDocument | undefined,
): boolean {
  if (program === undefined || program.mentionsAws) return false;
  const manifests = [...selfAndAncestors(folder)].flatMap((ancestor) =>
    files
      .namesIn(ancestor)
      .map((name) => childOf(ancestor, name))
      .filter((path) => files.formatOf(path) === 'packages'),
  );
  if (manifests.length === 0) return program.runtime === 'yaml';
  return manifests.every((path) => files.document(path, 'packages')?.mayUseAws === false);
}
