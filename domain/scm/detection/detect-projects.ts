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
import { detectTerragrunt } from './systems/detect-terragrunt.ts';
import type { DetectedProject } from './detected-project.ts';
import type { DetectionDocument } from './documents/document.ts';
import { indexFiles } from './paths/file-index.ts';
import type { FileIndex } from './paths/file-index.ts';
import { resolvePath } from './paths/repository-path.ts';
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
  return projects.sort((a, b) => byCodeUnit(a.path, b.path) || byCodeUnit(a.system, b.system));
}

/** Returns the folders that configuration of CI, Atlantis and similar tools names. */
function ciFoldersOf(files: FileIndex): CiFolders {
  const folders = new Map<string, { path: string; workspaces: string[] }>();
  for (const path of files.withFormat('ci')) {
    for (const { folder, workspace } of files.document(path, 'ci')?.runs ?? []) {
      const target = resolvePath('.', folder.replace(/^\//, ''));
      if (target === undefined || !files.folders.has(target)) continue;
      const known = folders.get(target) ?? { path, workspaces: [] };
      if (workspace !== undefined) known.workspaces.push(workspace);
      folders.set(target, known);
    }
  }
  return folders;
}
