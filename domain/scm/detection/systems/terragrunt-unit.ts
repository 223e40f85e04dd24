import { defined } from '../../../defined.ts';
import type { Reference } from '../detected-project.ts';
import type { BackendBlock, GeneratedFile, TerragruntDocument } from '../documents/document.ts';
import type { FileIndex } from '../paths/file-index.ts';
import { folderOf, nameOf, resolvePath } from '../paths/repository-path.ts';
import { evaluateTerragrunt, repositoryPrefix } from './terragrunt-expression.ts';
import type { TerragruntScope } from './terragrunt-expression.ts';

/** The files of a repository to which a unit can refer. */
export interface TerragruntFiles extends Pick<FileIndex, 'hasFile' | 'folders'> {
  document(path: string, type: 'terragrunt'): TerragruntDocument | undefined;
}

/** A Terragrunt file with the files that it includes and the values that depend on paths. */
export interface TerragruntUnit {
  readonly path: string;
  readonly folder: string;
  readonly included: readonly IncludedFile[];
  readonly references: readonly Reference[];
  /** Files that the unit and its included files generate, with the path of the file that declares each. */
  readonly generates: readonly (GeneratedFile & { readonly file: string })[];
  readonly backend: UnitBackend | undefined;
  readonly source?: UnitSource;
  /** The ARN of the role that Terragrunt assumes before it runs Terraform. */
  readonly iamRole?: string;
  readonly isStack: boolean;
  /** Number of include blocks, with those whose path cannot be evaluated. */
  readonly includes: number;
}

/** The backend of a `remote_state` block or, without one, of the code in a `generate` block. */
export interface UnitBackend extends BackendBlock {
  readonly declaredBy: 'remote_state' | 'generate';
  /** The file with the block, and the scope of its expressions. */
  readonly path: string;
  readonly scope: TerragruntScope;
}

/** The `source` of a `terraform` block. */
export interface UnitSource {
  /** The file and the line of the attribute. */
  readonly file: string;
  readonly line: number;
  /** Undefined when the expression depends on anything else than paths. */
  readonly value: string | undefined;
  /** The folder of the repository that the source names, if it exists. */
  readonly folder?: string;
}

interface IncludedFile {
  readonly path: string;
  readonly document: TerragruntDocument | undefined;
  readonly scope: TerragruntScope;
}

/** Reads `terragrunt.hcl`, `terragrunt.hcl.json` or `terragrunt.stack.hcl`. Functions and local values are evaluated if they depend on paths only. */
export function readTerragruntUnit(files: TerragruntFiles, path: string): TerragruntUnit {
  const folder = folderOf(path);
  const document = files.document(path, 'terragrunt');
  const ownScope = scopeOf(files, folder, document, undefined);
  const targets = (document?.includes ?? []).flatMap((include) => {
    const target = resolveFile(files, evaluateTerragrunt(include.path, ownScope), folder);
    if (target === undefined || target === path) return [];
    const parent = files.document(target, 'terragrunt');
    return [{ name: include.name, path: target, document: parent }];
  });
  const includeFolders = new Map(targets.map((target) => [target.name, folderOf(target.path)]));
  const filesByLabel = new Map(targets.map((target) => [target.name, target.path]));
  const included = targets.map(({ path: target, document: parent }) => ({
    path: target,
    document: parent,
    scope: scopeOf(files, folder, parent, {
      folder: folderOf(target),
      byLabel: includeFolders,
      filesByLabel,
    }),
  }));
  const [firstTarget] = targets;
  const scope = scopeOf(
    files,
    folder,
    document,
    firstTarget && { folder: folderOf(firstTarget.path), byLabel: includeFolders, filesByLabel },
  );
  const own: IncludedFile = { path, document, scope };
  const all = [own, ...included];
  const source = all.flatMap((file) => sourceOf(files, folder, file))[0];
  const iamRole = all.flatMap(({ document: file, scope: ofFile }) =>
    file?.iamRole === undefined ? [] : [evaluateTerragrunt(file.iamRole, ofFile)],
  )[0];
  return {
    path,
    folder,
    included,
    references: distinctReferences([
      ...included.map((file): Reference => ({ kind: 'include', path: file.path })),
      ...readFilesOf(files, folder, all),
      ...all.flatMap((file) => dependenciesOf(files, folder, file)),
      ...(source?.folder === undefined ? [] : [{ kind: 'module', path: source.folder } as const]),
      ...(document?.units ?? []).flatMap(({ source }) =>
        localFolder(files, evaluateTerragrunt(source, scope), [folder]),
      ),
    ]).filter((reference) => reference.path !== path),
    generates: all.flatMap((file) =>
      (file.document?.generates ?? []).map((generated) => ({ ...generated, file: file.path })),
    ),
    backend: backendOf(all),
    ...defined({ source, iamRole }),
    isStack: nameOf(path) === 'terragrunt.stack.hcl',
    includes: document?.includes.length ?? 0,
  };
}

