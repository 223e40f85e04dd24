import { addToGroup } from '../../../lists/add-to-group.ts';
import type { DetectedProject, ProjectEvidence, Reference } from '../detected-project.ts';
import type { BackendBlock, TerraformDocument } from '../documents/document.ts';
import { isBackendFile, isTerraformFile } from '../documents/document-format.ts';
import type { TerragruntFindings } from './detect-terragrunt.ts';
import {
  environmentOf,
  environmentsOfVariableFile,
  exampleSegmentOf,
  isEnvironmentPath,
} from '../paths/environment-names.ts';
import { distinct } from '../paths/file-index.ts';
import type { FileIndex } from '../paths/file-index.ts';
import { inMergeOrder } from '../documents/override-file.ts';
import { evaluateBackends } from './evaluate-backends.ts';
import type { BackendSettings } from './evaluate-backends.ts';
import { countedEvidence, detectedProjectOf } from './project-builder.ts';
import { providerLocationsOf } from './provider-locations.ts';
import { providerReachOf } from './provider-reach.ts';
import {
  childOf,
  folderOf,
  isWithin,
  nameOf,
  resolvePath,
  segmentsOf,
  selfAndAncestors,
} from '../paths/repository-path.ts';
import { rootScore, scoreOf, terraformEvidence } from './terraform-evidence.ts';
import { findTerraspace } from './terraspace.ts';
import type { TerraspaceFolders } from './terraspace.ts';
import { assignVariableFiles } from './variable-files.ts';

/** The evidence of CI configuration: folders that it names, with the file and the workspaces. */
export type CiFolders = ReadonlyMap<
  string,
  {
    readonly path: string;
    readonly workspaces: readonly string[];
    /** The arguments `-backend-config` of each `init` in the folder. */
    readonly settings: readonly BackendSettings[];
  }
>;

/**
 * Detects Terraform and OpenTofu projects: one for each folder with configuration files. Settings, variables and local
 * values alone are not a project, because other folders share such files.
 */
export function detectTerraform(
  files: FileIndex,
  terragrunt: TerragruntFindings,
  ciFolders: CiFolders,
): readonly DetectedProject[] {
  const terraspace = findTerraspace(files);
  const candidates = Map.groupBy(
    files
      .withFormat('terraform', 'terraform_json')
      .filter((path) => !isGenerated(files, terragrunt, path) && !terraspace.isConfiguration(folderOf(path))),
    folderOf,
  );
  const folders = [...candidates].flatMap(([folder, paths]) => readFolder(files, folder, paths));
  const callers = callersOf(folders);
  const kinds = new Map(
    folders.map((folder) => [folder.path, decisiveKind(files, folder, callers, terragrunt)]),
  );
  const open = folders.filter(({ path }) => kinds.get(path)?.kind === undefined);
  const variableFiles = assignVariableFiles(
    files.paths,
    new Set([...folders.map(({ path }) => path), ...terragrunt.projects.map(({ path }) => path)]),
    open.map(({ path }) => path),
  );
  const facts = new Map(
    folders.map((folder) => [
      folder.path,
      [
        ...factEvidence(files, folder, variableFiles.get(folder.path) ?? [], ciFolders),
        ...stackEvidence(terraspace, folder),
      ],
    ]),
  );
  const isRoot = ({ path }: TerraformFolder) => scoreOf(facts.get(path) ?? []) >= rootScore;
  const [first, ...others] = open;
  const only = others.length === 0 && canBeOnlyRoot(files, first) ? first : undefined;
  return folders.map((folder) => {
    const decisive = kinds.get(folder.path);
    const isOnly = folder === only && !isRoot(folder);
    const kind = decisive?.kind ?? (isRoot(folder) || isOnly ? 'root' : 'module');
    const onlyCandidate = { kind: 'only_candidate', path: folder.path, detail: 'the only candidate' };
    const evidence = [
      ...folder.evidence,
      ...(decisive?.evidence ?? []),
      ...(facts.get(folder.path) ?? []),
      ...(isOnly ? [{ ...onlyCandidate, weight: rootScore }] : []),
    ];
    const assigned = variableFiles.get(folder.path) ?? [];
    return toProject(
      files,
      withConfiguration(files, terraspace, folder),
      kind,
      evidence,
      assigned,
      ciFolders,
    );
  });
}

