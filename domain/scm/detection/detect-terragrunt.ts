import type { BackendConfig, BackendValue } from './backend-config.ts';
import type { DetectedProject, Evidence, Reference } from './detected-project.ts';
import type { BackendBlock, TerragruntDocument } from './document.ts';
import { isTerraformFile, isVariableFile } from './document-format.ts';
import { environmentsOfVariableFile, exampleSegmentOf } from './environment-names.ts';
import { distinct, noHints, type FileIndex } from './file-index.ts';
import { fileEvidence, projectOf } from './project-builder.ts';
import { childOf, folderOf, nameOf, resolvePath } from './repository-path.ts';
import { evaluateTerragrunt, repositoryPrefix, type TerragruntScope } from './terragrunt-expression.ts';

export interface TerragruntFindings {
  readonly projects: readonly DetectedProject[];
  /** Folders that Terragrunt runs as modules, with the file whose `source` names them. */
  readonly moduleFolders: ReadonlyMap<string, string>;
  /** Files that Terragrunt writes. */
  readonly generatedFiles: ReadonlySet<string>;
}

/**
 * Detects units (`terragrunt.hcl`) and stacks (`terragrunt.stack.hcl`). A file that another one includes is a parent and
 * no project.
 */
export function detectTerragrunt(files: FileIndex): TerragruntFindings {
  const unitFiles = files.paths.filter((path) => unitFileNames.has(nameOf(path)));
  const units = unitFiles.map((path) => readUnit(files, path));
  const parents = new Set(units.flatMap(({ included }) => included.map(({ path }) => path)));
  const active = units.filter((unit) => !parents.has(unit.path) && isUnit(files, unit));
  const moduleFolders = new Map<string, string>();
  const generatedFiles = new Set<string>();
  for (const unit of active) {
    for (const { path } of unit.references.filter(({ kind }) => kind === 'module'))
      moduleFolders.set(path, unit.path);
    if (!unit.hasSource && hasTerraformFiles(files, unit.folder)) moduleFolders.set(unit.folder, unit.path);
    for (const name of unit.generates) generatedFiles.add(childOf(unit.folder, name));
  }
  const projects = new Map<string, DetectedProject>();
  for (const unit of active) {
    if (!projects.has(unit.folder)) projects.set(unit.folder, unitProject(files, unit, moduleFolders));
  }
  return { projects: [...projects.values()], moduleFolders, generatedFiles };
}

/** A stack file comes first: a folder with both files is the stack's. */
const unitFileNames = new Set(['terragrunt.stack.hcl', 'terragrunt.hcl']);
/** Includes that are shown as evidence. */
const maximumEvidence = 20;

interface Unit {
  readonly path: string;
  readonly folder: string;
  readonly included: readonly IncludedFile[];
  readonly references: readonly Reference[];
  readonly generates: readonly string[];
  readonly remoteState:
    (BackendBlock & { readonly scope: TerragruntScope; readonly path: string }) | undefined;
  readonly hasSource: boolean;
  readonly isStack: boolean;
  /** Number of include blocks, with those whose path cannot be evaluated. */
  readonly includes: number;
}

interface IncludedFile {
  readonly path: string;
  readonly document: TerragruntDocument | undefined;
  readonly scope: TerragruntScope;
}

