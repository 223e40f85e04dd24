import { addToGroup } from '../../../lists/add-to-group.ts';
import type { DetectedProject, Reference } from '../detected-project.ts';
import { isWithin, folderOf, resolvePath } from '../paths/repository-path.ts';
import type { FileIndex } from '../paths/file-index.ts';
import { countedEvidence, fileEvidence, detectedProjectOf } from './project-builder.ts';

/**
 * Detects Kustomize folders. Components and folders that another kustomization refers to are modules; overlays and
 * stand-alone kustomizations are stacks.
 */
export function detectKustomize(files: FileIndex): readonly DetectedProject[] {
  const folders = new Map<string, string>();
  for (const path of files.withFormat('kustomization')) {
    if (folders.has(folderOf(path))) continue;
    if (files.document(path, 'kustomization') !== undefined || files.problemOf(path) !== undefined)
      folders.set(folderOf(path), path);
  }
  const references = new Map(
    [...folders].map(([folder, path]) => [folder, referencesOf(files, folders, path)]),
  );
  const users = new Map<string, string[]>();
  for (const [folder, list] of references) {
    for (const { path, kind } of list) if (kind === 'base') addToGroup(users, path, folder);
  }
  return [...folders].map(([folder, path]) => {
    const component = files.document(path, 'kustomization')?.component === true;
    const usedBy = users.get(folder) ?? [];
    return detectedProjectOf({
      path: folder,
      system: 'kustomize',
      kind: component || usedBy.length > 0 ? 'module' : 'stack',
      evidence: [
        fileEvidence(path, component ? 'Kustomize component' : 'kustomization'),
        ...countedEvidence('referenced', usedBy, 'used by another kustomization', -5),
      ],
      unreadableFiles: files.unreadable([path]),
      references: references.get(folder) ?? [],
    });
  });
}

/** Returns the kustomizations and the files outside the folder that a kustomization lists. */
function referencesOf(
  files: FileIndex,
  folders: ReadonlyMap<string, string>,
  path: string,
): readonly Reference[] {
  const folder = folderOf(path);
  return (files.document(path, 'kustomization')?.paths ?? []).flatMap((relative): readonly Reference[] => {
    const target = resolvePath(folder, relative);
    if (target === undefined || target === folder) return [];
    if (folders.has(target)) return [{ kind: 'base', path: target }];
    return files.hasFile(target) && !isWithin(target, folder) ? [{ kind: 'source', path: target }] : [];
  });
}