function stackEvidence(terraspace: TerraspaceFolders, { path }: TerraformFolder): readonly ProjectEvidence[] {
  const configuration = terraspace.configurationOf(path);
  if (configuration === undefined) return [];
  return [{ kind: 'terraspace_stack', path, detail: 'stack of Terraspace', weight: 5 }];
}

/** Adds the files that Terraspace copies into a stack. */
function withConfiguration(
  files: FileIndex,
  terraspace: TerraspaceFolders,
  folder: TerraformFolder,
): TerraformFolder {
  const configuration = terraspace.configurationOf(folder.path);
  if (configuration === undefined) return folder;
  const added = files
    .namesIn(configuration)
    .map((name) => childOf(configuration, name))
    .filter(isTerraformFile)
    .map((path) => ({ path, document: files.document(path, 'terraform') }));
  return { ...folder, files: [...added, ...folder.files], shared: added.map(({ path }) => path) };
}

interface TerraformFolder {
  readonly path: string;
  readonly system: 'terraform' | 'opentofu';
  /** Files that the tool loads, with their documents. */
  readonly files: readonly { readonly path: string; readonly document: TerraformDocument | undefined }[];
  readonly evidence: readonly ProjectEvidence[];
  /** Local folders that module calls name. */
  readonly calls: readonly string[];
  /** Files outside of the folder that a tool copies into it. */
  readonly shared?: readonly string[];
}

function readFolder(files: FileIndex, folder: string, paths: readonly string[]): readonly TerraformFolder[] {
  // OpenTofu ignores `main.tf` next to `main.tofu`.
  const overridden = new Set(
    paths.filter(isOpenTofuFile).map((path) => path.replace(/\.tofu(\.json)?$/, '.tf$1')),
  );
  const loaded = paths
    .filter((path) => !overridden.has(path))
    .map((path) => ({ path, document: files.document(path, 'terraform') }));
  const hasContent = loaded.some(
    ({ path, document }) => document?.hasContent === true || files.problemOf(path) !== undefined,
  );
  if (!hasContent) return [];
  const openTofu = openTofuEvidence(files, folder, paths);
  const calls = loaded
    .flatMap(({ document }) => document?.modules ?? [])
    .flatMap(({ source }) => localModule(folder, source).map((path) => files.realPath(path)));
  return [
    {
      path: folder,
      system: openTofu.length > 0 ? 'opentofu' : 'terraform',
      files: loaded,
      evidence: [
        ...countedEvidence(
          'file',
          loaded.map(({ path }) => path),
          'configuration file',
          0,
        ),
        ...openTofu,
      ],
      calls: distinct(calls.filter((call) => call !== folder)),
    },
  ];
}

function isOpenTofuFile(path: string): boolean {
  return /\.tofu(?:\.json)?$/.test(path);
}

/** Returns why a folder belongs to OpenTofu: its files, its lock file, or the nearest version file. */
function openTofuEvidence(
  files: FileIndex,
  folder: string,
  paths: readonly string[],
): readonly ProjectEvidence[] {
  const tofuFile = paths.find(isOpenTofuFile);
  if (tofuFile !== undefined)
    return [{ kind: 'opentofu', path: tofuFile, detail: 'OpenTofu file', weight: 0 }];
  const lockPath = childOf(folder, lockFileName);
  if (files.document(lockPath, 'lock')?.registries.includes('registry.opentofu.org') === true)
    return [{ kind: 'opentofu', path: lockPath, detail: 'registry.opentofu.org', weight: 0 }];
  for (const ancestor of selfAndAncestors(folder)) {
    if (files.hasFile(childOf(ancestor, '.terraform-version'))) return [];
    const path = childOf(ancestor, '.opentofu-version');
    if (files.hasFile(path)) {
      return [{ kind: 'opentofu', path, detail: 'OpenTofu version file', weight: 0 }];
    }
  }
  return [];
}