function readUnit(files: FileIndex, path: string): Unit {
  const folder = folderOf(path);
  const document = files.document(path, 'terragrunt');
  const ownScope = scopeOf(files, folder, document, undefined);
  const included = (document?.includes ?? []).flatMap((include) => {
    const target = resolveFile(files, evaluateTerragrunt(include.path, ownScope), folder);
    if (target === undefined || target === path) return [];
    const parent = files.document(target, 'terragrunt');
    return [{ path: target, document: parent, scope: scopeOf(files, folder, parent, folderOf(target)) }];
  });
  const scope = scopeOf(files, folder, document, included[0] && folderOf(included[0].path));
  const own: IncludedFile = { path, document, scope };
  const all = [own, ...included];
  const withSource = all.find((file) => file.document?.source !== undefined);
  const withState = all.find((file) => file.document?.remoteState !== undefined);
  const state = withState?.document?.remoteState;
  return {
    path,
    folder,
    included,
    references: distinctReferences([
      ...included.map((file): Reference => ({ kind: 'include', path: file.path })),
      ...readFilesOf(files, folder, all),
      ...all.flatMap((file) => dependenciesOf(files, folder, file)),
      ...(withSource === undefined ? [] : moduleOf(files, folder, withSource)),
      ...(document?.units ?? []).flatMap(({ source }) =>
        localFolder(files, evaluateTerragrunt(source, scope), [folder]),
      ),
    ]).filter((reference) => reference.path !== path),
    generates: all.flatMap((file) => (file.document?.generates ?? []).map(({ path }) => path)),
    remoteState:
      withState === undefined || state === undefined
        ? undefined
        : { ...state, scope: withState.scope, path: withState.path },
    hasSource: withSource !== undefined,
    isStack: nameOf(path) === 'terragrunt.stack.hcl',
    includes: document?.includes.length ?? 0,
  };
}

/** A file without `include`, `source` and Terraform files only holds settings for others. */
function isUnit(files: FileIndex, unit: Unit): boolean {
  return (
    unit.isStack ||
    unit.includes > 0 ||
    unit.hasSource ||
    hasTerraformFiles(files, unit.folder) ||
    files.problemOf(unit.path) !== undefined
  );
}

function unitProject(
  files: FileIndex,
  unit: Unit,
  moduleFolders: ReadonlyMap<string, string>,
): DetectedProject {
  const { folder, path, remoteState } = unit;
  const usedBy = moduleFolders.get(folder);
  const isModule = usedBy !== undefined && usedBy !== path;
  const example = exampleSegmentOf(folder, (name) => files.folders.has(name));
  const tfvars = [
    ...unit.references.filter(({ kind }) => kind === 'variables').map(({ path }) => path),
    ...files
      .namesIn(folder)
      .filter(isVariableFile)
      .map((name) => childOf(folder, name)),
  ];
  const evidence: Evidence[] = [fileEvidence(path, unit.isStack ? 'Terragrunt stack' : 'Terragrunt unit')];
  for (const include of unit.included.slice(0, maximumEvidence))
    evidence.push({ kind: 'include', path, detail: `includes ${include.path}`, weight: 3 });
  if (remoteState !== undefined) {
    const detail = `remote_state "${remoteState.type}"`;
    evidence.push({ kind: 'backend', path: remoteState.path, detail, weight: 5 });
  }
  if (isModule) evidence.push({ kind: 'stack_unit', path: usedBy, detail: `used by ${usedBy}`, weight: -5 });
  else if (example !== undefined)
    evidence.push({ kind: 'example_folder', path: folder, detail: `below "${example}"`, weight: -3 });
  return projectOf({
    path: folder,
    system: 'terragrunt',
    kind: isModule ? 'module' : example === undefined ? 'root' : 'example',
    evidence,
    backendType: remoteState?.type ?? null,
    backendConfig: remoteState === undefined ? {} : evaluateConfig(remoteState.config, remoteState.scope),
    environmentHints: {
      ...noHints,
      environments: tfvars.flatMap(environmentsOfVariableFile),
      tfvars: distinct(tfvars),
    },
    unreadableFiles: files.unreadable([path, ...unit.included.map((file) => file.path)]),
    references: unit.references,
  });
}

/** Adds the value of expressions that depend on paths only, such as `key = "${path_relative_to_include()}/x.tfstate"`. */
function evaluateConfig(config: BackendConfig, scope: TerragruntScope): BackendConfig {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]): [string, BackendValue] => {
      if (!isExpression(value)) return [name, value];
      const result = evaluateTerragrunt(value.expr, scope);
      return [name, result?.includes(repositoryPrefix) === false ? { ...value, value: result } : value];
    }),
  );
}

