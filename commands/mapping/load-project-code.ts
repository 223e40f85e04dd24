import {
  findRemotes,
  listCodeFolders,
  listFolderCode,
  listModuleSources,
  listTerragruntCode,
} from '../../db/mapping/projects/project-code-store.ts';
import type { FolderRef, StoredProject } from '../../db/mapping/projects/project-code-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { maximumModuleDepth } from '../../domain/mapping/locate/code-address.ts';
import { indexCode } from '../../domain/mapping/locate/code-index.ts';
import type { ProjectCode } from '../../domain/mapping/locate/create-locator.ts';
import type { KnownRemote } from '../../domain/mapping/locate/module-node.ts';
import { parseModuleSource } from '../../domain/mapping/locate/module-source.ts';
import { terragruntRoots } from '../../domain/mapping/locate/root-modules.ts';
import { maximumPathLength, resolvePath } from '../../domain/scm/detection/paths/repository-path.ts';

/** The code of a project, and the folders and git repositories on which its locations depend. */
export interface LoadedCode {
  readonly code: ProjectCode;
  readonly folders: readonly FolderRef[];
  readonly remotes: readonly {
    readonly remote: string;
    readonly repositoryId: string | undefined;
    readonly defaultBranch: string | undefined;
  }[];
}

/** A module source with the folder to which it is relative. */
interface SourceRef extends FolderRef {
  readonly source: string;
}

/** Modules in folders beyond this number are not located. Real projects have fewer than a hundred. */
const maximumFolders = 2_000;

/**
 * Loads the code of a project: the files of its folder, and of the folders that module calls reach in its repository and in
 * known repositories, level by level.
 *
 * @param maximumCharacters of the JSON texts; files beyond it are left out
 */
export async function loadProjectCode(
  tenant: Tenant,
  project: StoredProject,
  maximumCharacters: number,
): Promise<LoadedCode> {
  const start = await loadRoots(tenant, project, maximumCharacters);
  const folders = new Map<string, FolderRef>();
  const remotes = new Map<string, KnownRemote | undefined>();
  let level = addFolders(folders, start.modules);
  let sources = start.sources;
  for (let depth = 0; depth <= maximumModuleDepth; depth += 1) {
    const called = level.length === 0 ? [] : await listModuleSources(tenant, level);
    const targets = await resolveSources(tenant, project, remotes, [...sources, ...called]);
    sources = [];
    level = addFolders(folders, targets);
    if (level.length === 0) break;
  }
  const files = await listFolderCode(tenant, [...folders.values()], maximumCharacters);
  return {
    code: {
      project: { repositoryId: project.repositoryId, path: project.path, system: project.system },
      files: [...start.files, ...files],
      folders: start.repositoryFolders,
      remotes: [...remotes.values()].flatMap((known) => known ?? []),
    },
    folders: distinctFolders([...folders.values(), ...start.watched]),
    remotes: [...remotes].map(([remote, known]) => ({
      remote,
      repositoryId: known?.repositoryId,
      defaultBranch: known?.defaultBranch,
    })),
  };
}

/** What the root modules of a project use before any module call. */
interface LoadedRoots {
  readonly modules: readonly FolderRef[];
  readonly sources: readonly SourceRef[];
  readonly watched: readonly FolderRef[];
  /** Terragrunt files. */
  readonly files: ProjectCode['files'];
  readonly repositoryFolders: readonly string[];
}

async function loadRoots(
  tenant: Tenant,
  { repositoryId, path, system }: StoredProject,
  maximumCharacters: number,
): Promise<LoadedRoots> {
  if (system !== 'terragrunt')
    return {
      modules: [{ repositoryId, folder: path }],
      sources: [],
      watched: [],
      files: [],
      repositoryFolders: [],
    };
  const files = await listTerragruntCode(tenant, repositoryId, maximumCharacters);
  const repositoryFolders = await listCodeFolders(tenant, repositoryId);
  const roots = terragruntRoots(
    indexCode(files, system),
    { repositoryId, path, system },
    new Set(repositoryFolders),
  );
  const inRepository = (folder: string): FolderRef => ({ repositoryId, folder });
  return {
    modules: roots.modules.map(inRepository),
    sources: roots.sources.map((source) => ({ repositoryId, ...source })),
    watched: roots.watched.map(inRepository),
    files,
    repositoryFolders,
  };
}

/** Returns the folders that sources name. Looks remotes up that are not in the map, and adds them to it. */
async function resolveSources(
  tenant: Tenant,
  { connectionId }: StoredProject,
  remotes: Map<string, KnownRemote | undefined>,
  sources: readonly SourceRef[],
): Promise<readonly FolderRef[]> {
  const parsed = sources.map((ref) => ({ ref, source: parseModuleSource(ref.source) }));
  const unknown = new Set(
    parsed.flatMap(({ source }) =>
      source.kind === 'git' && !remotes.has(source.remote) ? [source.remote] : [],
    ),
  );
  const wanted = [...unknown].slice(0, maximumFolders - Math.min(remotes.size, maximumFolders));
  for (const remote of wanted) remotes.set(remote, undefined);
  if (wanted.length > 0)
    for (const known of await findRemotes(tenant, wanted, connectionId)) remotes.set(known.remote, known);
  return parsed.flatMap(({ ref, source }): readonly FolderRef[] => {
    if (source.kind === 'other') return [];
    if (source.kind === 'git') {
      const known = remotes.get(source.remote);
      return known === undefined ? [] : [{ repositoryId: known.repositoryId, folder: source.folder }];
    }
    const folder = resolvePath(ref.folder, source.path);
    return folder === undefined ? [] : [{ repositoryId: ref.repositoryId, folder }];
  });
}

/**
 * Adds the folders that are not in the map, up to the limit, and returns them. A folder whose path is too long for a
 * repository does not exist, and does not fit in the index of `code_location_folders`.
 */
function addFolders(folders: Map<string, FolderRef>, added: readonly FolderRef[]): readonly FolderRef[] {
  const before = folders.size;
  for (const ref of added) {
    const key = keyOf(ref);
    if (ref.folder.length > maximumPathLength) continue;
    if (folders.size < maximumFolders && !folders.has(key)) folders.set(key, ref);
  }
  return [...folders.values()].slice(before);
}

function distinctFolders(folders: readonly FolderRef[]): readonly FolderRef[] {
  return [...new Map(folders.map((ref) => [keyOf(ref), ref])).values()];
}

function keyOf({ repositoryId, folder }: FolderRef): string {
  return `${repositoryId} ${folder}`;
}
