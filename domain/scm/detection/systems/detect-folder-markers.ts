import { defined } from '../../../defined.ts';
import type { DetectedProject, Reference } from '../detected-project.ts';
import type { DetectionDocument } from '../documents/document.ts';
import type { DocumentFormat } from '../documents/document-format.ts';
import { environmentOf } from '../paths/environment-names.ts';
import { distinct, noHints } from '../paths/file-index.ts';
import type { FileIndex } from '../paths/file-index.ts';
import { isPulumiWithoutAws } from './pulumi-reach.ts';
import { fileEvidence, detectedProjectOf } from './project-builder.ts';
import { folderOf, isWithin, nameOf, resolvePath } from '../paths/repository-path.ts';

/** A system whose project is the folder of one marker file. */
interface FolderMarker {
  readonly system: 'cdk' | 'pulumi' | 'serverless';
  readonly formats: readonly DocumentFormat[];
  /** Whether the content confirms the name. */
  readonly confirm: (document: DetectionDocument) => boolean;
  readonly describe: (
    path: string,
    document: DetectionDocument | undefined,
    files: FileIndex,
  ) => Partial<DetectedProject>;
}

const markers: readonly FolderMarker[] = [
  {
    system: 'cdk',
    formats: ['cdk'],
    confirm: (document) => document.type === 'cdk' && document.hasApp,
    describe: () => ({}),
  },
  {
    system: 'pulumi',
    formats: ['pulumi'],
    confirm: (document) =>
      document.type === 'pulumi' && document.name !== undefined && document.runtime !== undefined,
    describe: describePulumi,
  },
  {
    system: 'serverless',
    formats: ['serverless', 'serverless_code'],
    confirm: (document) => document.type === 'serverless' && document.hasProvider,
    describe: describeServerless,
  },
];

/** Detects CDK applications, Pulumi programs and Serverless Framework services. */
export function detectFolderMarkers(files: FileIndex): readonly DetectedProject[] {
  return markers.flatMap(({ system, formats, confirm, describe }) => {
    const projects = new Map<string, DetectedProject>();
    for (const path of files.withFormat(...formats)) {
      const document = documentOf(files, path);
      const folder = folderOf(path);
      const isUnread = files.problemOf(path) !== undefined;
      if (projects.has(folder) || (!isUnread && (document === undefined || !confirm(document)))) continue;
      projects.set(
        folder,
        detectedProjectOf({
          path: folder,
          system,
          kind: 'stack',
          evidence: [fileEvidence(path, nameOf(path))],
          unreadableFiles: files.unreadable([path]),
          ...describe(path, document, files),
        }),
      );
    }
    return [...projects.values()];
  });
}

function documentOf(files: FileIndex, path: string): DetectionDocument | undefined {
  return files.document(path, 'cdk') ?? files.document(path, 'pulumi') ?? files.document(path, 'serverless');
}

/** Several programs can share one folder of stacks. */
const maximumStackNames = 1_000;

/** Stacks are named by the files `Pulumi.<stack>.yaml` in the project's folder or in its configuration folder. */
function describePulumi(
  path: string,
  document: DetectionDocument | undefined,
  files: FileIndex,
): Partial<DetectedProject> {
  const pulumi = document?.type === 'pulumi' ? document : undefined;
  const folder = folderOf(path);
  const stackFolder = resolvePath(folder, pulumi?.stackFolder ?? '.') ?? folder;
  const stacks = files
    .namesIn(stackFolder)
    .slice(0, maximumStackNames)
    .flatMap((name) => /^Pulumi\.(.{1,200})\.ya?ml$/.exec(name)?.[1] ?? []);
  const outside = isWithin(stackFolder, folder)
    ? []
    : stacks.map((stack): Reference => ({ kind: 'variables', path: `${stackFolder}/Pulumi.${stack}.yaml` }));
  return defined({
    name: pulumi?.name,
    backendType: pulumi?.backend?.type ?? null,
    backendConfig: defined({ url: pulumi?.backend?.url }),
    withoutAws: isPulumiWithoutAws(files, folder, pulumi),
    environmentHints: {
      ...noHints,
      environments: stacks.flatMap((stack) => environmentOf(stack) ?? []),
      stacks: distinct(stacks),
    },
    references: outside.filter((reference) => files.hasFile(reference.path)),
  });
}

function describeServerless(
  path: string,
  document: DetectionDocument | undefined,
  files: FileIndex,
): Partial<DetectedProject> {
  const service = document?.type === 'serverless' ? document : undefined;
  const folder = folderOf(path);
  return defined({
    name: service?.name,
    environmentHints: { ...noHints, environments: service?.stages ?? [] },
    references: distinct((service?.files ?? []).flatMap((file) => resolvePath(folder, file) ?? []))
      .filter((file) => files.hasFile(file) && !isWithin(file, folder))
      .map((file): Reference => ({ kind: 'source', path: file })),
  });
}
