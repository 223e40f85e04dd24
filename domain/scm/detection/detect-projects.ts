import { byCodeUnit } from '../../discovery/canonical-json.ts';
import { detectAnsible } from './detect-ansible.ts';
import { detectBicep } from './detect-bicep.ts';
import { detectCrossplane } from './detect-crossplane.ts';
import { detectFolderMarkers } from './detect-folder-markers.ts';
import { detectHelm } from './detect-helm.ts';
import { detectKustomize } from './detect-kustomize.ts';
import { detectTemplates } from './detect-templates.ts';
import { detectTerraform } from './detect-terraform.ts';
import type { CiFolders } from './detect-terraform.ts';
import { detectTerragrunt } from './detect-terragrunt.ts';
import type { DetectedProject } from './detected-project.ts';
import type { DetectionDocument } from './document.ts';
import { indexFiles } from './file-index.ts';
import type { FileIndex } from './file-index.ts';
import { resolvePath } from './repository-path.ts';
import type { TreeEntry } from './tree-entry.ts';

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
