import { defined } from '../../../defined.ts';
import type { DetectedProject, Reference } from '../detected-project.ts';
import { environmentOf } from '../paths/environment-names.ts';
import { distinct, noHints } from '../paths/file-index.ts';
import type { FileIndex } from '../paths/file-index.ts';
import { contentEvidence, fileEvidence, detectedProjectOf } from './project-builder.ts';
import { childOf, folderOf, nameOf, resolvePath, selfAndAncestors } from '../paths/repository-path.ts';

/** Detects Helm charts. A chart in the folder `charts/` of another chart is a vendored subchart and no project. */
export function detectHelm(files: FileIndex): readonly DetectedProject[] {
  const paths = files.withFormat('helm');
  const charts = new Set(paths.map(folderOf));
  return paths.flatMap((path) => {
    const folder = folderOf(path);
    const document = files.document(path, 'chart');
    const isUnread = files.problemOf(path) !== undefined;
    if (isSubchart(folder, charts) || (!isUnread && document?.name === undefined)) return [];
    const library = document?.library === true;
    const requirements = files.document(childOf(folder, 'requirements.yaml'), 'chart_requirements');
    return [
      detectedProjectOf({
        path: folder,
        system: 'helm',
        kind: library ? 'module' : 'chart',
        ...defined({ name: document?.name }),
        evidence: [
          fileEvidence(path, 'Helm chart'),
          ...(library ? [contentEvidence(path, 'library chart')] : []),
        ],
        environmentHints: {
          ...noHints,
          environments: files.namesIn(folder).flatMap((name) => environmentOfValues(name) ?? []),
        },
        unreadableFiles: files.unreadable([path]),
        references: distinct([
          ...(document?.localDependencies ?? []),
          ...(requirements?.localDependencies ?? []),
        ]).flatMap((relative): readonly Reference[] => {
          const target = resolvePath(folder, relative);
          return target === undefined || target === folder || !charts.has(target)
            ? []
            : [{ kind: 'subchart', path: target }];
        }),
      }),
    ];
  });
}

function isSubchart(folder: string, charts: ReadonlySet<string>): boolean {
  return [...selfAndAncestors(folderOf(folder))].some(
    (ancestor) => nameOf(ancestor) === 'charts' && charts.has(folderOf(ancestor)),
  );
}

/** `values-prod.yaml`, `prod-values.yaml` and `values.prod.yaml` name an environment. */
function environmentOfValues(name: string): string | undefined {
  const stem = /^(.{1,200})\.ya?ml$/.exec(name)?.[1] ?? '';
  const words = stem.split(/[-_.]/);
  const isValues = words.length > 1 && (words[0] === 'values' || words.at(-1) === 'values');
  return isValues ? environmentOf(words.filter((word) => word !== 'values').join('-')) : undefined;
}
