import type { FileIndex } from '../paths/file-index.ts';
import { childOf, folderOf, selfAndAncestors } from '../paths/repository-path.ts';

/** The folders of Terraspace projects, in which Terraform files have another meaning. */
export interface TerraspaceFolders {
  /** Whether the folder has files that Terraspace copies into stacks. It is no module by itself. */
  isConfiguration(folder: string): boolean;
  /** Returns the configuration folder of a stack; undefined for other folders. */
  configurationOf(folder: string): string | undefined;
}

/**
 * Finds Terraspace projects: folders with `config/app.rb`, and `config/terraform` or `app/stacks`.
 * Source: terraspace.cloud/docs/intro/structure
 */
export function findTerraspace(files: FileIndex): TerraspaceFolders {
  /** Of each folder of stacks. */
  const configurations = new Map<string, string>();
  for (const path of files.paths) {
    if (path !== 'config/app.rb' && !path.endsWith('/config/app.rb')) continue;
    const base = folderOf(folderOf(path));
    const [stacks, configuration] = [childOf(base, 'app/stacks'), childOf(base, 'config/terraform')];
    if (files.folders.has(stacks) || files.folders.has(configuration))
      configurations.set(stacks, configuration);
  }
  const configurationFolders = new Set(configurations.values());
  return {
    isConfiguration: (folder) => [...selfAndAncestors(folder)].some((each) => configurationFolders.has(each)),
    configurationOf: (folder) => configurations.get(folderOf(folder)),
  };
}
