import { defined } from '../../../defined.ts';
import type { DetectedProject, Reference } from '../detected-project.ts';
import { environmentsOfPath } from '../paths/environment-names.ts';
import { distinct, noHints } from '../paths/file-index.ts';
import type { FileIndex } from '../paths/file-index.ts';
import { contentEvidence, fileEvidence, detectedProjectOf, stemOf } from './project-builder.ts';
import {
  childOf,
  folderOf,
  nameOf,
  relativePath,
  resolvePath,
  segmentsOf,
  selfAndAncestors,
} from '../paths/repository-path.ts';

/** Detects Ansible playbooks (one project a file), and roles and collections (their folder). */
export function detectAnsible(files: FileIndex): readonly DetectedProject[] {
  const collections = collectionFolders(files);
  const roles = roleFolders(files);
  const modules = new Map([...roles, ...collections]);
  const environments = inventoryEnvironments(files);
  const playbooks = files.paths.filter((path) => isPlaybook(files, path) && !isTest(path, modules));
  return [
    ...[...modules].map(([folder, path]) =>
      moduleProject(files, folder, path, roles, collections.has(folder)),
    ),
    ...playbooks.map((path) => {
      const document = files.document(path, 'playbook');
      return detectedProjectOf({
        path,
        system: 'ansible',
        kind: 'playbook',
        name: stemOf(path),
        evidence: [contentEvidence(path, 'list of plays'), ...configurationEvidence(files, path)],
        environmentHints: { ...noHints, environments },
        unreadableFiles: files.unreadable([path]),
        references: [
          ...rolesUsed(folderOf(path), document?.roles ?? [], roles),
          ...(document?.files ?? []).flatMap((file): readonly Reference[] => {
            const target = resolvePath(folderOf(path), file);
            if (target === undefined || target === path || !files.hasFile(target)) return [];
            return [{ kind: isPlaybook(files, target) ? 'template' : 'source', path: target }];
          }),
        ],
      });
    }),
  ];
}

/**
 * Returns the folders of roles, each with the file that proves it: `tasks/main.yml`, `meta/main.yml`, or in a folder
 * `roles` another `main.yml`. Outside a folder `roles`, `tasks/main.yml` and another folder of a role are required, because
 * playbooks and other tools use `tasks/` too.
 */
function roleFolders(files: FileIndex): ReadonlyMap<string, string> {
  const roles = new Map<string, string>();
  for (const path of files.withFormat('ansible_tasks', 'ansible_meta')) {
    const format = files.formatOf(path);
    const folder = folderOf(folderOf(path));
    const isRole =
      nameOf(folderOf(folder)) === 'roles' ||
      (format === 'ansible_tasks' &&
        roleFolderNames.some((name) => files.folders.has(childOf(folder, name))));
    if (isRole && (format === 'ansible_tasks' || !roles.has(folder))) roles.set(folder, path);
  }
  for (const path of files.paths) {
    const folder = roleWithoutTasks.exec(path)?.[1];
    if (folder !== undefined && !roles.has(folder)) roles.set(folder, path);
  }
  return roles;
}

/** A role may consist of handlers, default values or variables. */
const roleWithoutTasks = /^((?:.+\/)?roles\/[^/]+)\/(?:handlers|defaults|vars)\/main\.ya?ml$/;

const roleFolderNames = ['meta', 'defaults', 'handlers'];

function collectionFolders(files: FileIndex): ReadonlyMap<string, string> {
  return new Map(
    files
      .withFormat('ansible_collection')
      .filter(
        (path) => files.document(path, 'collection') !== undefined || files.problemOf(path) !== undefined,
      )
      .map((path) => [folderOf(path), path]),
  );
}

function moduleProject(
  files: FileIndex,
  folder: string,
  path: string,
  roles: ReadonlyMap<string, string>,
  isCollection: boolean,
): DetectedProject {
  const declared = files.document(path, 'collection')?.name;
  const sources = isCollection ? [path] : roleFiles(files, folder);
  return detectedProjectOf({
    path: folder,
    system: 'ansible',
    kind: 'module',
    ...defined({ name: declared }),
    evidence: [fileEvidence(path, isCollection ? 'Ansible collection' : 'Ansible role')],
    unreadableFiles: files.unreadable(sources),
    references: sources.flatMap((file) =>
      rolesUsed(folder, files.document(file, 'role')?.roles ?? [], roles),
    ),
  });
}

function roleFiles(files: FileIndex, folder: string): readonly string[] {
  return ['tasks', 'meta'].flatMap((name) =>
    ['main.yml', 'main.yaml']
      .map((file) => childOf(childOf(folder, name), file))
      .filter((file) => files.hasFile(file)),
  );
}

function isPlaybook(files: FileIndex, path: string): boolean {
  return (
    files.document(path, 'playbook') !== undefined ||
    files.document(path, 'unreadable')?.suspected === 'ansible'
  );
}

const roleContents = new Set([
  'tasks',
  'handlers',
  'defaults',
  'vars',
  'meta',
  'templates',
  'files',
  'tests',
]);

/** Playbooks below `molecule/`, and those in the folders of a role or in the tests of a collection, are its tests. */
function isTest(path: string, modules: ReadonlyMap<string, string>): boolean {
  const folders = segmentsOf(folderOf(path));
  if (folders.includes('molecule')) return true;
  return [...selfAndAncestors(folderOf(path))].some((folder) => {
    if (!modules.has(folder)) return false;
    return roleContents.has(segmentsOf(relativePath(folder, path))[0] ?? '');
  });
}

function configurationEvidence(files: FileIndex, path: string): DetectedProject['evidence'] {
  for (const folder of selfAndAncestors(folderOf(path))) {
    const config = childOf(folder, 'ansible.cfg');
    if (files.hasFile(config)) return [fileEvidence(config, 'Ansible configuration')];
  }
  return [];
}

/** A role is searched in `roles/` next to the playbook and in the folders above it, and next to the role that uses it. */
function rolesUsed(
  folder: string,
  names: readonly string[],
  roles: ReadonlyMap<string, string>,
): readonly Reference[] {
  return distinct(names).flatMap((name): readonly Reference[] => {
    for (const ancestor of selfAndAncestors(folder)) {
      for (const candidate of [resolvePath(ancestor, `roles/${name}`), resolvePath(ancestor, name)]) {
        if (candidate !== undefined && candidate !== folder && roles.has(candidate))
          return [{ kind: 'role', path: candidate }];
      }
    }
    return [];
  });
}

/** Environments that the folders and files below `inventory/` or `inventories/` name. */
function inventoryEnvironments(files: FileIndex): readonly string[] {
  return distinct(
    files.paths
      .filter((path) => /(?:^|\/)inventor(?:y|ies)\//.test(path))
      .flatMap((path) => environmentsOfPath(path.replace(/\.(?:ya?ml|ini)$/, ''))),
  ).slice(0, 100);
}
