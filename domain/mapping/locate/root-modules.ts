import { childOf, folderOf, selfAndAncestors } from '../../scm/detection/paths/repository-path.ts';
import { readTerragruntUnit } from '../../scm/detection/systems/terragrunt-unit.ts';
import type { TerragruntFiles, TerragruntUnit } from '../../scm/detection/systems/terragrunt-unit.ts';
import type { CodeIndex, LocatableSystem } from './code-index.ts';
import { readModuleCode } from './module-code.ts';
import type { ModuleFile } from './module-code.ts';
import { sourceLayer } from './module-node.ts';
import type { CodeLocation, ModuleLayer, ModuleNode, ModuleScope } from './module-node.ts';

/** A project whose code can be located. `path` is a folder of its repository. */
export interface LocatableProject {
  readonly repositoryId: string;
  readonly path: string;
  readonly system: LocatableSystem;
}

const maximumStackUnits = 200;

/**
 * Returns the root modules of a project: one, or one for each unit of a Terragrunt stack.
 *
 * @param folders all folders of the project's repository that contain a parsed file. Only Terragrunt needs them.
 */
export function rootModules(
  scope: ModuleScope,
  project: LocatableProject,
  folders: ReadonlySet<string>,
): readonly ModuleNode[] {
  const { repositoryId, path } = project;
  const unit = unitOf(scope.index, project, folders);
  if (unit === undefined) {
    const code = scope.index.moduleAt(repositoryId, path);
    const layers =
      code === undefined ? [] : [{ repositoryId, folder: path, code, confidence: 'high' as const }];
    return [{ layers, fallback: undefined, children: new Map() }];
  }
  if (!unit.isStack) return [unitModule(scope, repositoryId, unit)];
  return stackUnits(unit).flatMap((folder) => {
    const member = readUnitIn(scope.index, repositoryId, folder, folders);
    return member === undefined ? [] : [unitModule(scope, repositoryId, member)];
  });
}

/** Folders and module sources that the root modules of a Terragrunt project use before any module call. */
export interface TerragruntRoots {
  /** Folders whose changes can change the evaluation of the project's files. */
  readonly watched: readonly string[];
  /** Folders with Terraform files. */
  readonly modules: readonly string[];
  /** Sources of units and of calls in generated code, with the folder to which each is relative. */
  readonly sources: readonly { readonly folder: string; readonly source: string }[];
}

export function terragruntRoots(
  index: CodeIndex,
  project: LocatableProject,
  folders: ReadonlySet<string>,
): TerragruntRoots {
  const unit = unitOf(index, project, folders);
  const watched = new Set(selfAndAncestors(project.path));
  const modules = new Set([project.path]);
  const sources: { readonly folder: string; readonly source: string }[] = [];
  const members = (unit?.isStack === true ? stackUnits(unit) : []).flatMap(
    (folder) => readUnitIn(index, project.repositoryId, folder, folders) ?? [],
  );
  for (const { folder, source, generates, included, references } of [
    ...(unit === undefined ? [] : [unit]),
    ...members,
  ]) {
    for (const ancestor of selfAndAncestors(folder)) watched.add(ancestor);
    for (const { path } of included) watched.add(folderOf(path));
    for (const { kind, path } of references) if (kind === 'include') watched.add(folderOf(path));
    modules.add(folder);
    if (source?.folder !== undefined) modules.add(source.folder);
    else if (source?.value !== undefined) sources.push({ folder, source: source.value });
    for (const { code } of generates)
      for (const call of code?.modules ?? []) sources.push({ folder, source: call.source });
  }
  return { watched: [...watched], modules: [...modules], sources };
}

/** Terragrunt reads the JSON file only when the other one does not exist. */
const unitFiles = ['terragrunt.hcl', 'terragrunt.hcl.json'] as const;
const stackFile = 'terragrunt.stack.hcl';

function unitOf(
  index: CodeIndex,
  { repositoryId, path, system }: LocatableProject,
  folders: ReadonlySet<string>,
): TerragruntUnit | undefined {
  if (system !== 'terragrunt') return undefined;
  return (
    readUnit(index, repositoryId, childOf(path, stackFile), folders) ??
    readUnitIn(index, repositoryId, path, folders)
  );
}

function readUnitIn(
  index: CodeIndex,
  repositoryId: string,
  folder: string,
  folders: ReadonlySet<string>,
): TerragruntUnit | undefined {
  for (const name of unitFiles) {
    const unit = readUnit(index, repositoryId, childOf(folder, name), folders);
    if (unit !== undefined) return unit;
  }
  return undefined;
}

function readUnit(
  index: CodeIndex,
  repositoryId: string,
  path: string,
  folders: ReadonlySet<string>,
): TerragruntUnit | undefined {
  if (!index.hasFile(repositoryId, path)) return undefined;
  const files: TerragruntFiles = {
    folders,
    hasFile: (file) => index.hasFile(repositoryId, file),
    document: (file) => index.terragruntAt(repositoryId, file),
  };
  return readTerragruntUnit(files, path);
}

function stackUnits({ references }: TerragruntUnit): readonly string[] {
  return references
    .filter(({ kind }) => kind === 'module')
    .map(({ path }) => path)
    .slice(0, maximumStackUnits);
}

/** Terragrunt copies the source, then the files of the unit's folder, and then generates files. Later files win. */
function unitModule(scope: ModuleScope, repositoryId: string, unit: TerragruntUnit): ModuleNode {
  const { folder, source, generates } = unit;
  const base = { repositoryId, folder, confidence: 'high' as const };
  const declarations = new Map(
    generates.map(({ path, file, line }) => [childOf(folder, path), { file, line }]),
  );
  const own = scope.index.filesAt(repositoryId, folder).map((file): ModuleFile => {
    const position = declarations.get(file.path);
    return position === undefined ? file : { ...file, position };
  });
  const generated = generates.flatMap(({ path, file, line, code }): readonly ModuleFile[] =>
    code === undefined ? [] : [{ ...code, path, position: { file, line } }],
  );
  const layers: ModuleLayer[] = [{ ...base, code: readModuleCode([...generated, ...own]) }];
  const found = sourceOf(scope, base, unit);
  if (found !== undefined) layers.push(found.layer);
  const isComplete = source === undefined || found?.isLocal === true;
  const fallback = isComplete
    ? opaqueFile(repositoryId, unit)
    : { repositoryId, file: source.file, line: source.line, confidence: 'medium' as const };
  return { layers, fallback, children: new Map() };
}

function sourceOf(
  scope: ModuleScope,
  base: Pick<ModuleLayer, 'repositoryId' | 'folder' | 'confidence'>,
  { source }: TerragruntUnit,
): ReturnType<typeof sourceLayer> {
  if (source === undefined) return undefined;
  if (source.folder === undefined)
    return source.value === undefined ? undefined : sourceLayer(scope, base, source.value);
  const code = scope.index.moduleAt(base.repositoryId, source.folder);
  return code && { layer: { ...base, folder: source.folder, code }, isLocal: true };
}

/** When the contents of one generated file are unknown, that file declares the addresses that no other file declares. */
function opaqueFile(repositoryId: string, { generates }: TerragruntUnit): CodeLocation | undefined {
  const [opaque, ...others] = generates.filter(
    ({ path, code }) => code === undefined && /\.(?:tf|tofu)(?:\.json)?$/.test(path),
  );
  return opaque === undefined || others.length > 0
    ? undefined
    : { repositoryId, file: opaque.file, line: opaque.line, confidence: 'medium' };
}