function backendOf(all: readonly IncludedFile[]): UnitBackend | undefined {
  const declared = (
    declaredBy: UnitBackend['declaredBy'],
    read: (document: TerragruntDocument) => BackendBlock | undefined,
  ) =>
    all.flatMap(({ path, document, scope }): readonly UnitBackend[] => {
      const backend = document === undefined ? undefined : read(document);
      return backend === undefined ? [] : [{ ...backend, declaredBy, path, scope }];
    });
  const [found] = [
    ...declared('remote_state', ({ remoteState }) => remoteState),
    ...declared(
      'generate',
      ({ generates }) => generates.find(({ code }) => code?.backend !== undefined)?.code?.backend,
    ),
  ];
  return found;
}

/** Returns the files that functions and `extra_arguments` read, directly or through other files. */
function readFilesOf(
  files: TerragruntFiles,
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
      pending.set(path, { path, document: next, scope: scopeOf(files, unitFolder, next, scope.include) });
    }
  }
  return references;
}

function dependenciesOf(
  files: TerragruntFiles,
  unitFolder: string,
  file: IncludedFile,
): readonly Reference[] {
  return (file.document?.dependencies ?? []).flatMap((text) =>
    localFolder(files, evaluateTerragrunt(text, file.scope), [unitFolder]).map(({ path }): Reference => ({
      kind: 'dependency',
      path,
    })),
  );
}

/** A relative `source` of an included file is resolved against the unit, then against the file. */
function sourceOf(files: TerragruntFiles, unitFolder: string, file: IncludedFile): readonly UnitSource[] {
  const { path, document, scope } = file;
  if (document?.source === undefined) return [];
  const { text, line } = document.source;
  const value = evaluateTerragrunt(text, scope);
  const [local] = localFolder(files, value, [unitFolder, folderOf(path)]);
  return [{ file: path, line, value, ...defined({ folder: local?.path }) }];
}

/** Returns a reference to a local folder of the tree. `//` separates the copied folder from the module in it. */
function localFolder(
  files: TerragruntFiles,
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

function resolveFile(files: TerragruntFiles, value: string | undefined, base: string): string | undefined {
  if (value === undefined) return undefined;
  const path = value.startsWith(repositoryPrefix)
    ? resolvePath('.', `.${value.slice(repositoryPrefix.length)}`)
    : resolvePath(base, value);
  return path !== undefined && files.hasFile(path) ? path : undefined;
}

function scopeOf(
  files: TerragruntFiles,
  unitFolder: string,
  document: TerragruntDocument | undefined,
  include: TerragruntScope['include'],
): TerragruntScope {
  return defined({
    unitFolder,
    include,
    locals: new Map((document?.locals ?? []).map(({ name, text }) => [name, text])),
    exists: (path: string) => files.hasFile(path) || files.folders.has(path),
    // The functions of a file that is read use its own folder. Source: Terragrunt, `read_terragrunt_config`.
    scopeOfFile: (path: string) => {
      const other = files.document(path, 'terragrunt');
      return other === undefined ? undefined : scopeOf(files, folderOf(path), other, undefined);
    },
  });
}

function distinctReferences(references: readonly Reference[]): readonly Reference[] {
  return [...new Map(references.map((item) => [`${item.kind} ${item.path}`, item])).values()];
}