const lockFileName = '.terraform.lock.hcl';

function localModule(folder: string, source: string): readonly string[] {
  if (!source.startsWith('./') && !source.startsWith('../') && source !== '.' && source !== '..') return [];
  const path = resolvePath(folder, source);
  return path === undefined ? [] : [path];
}

function isGenerated(files: FileIndex, terragrunt: TerragruntFindings, path: string): boolean {
  return terragrunt.generatedFiles.has(path) || files.document(path, 'terraform')?.generated === true;
}

function callersOf(folders: readonly TerraformFolder[]): ReadonlyMap<string, readonly string[]> {
  const callers = new Map<string, string[]>();
  for (const { path, calls } of folders) {
    for (const call of calls) addToGroup(callers, call, path);
  }
  return callers;
}

/** Returns the kind of folders that no score can change: called modules, and examples. */
function decisiveKind(
  files: FileIndex,
  { path }: TerraformFolder,
  callers: ReadonlyMap<string, readonly string[]>,
  { moduleFolders }: TerragruntFindings,
): { readonly kind: 'module' | 'example' | undefined; readonly evidence: readonly ProjectEvidence[] } {
  const terragruntFile = moduleFolders.get(path);
  const evidence = [
    ...countedEvidence('called_module', callers.get(path) ?? [], 'called as a local module', -5),
    ...countedEvidence(
      'terragrunt_source',
      terragruntFile === undefined ? [] : [terragruntFile],
      'source of Terragrunt',
      -5,
    ),
  ];
  if (evidence.length > 0) return { kind: 'module', evidence };
  const example = exampleSegmentOf(path, (folder) => files.folders.has(folder));
  if (example === undefined) return { kind: undefined, evidence };
  const detail = `below "${example}"`;
  return { kind: 'example', evidence: [{ kind: 'example_folder', path, detail, weight: -3 }] };
}

/** Returns the evidence of the folder's own files, and of the files that name it. */
function factEvidence(
  files: FileIndex,
  folder: TerraformFolder,
  variableFiles: readonly string[],
  ciFolders: CiFolders,
): readonly ProjectEvidence[] {
  const { path } = folder;
  const where = (holds: (document: TerraformDocument) => boolean) =>
    folder.files.flatMap((file) => (file.document !== undefined && holds(file.document) ? [file.path] : []));
  const total = (count: (document: TerraformDocument) => number) =>
    folder.files.reduce((sum, { document }) => sum + (document === undefined ? 0 : count(document)), 0);
  const lockPath = childOf(path, lockFileName);
  const ciFile = ciFolders.get(path)?.path;
  return terraformEvidence({
    folder: path,
    backends: folder.files.flatMap((file) =>
      file.document?.backend === undefined ? [] : [{ path: file.path, type: file.document.backend.type }],
    ),
    providers: where(({ providers }) => providers.length > 0),
    configuredProviders: where(({ providers }) => providers.some(({ configured }) => configured === true)),
    imports: where(({ imports }) => imports > 0),
    lockFiles: files.hasFile(lockPath) ? [lockPath] : [],
    variableFiles,
    ciFiles: ciFile === undefined ? [] : [ciFile],
    deployments: where(({ deployments }) => deployments.length > 0),
    isEnvironment: isEnvironmentPath(path),
    hasResources: where(({ hasResources }) => hasResources).length > 0,
    variablesWithoutDefault: total(({ variablesWithoutDefault }) => variablesWithoutDefault),
    isInModulesFolder: isInModulesFolder(path),
  });
}

