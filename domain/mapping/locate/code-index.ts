import { byCodeUnit } from '../../json/canonical.ts';
import { addToGroup } from '../../lists/add-to-group.ts';
import type {
  DetectionDocument,
  TerraformDocument,
  TerragruntDocument,
} from '../../scm/detection/documents/document.ts';
import { folderOf } from '../../scm/detection/paths/repository-path.ts';
import { loadedFiles, readModuleCode } from './module-code.ts';
import type { ModuleCode, ModuleFile } from './module-code.ts';

/** The systems whose code is located. */
export type LocatableSystem = 'terraform' | 'opentofu' | 'terragrunt';

/** A parsed file. */
export interface CodeFile {
  readonly repositoryId: string;
  readonly path: string;
  /** The JSON text of a `DetectionDocument`. */
  readonly document: string;
}

/** The parsed files of one or more repositories. A document is read when its folder is needed. */
export interface CodeIndex {
  readonly system: LocatableSystem;
  /** Returns the declarations of a folder; undefined when no file of it declares anything. */
  moduleAt(repositoryId: string, folder: string): ModuleCode | undefined;
  /** Returns the Terraform files of a folder that the tool loads, sorted by path. */
  filesAt(repositoryId: string, folder: string): readonly ModuleFile[];
  hasFile(repositoryId: string, path: string): boolean;
  terragruntAt(repositoryId: string, path: string): TerragruntDocument | undefined;
}

export function indexCode(files: readonly CodeFile[], system: LocatableSystem): CodeIndex {
  const byFolder = new Map<string, CodeFile[]>();
  const byPath = new Map<string, CodeFile>();
  for (const file of files) {
    addToGroup(byFolder, keyOf(file.repositoryId, folderOf(file.path)), file);
    byPath.set(keyOf(file.repositoryId, file.path), file);
  }
  const modules = new Map<string, ModuleCode | undefined>();
  // The units of a stack include the same files.
  const terragrunt = new Map<string, TerragruntDocument | undefined>();
  const filesAt = (repositoryId: string, folder: string) => {
    const parsed = (byFolder.get(keyOf(repositoryId, folder)) ?? []).flatMap(terraformFile);
    return loadedFiles(
      parsed.toSorted((a, b) => byCodeUnit(a.path, b.path)),
      system,
    );
  };
  return {
    system,
    filesAt,
    moduleAt(repositoryId, folder) {
      const key = keyOf(repositoryId, folder);
      if (modules.has(key)) return modules.get(key);
      const found = filesAt(repositoryId, folder);
      const code = found.length === 0 ? undefined : readModuleCode(found);
      modules.set(key, code);
      return code;
    },
    hasFile: (repositoryId, path) => byPath.has(keyOf(repositoryId, path)),
    terragruntAt(repositoryId, path) {
      const key = keyOf(repositoryId, path);
      if (terragrunt.has(key)) return terragrunt.get(key);
      const file = byPath.get(key);
      const document = file === undefined ? undefined : (JSON.parse(file.document) as DetectionDocument);
      const found = document?.type === 'terragrunt' ? document : undefined;
      terragrunt.set(key, found);
      return found;
    },
  };
}

function terraformFile({ path, document }: CodeFile): readonly (TerraformDocument & ModuleFile)[] {
  const parsed = JSON.parse(document) as DetectionDocument;
  return parsed.type === 'terraform' ? [{ ...parsed, path }] : [];
}

function keyOf(repositoryId: string, path: string): string {
  return `${repositoryId} ${path}`;
}