function isExpression(value: BackendValue): value is { readonly expr: string } {
  return typeof value === 'object' && value !== null && 'expr' in value && typeof value.expr === 'string';
}

/** Returns the files that functions and `extra_arguments` read, directly or through other files. */
function readFilesOf(
  files: FileIndex,
  unitFolder: string,
  start: readonly IncludedFile[],
): readonly Reference[] {
  const references: Reference[] = [];
  const pending = new Map(start.map((file) => [file.path, file]));
  // A Map visits entries that are added during the iteration.
  for (const { document, scope } of pending.values()) {
    const resolve = (text: string) => resolveFile(files, evaluateTerragrunt(text, scope), unitFolder);
    for (const text of document?.variableFiles ?? []) {
      const path = resolve(text);
      if (path !== undefined) references.push({ kind: 'variables', path });
    }
    for (const text of document?.reads ?? []) {
      const path = resolve(text);
      if (path === undefined) continue;
      references.push({ kind: 'include', path });
      if (pending.has(path)) continue;
      const next = files.document(path, 'terragrunt');
      pending.set(path, {
        path,
        document: next,
        scope: scopeOf(files, unitFolder, next, scope.includeFolder),
      });
    }
  }
  return references;
}

function dependenciesOf(files: FileIndex, unitFolder: string, file: IncludedFile): readonly Reference[] {
  return (file.document?.dependencies ?? []).flatMap((text) =>
    localFolder(files, evaluateTerragrunt(text, file.scope), [unitFolder]).map(({ path }): Reference => ({
      kind: 'dependency',
      path,
    })),
  );
}

/** A relative `source` of an included file is resolved against the unit, then against the file. */
function moduleOf(files: FileIndex, unitFolder: string, file: IncludedFile): readonly Reference[] {
  const text = file.document?.source?.text;
  return text === undefined
    ? []
    : localFolder(files, evaluateTerragrunt(text, file.scope), [unitFolder, folderOf(file.path)]);
}

/** Returns a reference to a local folder of the tree. `//` separates the copied folder from the module in it. */
function localFolder(
  files: FileIndex,
  value: string | undefined,
  bases: readonly string[],
): readonly Reference[] {
  if (value === undefined) return [];
  const path = value.split('?')[0] ?? '';
  const candidates = path.startsWith(repositoryPrefix)
    ? [resolvePath('.', `.${path.slice(repositoryPrefix.length)}`)]
    : path.startsWith('.')
      ? bases.map((base) => resolvePath(base, path))
      : [];
  const folder = candidates.find((candidate) => candidate !== undefined && files.folders.has(candidate));
  return folder === undefined ? [] : [{ kind: 'module', path: folder }];
}

function resolveFile(files: FileIndex, value: string | undefined, base: string): string | undefined {
  if (value === undefined) return undefined;
  const path = value.startsWith(repositoryPrefix)
    ? resolvePath('.', `.${value.slice(repositoryPrefix.length)}`)
    : resolvePath(base, value);
  return path !== undefined && files.hasFile(path) ? path : undefined;
}

function scopeOf(
  files: FileIndex,
  unitFolder: string,
  document: TerragruntDocument | undefined,
  includeFolder: string | undefined,
): TerragruntScope {
  return {
    unitFolder,
    ...(includeFolder === undefined ? {} : { includeFolder }),
    locals: new Map((document?.locals ?? []).map(({ name, text }) => [name, text])),
    exists: (path) => files.hasFile(path) || files.folders.has(path),
  };
}

function hasTerraformFiles(files: FileIndex, folder: string): boolean {
  return files.namesIn(folder).some(isTerraformFile);
}

function distinctReferences(references: readonly Reference[]): readonly Reference[] {
  return [...new Map(references.map((item) => [`${item.kind} ${item.path}`, item])).values()];
}
