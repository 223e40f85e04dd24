import type { FileIndex } from '../paths/file-index.ts';
import { childOf, folderOf, isWithin } from '../paths/repository-path.ts';

/** A Terraspace project. It copies the files of `configuration` into each stack. */
interface Terraspace {
  readonly base: string;
  readonly configuration: string;
}

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
  const projects = files.paths.flatMap((path): readonly Terraspace[] => {
    if (path !== 'config/app.rb' && !path.endsWith('/config/app.rb')) return [];
    const base = folderOf(folderOf(path));
    const configuration = childOf(base, 'config/terraform');
    const isTerraspace = [configuration, childOf(base, 'app/stacks')].some((folder) =>
      files.folders.has(folder),
    );
    return isTerraspace ? [{ base, configuration }] : [];
  });
  return {
    isConfiguration: (folder) => projects.some(({ configuration }) => isWithin(folder, configuration)),
    configurationOf: (folder) =>
      projects.find(({ base }) => folderOf(folder) === childOf(base, 'app/stacks'))?.configuration,
  };
}
