import type { DetectedProject } from '../detected-project.ts';
import { contentEvidence, fileEvidence, detectedProjectOf } from './project-builder.ts';
import type { FileIndex } from '../paths/file-index.ts';
import { folderOf, nameOf, selfAndAncestors } from '../paths/repository-path.ts';

/**
 * Detects Crossplane packages (the folder of `crossplane.yaml` or `upbound.yaml`), and each folder with a Composition
 * that is in no package.
 */
export function detectCrossplane(files: FileIndex): readonly DetectedProject[] {
  const packages = new Map<string, string>();
  const compositions = new Map<string, string>();
  for (const path of files.paths) {
    const document = files.document(path, 'crossplane');
    const folder = folderOf(path);
    const isPackageFile = /^(?:crossplane|upbound)\.ya?ml$/.test(nameOf(path));
    if (isPackageFile && (document?.package !== undefined || files.problemOf(path) !== undefined))
      packages.set(folder, path);
    const isSuspected = files.document(path, 'unreadable')?.suspected === 'crossplane';
    const hasComposition = document !== undefined && document.compositions.length > 0;
    if ((hasComposition || isSuspected) && !compositions.has(folder)) compositions.set(folder, path);
  }
  const standalone = [...compositions].filter(
    ([folder]) => ![...selfAndAncestors(folder)].some((ancestor) => packages.has(ancestor)),
  );
  return [
    ...[...packages].map(([folder, path]) =>
      crossplaneProject(files, folder, path, fileEvidence(path, 'Crossplane package')),
    ),
    ...standalone.map(([folder, path]) =>
      crossplaneProject(files, folder, path, contentEvidence(path, 'Crossplane Composition')),
    ),
  ];
}

function crossplaneProject(
  files: FileIndex,
  folder: string,
  path: string,
  evidence: DetectedProject['evidence'][number],
): DetectedProject {
  const name = files.document(path, 'crossplane')?.package;
  return detectedProjectOf({
    path: folder,
    system: 'crossplane',
    kind: 'stack',
    ...(name === undefined || name === '' ? {} : { name }),
    evidence: [evidence],
    unreadableFiles: files.unreadable([path]),
  });
}