function isInModulesFolder(path: string): boolean {
  return segmentsOf(path).some((segment) => modulesFolders.has(segment));
}

const modulesFolders = new Set(['modules', 'module', '_modules', 'tf-modules', 'terraform-modules']);

/** The only candidate of a repository is its root module, unless the folders show that it is a module for others. */
function canBeOnlyRoot(files: FileIndex, folder: TerraformFolder | undefined): boolean {
  return (
    folder !== undefined &&
    !isInModulesFolder(folder.path) &&
    !files.folders.has(childOf(folder.path, 'examples')) &&
    folder.files.some(
      ({ path, document }) => document?.hasResources === true || files.problemOf(path) !== undefined,
    )
  );
}

function backendFields(
  files: FileIndex,
  folder: TerraformFolder,
  backend: BackendBlock | undefined,
  assigned: readonly string[],
  ciFolders: CiFolders,
): Partial<DetectedProject> {
  if (backend === undefined) return {};
  const { config, backends, needed, isTruncated } = evaluateBackends(files, backend.type, backend.config, {
    folder: folder.path,
    files: folder.files,
    assigned,
    settings: ciFolders.get(folder.path)?.settings ?? [],
  });
  return {
    backendType: backend.type,
    backendConfig: config,
    backends,
    stateReason: reasonOf(isTruncated, needed),
    stateReasonNames: needed,
  };
}

function reasonOf(isTruncated: boolean, needed: readonly string[]): DetectedProject['stateReason'] {
  if (isTruncated) return 'too_many_backends';
  return needed.length === 0 ? null : 'backend_unresolved';
}

function toProject(
  files: FileIndex,
  folder: TerraformFolder,
  kind: 'root' | 'module' | 'example',
  evidence: readonly ProjectEvidence[],
  variableFiles: readonly string[],
  ciFolders: CiFolders,
): DetectedProject {
  const { path } = folder;
  const documents = folder.files.flatMap(({ document }) => document ?? []);
  const { backend } =
    inMergeOrder(folder.files).findLast(({ document }) => document?.backend !== undefined)?.document ?? {};
  const outside = variableFiles.filter((file) => !isWithin(file, path));
  const tfvars = variableFiles.filter((file) => !isBackendFile(file));
  const environmentFiles = variableFiles.flatMap((file) =>
    environmentsOfVariableFile(isWithin(file, path) && path !== '.' ? file.slice(path.length + 1) : file),
  );
  const workspaces = [
    ...documents.flatMap((document) => document.workspaces),
    ...(ciFolders.get(path)?.workspaces ?? []),
  ];
  return detectedProjectOf({
    path,
    system: folder.system,
    kind,
    evidence,
    ...backendFields(files, folder, backend, variableFiles, ciFolders),
    requiredProviders: Object.fromEntries(
      documents
        .flatMap((document) => document.requiredProviders)
        .map(({ name, ...provider }) => [name, provider]),
    ),
    providerLocations: providerLocationsOf(
      folder.files.flatMap(({ path: file, document }) =>
        document === undefined ? [] : [{ path: file, ...document }],
      ),
    ),
    ...providerReachOf(files, path),
    environmentHints: {
      environments: [...environmentFiles, ...workspaces.flatMap((name) => environmentOf(nameOf(name)) ?? [])],
      workspaces: distinct(workspaces.filter((name) => name !== 'default')),
      tfvars: distinct(tfvars),
      stacks: distinct(documents.flatMap((document) => document.deployments)),
    },
    unreadableFiles: files.unreadable(folder.files.map((file) => file.path)),
    references: [
      ...folder.calls.map((call): Reference => ({ kind: 'module', path: call })),
      ...outside.map((file): Reference => ({ kind: 'variables', path: file })),
      ...(folder.shared ?? []).map((file): Reference => ({ kind: 'include', path: file })),
    ],
  });
}
