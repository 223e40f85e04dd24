import { byCodeUnit } from '../../json/canonical.ts';
import { detectAnsible } from './systems/detect-ansible.ts';
import { detectBicep } from './systems/detect-bicep.ts';
import { detectCrossplane } from './systems/detect-crossplane.ts';
import { detectFolderMarkers } from './systems/detect-folder-markers.ts';
import { detectHelm } from './systems/detect-helm.ts';
import { detectKustomize } from './systems/detect-kustomize.ts';
import { detectTemplates } from './systems/detect-templates.ts';
import { detectTerraform } from './systems/detect-terraform.ts';
import type { CiFolders } from './systems/detect-terraform.ts';
import type { BackendSettings } from './systems/evaluate-backends.ts';
import { detectTerragrunt } from './systems/detect-terragrunt.ts';
import type { DetectedProject, Reference } from './detected-project.ts';
import type { DetectionDocument } from './documents/document.ts';
import { indexFiles } from './paths/file-index.ts';
import type { FileIndex } from './paths/file-index.ts';
import { resolvePath, selfAndAncestors } from './paths/repository-path.ts';
import type { TreeEntry } from './paths/tree-entry.ts';

/**
 * Detects the projects of a tree.
 *
 * @param tree all entries of a commit's tree
 * @param documents the parsed blobs of `selectBlobs`, by path. A file without a document counts as unreadable: its
 *   project is still found if its name tells the system.
 * @returns the projects, sorted by path and system, which are unique together
 */
export function detectProjects(
  tree: readonly TreeEntry[],
  documents: ReadonlyMap<string, DetectionDocument>,
): readonly DetectedProject[] {
  const files = indexFiles(tree, documents);
  const terragrunt = detectTerragrunt(files);
  const projects = [
    ...terragrunt.projects,
    ...detectTerraform(files, terragrunt, ciFoldersOf(files)),
    ...detectTemplates(files),
    ...detectFolderMarkers(files),
    ...detectHelm(files),
    ...detectKustomize(files),
    ...detectAnsible(files),
    ...detectCrossplane(files),
    ...detectBicep(files),
  ];
  return withLinks(files, projects).sort(
    (a, b) => byCodeUnit(a.path, b.path) || byCodeUnit(a.system, b.system),
  );
}

/**
 * Adds the targets of symbolic links to the references of projects: of links in the folder of the project, and of links that
 * its references name. A link belongs to the project with the longest path that contains it.
 */
function withLinks(files: FileIndex, projects: readonly DetectedProject[]): DetectedProject[] {
  if (files.links.size === 0) return [...projects];
  const paths = new Set(projects.map(({ path }) => path));
  const targets = new Map<string, Set<string>>();
  for (const [link, target] of files.links) {
    const owner = [...selfAndAncestors(link)].find((each) => paths.has(each));
    if (owner !== undefined) targets.set(owner, (targets.get(owner) ?? new Set()).add(target));
  }
  return projects.map((project) => {
    const named = project.references.flatMap(({ kind, path }) => {
      const real = files.realPath(path);
      return kind === 'dependency' || real === path ? [] : [real];
    });
    const linked = new Set([...(targets.get(project.path) ?? []), ...named]);
    if (linked.size === 0) return project;
    const added = [...linked].sort().map((path): Reference => ({ kind: 'link', path }));
    return { ...project, references: [...project.references, ...added] };
  });
}

/** Returns the folders that configuration of CI, Atlantis and similar tools names. */
function ciFoldersOf(files: FileIndex): CiFolders {
  const folders = new Map<string, { path: string; workspaces: string[]; settings: BackendSettings[] }>();
  const at = (path: string, folder: string) => {
    const target = resolvePath('.', folder.replace(/^\//, ''));
    if (target === undefined || !files.folders.has(target)) return undefined;
    const known = folders.get(target) ?? { path, workspaces: [], settings: [] };
    folders.set(target, known);
    return known;
  };
  for (const path of files.withFormat('ci')) {
    const { runs = [], inits = [] } = files.document(path, 'ci') ?? {};
    for (const { folder, workspace } of runs) {
      const known = at(path, folder);
      if (workspace !== undefined) known?.workspaces.push(workspace);
    }
    for (const { folder, settings } of inits) at(path, folder)?.settings.push(settings);
  }
  return folders;
}
