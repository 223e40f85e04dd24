import { addToGroup } from '../../../lists/add-to-group.ts';
import type { DetectedProject, Reference } from '../detected-project.ts';
import { environmentOf } from '../paths/environment-names.ts';
import { noHints } from '../paths/file-index.ts';
import type { FileIndex } from '../paths/file-index.ts';
import { countedEvidence, fileEvidence, detectedProjectOf, stemOf } from './project-builder.ts';
import { folderOf, nameOf, resolvePath } from '../paths/repository-path.ts';

/** Detects Bicep files: one project a file. A file that another Bicep file calls or imports is a module. */
export function detectBicep(files: FileIndex): readonly DetectedProject[] {
  const paths = files.withFormat('bicep');
  const callers = new Map<string, string[]>();
  const parameters = new Map<string, string[]>();
  for (const path of paths) for (const target of calledBy(files, path)) addToGroup(callers, target, path);
  for (const path of files.withFormat('bicep_parameters')) {
    const using = files.document(path, 'bicep')?.using;
    const target = using === undefined ? undefined : resolvePath(folderOf(path), using);
    if (target !== undefined) addToGroup(parameters, target, path);
  }
  return paths.map((path) => {
    const calledFrom = callers.get(path) ?? [];
    const parameterFiles = parameters.get(path) ?? [];
    return detectedProjectOf({
      path,
      system: 'bicep',
      kind: calledFrom.length > 0 ? 'module' : 'stack',
      name: stemOf(path),
      evidence: [
        fileEvidence(path, 'Bicep file'),
        ...countedEvidence('called_module', calledFrom, 'called by a Bicep file', -5),
      ],
      environmentHints: {
        ...noHints,
        environments: parameterFiles.flatMap((file) => environmentOf(stemOf(nameOf(file))) ?? []),
      },
      unreadableFiles: files.unreadable([path]),
      references: [
        ...calledBy(files, path).map((target): Reference => ({ kind: 'module', path: target })),
        ...parameterFiles.map((file): Reference => ({ kind: 'variables', path: file })),
      ],
    });
  });
}

function calledBy(files: FileIndex, path: string): readonly string[] {
  return (files.document(path, 'bicep')?.files ?? []).flatMap((file) => {
    const target = resolvePath(folderOf(path), file);
    return target === undefined || target === path || !files.hasFile(target) ? [] : [target];
  });
}
