import { addToGroup } from '../../../lists/add-to-group.ts';
import { isBackendFile, isVariableFile } from '../documents/document-format.ts';
import { folderOf, isWithin, nameOf, segmentsOf, selfAndAncestors } from '../paths/repository-path.ts';

/** How far a folder of variable files may be from the folders that use it. */
const maximumLevelsUp = 3;
const maximumLevelsDown = 2;
/** Assignments to folders that do not contain the file. Bounds the product of files and folders. */
const maximumDistantAssignments = 100_000;

/**
 * Assigns variable files (`*.tfvars`) and partial backend configurations (`*.tfbackend`,
 * `backend.hcl`) to folders with Terraform code.
 * A file in such a folder or below it belongs to the nearest one. Otherwise the file belongs to the folders near it:
 * siblings, then children of the parent folders; if folder names match, only to the folder with the same name.
 *
 * @param folders all folders with Terraform code or Terragrunt units
 * @param candidates the ones that may be root modules
 * @returns the files of each folder, sorted
 */
export function assignVariableFiles(
  paths: readonly string[],
  folders: ReadonlySet<string>,
  candidates: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const nearby = indexByAncestor(candidates);
  const assigned = new Map<string, string[]>();
  const owners = new Map<string, readonly string[]>();
  let distant = 0;
  for (const path of paths) {
    if (!isVariableFile(path) && !isBackendFile(path)) continue;
    const folder = folderOf(path);
    let found = owners.get(folder);
    if (found === undefined) {
      found = ownersOf(folder, folders, nearby);
      owners.set(folder, found);
    }
    if (found.length > 1) distant += found.length;
    if (found.length > 1 && distant > maximumDistantAssignments) continue;
    for (const owner of found) addToGroup(assigned, owner, path);
  }
  return assigned;
}

function ownersOf(
  folder: string,
  folders: ReadonlySet<string>,
  nearby: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  for (const ancestor of selfAndAncestors(folder)) if (folders.has(ancestor)) return [ancestor];
  let level = 0;
  for (const ancestor of selfAndAncestors(folder)) {
    if (level > maximumLevelsUp) return [];
    level += 1;
    const near = nearby.get(ancestor);
    if (near === undefined) continue;
    const names = segmentsOf(folder);
    const sameName = near.filter(
      (candidate) => names.includes(nameOf(candidate)) && !isWithin(folder, candidate),
    );
    return sameName.length > 0 ? sameName : near;
  }
  return [];
}

/** Returns for every folder the candidates at most {@link maximumLevelsDown} levels below it. */
function indexByAncestor(folders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const folder of folders) {
    let level = 0;
    for (const ancestor of selfAndAncestors(folder)) {
      if (level > maximumLevelsDown) break;
      level += 1;
      addToGroup(index, ancestor, folder);
    }
  }
  return index;
}
