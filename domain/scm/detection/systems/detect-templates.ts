import type { DetectedProject, Reference } from '../detected-project.ts';
import type { TemplateDocument } from '../documents/document.ts';
import { noHints } from '../paths/file-index.ts';
import type { FileIndex } from '../paths/file-index.ts';
import { contentEvidence, fileEvidence, detectedProjectOf, stemOf } from './project-builder.ts';
import { childOf, folderOf, nameOf, resolvePath, selfAndAncestors } from '../paths/repository-path.ts';

/**
 * Detects CloudFormation and SAM templates: one project a file. Synthesized and packaged templates, a JSON template
 * beside a YAML template of the same name, and fragments of a Serverless Framework service are none.
 */
export function detectTemplates(files: FileIndex): readonly DetectedProject[] {
  const outputs = cdkOutputFolders(files);
  const fragments = serverlessFragments(files);
  return files.paths.flatMap((path) => {
    const system = systemOf(files, path);
    const document = files.document(path, 'template');
    if (system === undefined || document?.generated === true || isPackaged(path)) return [];
    if ([...selfAndAncestors(path)].some((folder) => outputs.has(folder))) return [];
    if (document?.versioned !== true && fragments.has(path)) return [];
    if (isTestEvent(files, path)) return [];
    if (path.endsWith('.json') && hasYamlTemplate(files, path)) return [];
    return [templateProject(files, path, system, document)];
  });
}

function systemOf(files: FileIndex, path: string): 'cloudformation' | 'sam' | undefined {
  const template = files.document(path, 'template');
  if (template !== undefined) return template.system;
  const suspected = files.document(path, 'unreadable')?.suspected;
  return suspected === 'cloudformation' || suspected === 'sam' ? suspected : undefined;
}

function templateProject(
  files: FileIndex,
  path: string,
  system: 'cloudformation' | 'sam',
  document: TemplateDocument | undefined,
): DetectedProject {
  const folder = folderOf(path);
  const configPath = childOf(folder, 'samconfig.toml');
  const config = system === 'sam' ? files.document(configPath, 'sam_config') : undefined;
  const resolve = (kind: Reference['kind'], relative: readonly string[]) =>
    relative.flatMap((item): readonly Reference[] => {
      const target = resolvePath(folder, item);
      return target === undefined || target === path || !exists(files, target)
        ? []
        : [{ kind, path: target }];
    });
  return detectedProjectOf({
    path,
    system,
    kind: 'stack',
    name: stemOf(path),
    evidence: [
      contentEvidence(path, system === 'sam' ? 'SAM template' : 'CloudFormation template'),
      ...(config === undefined ? [] : [fileEvidence(configPath, 'SAM configuration')]),
    ],
    environmentHints: { ...noHints, environments: config?.environments ?? [] },
    unreadableFiles: files.unreadable([path]),
    references: [
      ...resolve('template', document?.nested ?? []),
      ...resolve('source', document?.sources ?? []),
    ],
  });
}

function exists(files: FileIndex, path: string): boolean {
  return files.hasFile(path) || files.folders.has(path);
}

/**
 * Whether a file is an event for `sam local invoke`: `sam init` writes `events/event.json` beside the template. Its payload can
 * look like a template.
 */
function isTestEvent(files: FileIndex, path: string): boolean {
  const folder = folderOf(path);
  if (!path.endsWith('.json') || nameOf(folder) !== 'events') return false;
  const parent = folderOf(folder);
  return files
    .namesIn(parent)
    .some((name) => files.document(childOf(parent, name), 'template')?.system === 'sam');
}

/** Output of `sam package` and `aws cloudformation package`, by the names that their documentation uses. */
function isPackaged(path: string): boolean {
  return /^(?:packaged(?:-template)?|.{1,200}[-_.]packaged)\.(?:ya?ml|json|template)$/.test(nameOf(path));
}

function hasYamlTemplate(files: FileIndex, path: string): boolean {
  const base = path.slice(0, -'.json'.length);
  return ['.yaml', '.yml', '.template'].some((extension) => systemOf(files, base + extension) !== undefined);
}

/** Folders that `output` of a `cdk.json` names. `cdk.out` is always excluded. */
function cdkOutputFolders(files: FileIndex): ReadonlySet<string> {
  const folders = files.withFormat('cdk').flatMap((path) => {
    const output = files.document(path, 'cdk')?.output;
    const folder = output === undefined ? undefined : resolvePath(folderOf(path), output);
    return folder === undefined || folder === '.' ? [] : [folder];
  });
  return new Set(folders);
}

function serverlessFragments(files: FileIndex): ReadonlySet<string> {
  return new Set(
    files
      .withFormat('serverless')
      .flatMap((path) =>
        (files.document(path, 'serverless')?.files ?? []).flatMap(
          (file) => resolvePath(folderOf(path), file) ?? [],
        ),
      ),
  );
}
