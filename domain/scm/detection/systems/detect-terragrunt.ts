import { defined } from '../../../defined.ts';
import type { DetectedProject, ProjectEvidence } from '../detected-project.ts';
import { isTerraformFile, isVariableFile } from '../documents/document-format.ts';
import { environmentsOfVariableFile, exampleSegmentOf } from '../paths/environment-names.ts';
import { distinct, noHints } from '../paths/file-index.ts';
import type { FileIndex } from '../paths/file-index.ts';
import { fileEvidence, detectedProjectOf } from './project-builder.ts';
import { providerLocationsOf } from './provider-locations.ts';
import { accountOfRole, providerReachOf } from './provider-reach.ts';
import type { ProviderReach } from './provider-reach.ts';
import { childOf, nameOf } from '../paths/repository-path.ts';
import { unresolved, withValues } from './evaluate-backends.ts';
import { readTerragruntUnit } from './terragrunt-unit.ts';
import type { TerragruntUnit, UnitBackend } from './terragrunt-unit.ts';

export interface TerragruntFindings {
  readonly projects: readonly DetectedProject[];
  /** Folders that Terragrunt runs as modules, with the file whose `source` names them. */
  readonly moduleFolders: ReadonlyMap<string, string>;
  /** Files that Terragrunt writes. */
  readonly generatedFiles: ReadonlySet<string>;
}

/**
 * Detects units (`terragrunt.hcl`, `terragrunt.hcl.json`) and stacks (`terragrunt.stack.hcl`). A file that another one includes is a parent and
 * no project.
 */
export function detectTerragrunt(files: FileIndex): TerragruntFindings {
  const unitFiles = files.paths.filter((path) => unitFileNames.has(nameOf(path)));
  const units = unitFiles.map((path) => readTerragruntUnit(files, path));
  const parents = new Set(units.flatMap(({ included }) => included.map(({ path }) => path)));
  const active = units.filter((unit) => !parents.has(unit.path) && isUnit(files, unit));
  const moduleFolders = new Map<string, string>();
  const generatedFiles = new Set<string>();
  for (const unit of active) {
    for (const { path } of unit.references.filter(({ kind }) => kind === 'module'))
      moduleFolders.set(files.realPath(path), unit.path);
    if (unit.source === undefined && hasTerraformFiles(files, unit.folder))
      moduleFolders.set(unit.folder, unit.path);
    for (const { path } of unit.generates) generatedFiles.add(childOf(unit.folder, path));
  }
  const projects = new Map<string, DetectedProject>();
  for (const unit of active) {
    if (!projects.has(unit.folder)) projects.set(unit.folder, unitProject(files, unit, moduleFolders));
  }
  return { projects: [...projects.values()], moduleFolders, generatedFiles };
}

/** A stack file comes first: a folder with both files is the stack's. */
const unitFileNames = new Set(['terragrunt.stack.hcl', 'terragrunt.hcl', 'terragrunt.hcl.json']);
/** Includes that are shown as evidence. */
const maximumEvidence = 20;

/** A file without `include`, `source` and Terraform files only holds settings for others. */
function isUnit(files: FileIndex, unit: TerragruntUnit): boolean {
  return (
    unit.isStack ||
    unit.includes > 0 ||
    unit.source !== undefined ||
    hasTerraformFiles(files, unit.folder) ||
    files.problemOf(unit.path) !== undefined
  );
}

function unitProject(
  files: FileIndex,
  unit: TerragruntUnit,
  moduleFolders: ReadonlyMap<string, string>,
): DetectedProject {
  const { folder, path, backend } = unit;
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
  const evidence: ProjectEvidence[] = [
    fileEvidence(path, unit.isStack ? 'Terragrunt stack' : 'Terragrunt unit'),
  ];
  for (const include of unit.included.slice(0, maximumEvidence))
    evidence.push({ kind: 'include', path, detail: `includes ${include.path}`, weight: 3 });
  if (backend !== undefined) {
    const block = backend.declaredBy === 'remote_state' ? 'remote_state' : 'generated backend';
    const detail = `${block} "${backend.type}"`;
    evidence.push({ kind: 'backend', path: backend.path, detail, weight: 5 });
  }
  if (isModule) evidence.push({ kind: 'stack_unit', path: usedBy, detail: `used by ${usedBy}`, weight: -5 });
  else if (example !== undefined)
    evidence.push({ kind: 'example_folder', path: folder, detail: `below "${example}"`, weight: -3 });
  return detectedProjectOf({
    path: folder,
    system: 'terragrunt',
    kind: isModule ? 'module' : example === undefined ? 'root' : 'example',
    evidence,
    backendType: backend?.type ?? null,
    ...backendFields(backend),
    environmentHints: {
      ...noHints,
      environments: tfvars.flatMap(environmentsOfVariableFile),
      tfvars: distinct(tfvars),
    },
    providerLocations: providerLocationsOf(unitDeclarations(files, unit)),
    ...reachOfUnit(files, unit),
    unreadableFiles: files.unreadable([path, ...unit.included.map((file) => file.path)]),
    references: unit.references,
  });
}

/** Terragrunt copies the module and adds the unit's own and the generated files. A stack runs modules of its units. */
function reachOfUnit(files: FileIndex, unit: TerragruntUnit): ProviderReach {
  const { folder, source, generates, isStack, iamRole } = unit;
  const generated = generates.flatMap(({ path, code }) => (code === undefined ? [] : [{ path, ...code }]));
  // The content of a generated file that is no literal text, and of a module in another repository, is not known.
  const isKnown = !isStack && generates.every(({ code }) => code !== undefined);
  const root = source === undefined ? folder : source.folder;
  const reach = providerReachOf(files, isStack ? undefined : root, generated, {
    ownFolders: root === folder ? [] : [folder],
    ...defined({ runAs: accountOfRole(iamRole) }),
  });
  if (isStack) return { withoutAws: false };
  return isKnown ? reach : { ...reach, withoutAws: false };
}

function backendFields(
  backend: UnitBackend | undefined,
): Pick<DetectedProject, 'backendConfig' | 'stateReason' | 'stateReasonNames'> {
  if (backend === undefined) return { backendConfig: {}, stateReason: null, stateReasonNames: [] };
  const backendConfig = withValues(backend.config, backend.scope);
  const names = unresolved(backend.type, backendConfig, backend.scope);
  return {
    backendConfig,
    stateReason: names.length === 0 ? null : 'backend_unresolved',
    stateReasonNames: distinct(names),
  };
}

/** Returns the declarations of the module's folder, of the unit's own folder, and of the generated files. */
function unitDeclarations(files: FileIndex, { folder, source, generates }: TerragruntUnit) {
  const folders = source?.folder === undefined ? [folder] : [source.folder, folder];
  const ofFolders = folders.flatMap((each) =>
    files
      .namesIn(each)
      .filter(isTerraformFile)
      .flatMap((name) => {
        const path = childOf(each, name);
        const document = files.document(path, 'terraform');
        return document === undefined ? [] : [{ path, ...document }];
      }),
  );
  return [
    ...ofFolders,
    ...generates.flatMap(({ path, code }) => (code === undefined ? [] : [{ path, ...code }])),
  ];
}

function hasTerraformFiles(files: FileIndex, folder: string): boolean {
  return files.namesIn(folder).some(isTerraformFile);
}
