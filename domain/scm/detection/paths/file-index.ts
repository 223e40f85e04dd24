import { addToGroup } from '../../../lists/add-to-group.ts';
import { documentFormatOf } from '../documents/document-format.ts';
import type { DocumentFormat } from '../documents/document-format.ts';
import type { DetectionDocument } from '../documents/document.ts';
import type { EnvironmentHints, UnreadableFile } from '../detected-project.ts';
import { isExcludedPath } from './excluded-folders.ts';
import { childOf, folderOf, isRepositoryPath, nameOf, selfAndAncestors } from './repository-path.ts';
import { maximumTreeEntries, selectBlobs } from './select-blobs.ts';
import type { TreeEntry } from './tree-entry.ts';

/** The files of a tree outside excluded folders, by path and by folder, with their parsed documents. */
export interface FileIndex {
  /** Paths of all files, sorted. Without the ones below links to folders, which have no projects of their own. */
  readonly paths: readonly string[];
  /** Folders that contain a file, directly or in a subfolder. */
  readonly folders: ReadonlySet<string>;
  /** The files and folders to which symbolic links lead, by the path of the link. */
  readonly links: ReadonlyMap<string, string>;
  /** Returns the path that a path with links to folders stands for. */
  realPath(path: string): string;
  hasFile(path: string): boolean;
  /** Returns the format of a file of the tree. */
  formatOf(path: string): DocumentFormat | undefined;
  /** Paths of the files with a format, sorted. */
  withFormat(...formats: readonly DocumentFormat[]): readonly string[];
  /** Names of the files directly in a folder, sorted. */
  namesIn(folder: string): readonly string[];
  /** Returns the document of a file, if it is of the type. */
  document<T extends DetectionDocument['type']>(
    path: string,
    type: T,
  ): Extract<DetectionDocument, { type: T }> | undefined;
  /** Returns the reason why a file was not read or not fully parsed. */
  problemOf(path: string): string | undefined;
  /** Returns the unreadable files among paths. */
  unreadable(paths: readonly string[]): readonly UnreadableFile[];
}

export function indexFiles(
  tree: readonly TreeEntry[],
  documents: ReadonlyMap<string, DetectionDocument>,
): FileIndex {
  const { skipped } = selectBlobs(tree);
  const formats = new Map<string, DocumentFormat>();
  const files = new Set<string>();
  const names = new Map<string, string[]>();
  const folders = new Set<string>(['.']);
  const links = new Map<string, string>();
  const inLinkedFolders = new Set<string>();
  for (const { path, type, target, isFolderLink, isInLinkedFolder } of tree.slice(0, maximumTreeEntries)) {
    if (type !== 'blob' || !isRepositoryPath(path) || isExcludedPath(path)) continue;
    if (target !== undefined && isInLinkedFolder !== true) links.set(path, target);
    if (isFolderLink === true) continue;
    if (isInLinkedFolder === true) inLinkedFolders.add(path);
    files.add(path);
    const format = documentFormatOf(path);
    if (format !== undefined) formats.set(path, format);
    const folder = folderOf(path);
    addToGroup(names, folder, nameOf(path));
    for (const ancestor of selfAndAncestors(folder)) {
      if (folders.has(ancestor)) break;
      folders.add(ancestor);
    }
  }
  for (const list of names.values()) list.sort();
  const problemOf = (path: string): string | undefined => {
    const reason = skipped.get(path);
    if (reason !== undefined) return skipReasons[reason];
    const document = documents.get(path);
    if (document !== undefined) return document.problem;
    return formats.has(path) ? 'The file was not read.' : undefined;
  };
  const paths = [...files].filter((path) => !inLinkedFolders.has(path)).sort();
  return {
    links,
    realPath: (path) => realPathOf(path, links),
    paths,
    folders,
    formatOf: (path) => formats.get(path),
    withFormat: (...wanted) =>
      paths.filter((path) => {
        const format = formats.get(path);
        return format !== undefined && wanted.includes(format);
      }),
    hasFile: (path) => files.has(path),
    namesIn: (folder) => names.get(folder) ?? [],
    document: (path, type) => {
      const document = documents.get(path);
      return document !== undefined && hasType(document, type) ? document : undefined;
    },
    problemOf,
    unreadable: (paths) =>
      paths.flatMap((path) => {
        const reason = problemOf(path);
        return reason === undefined ? [] : [{ path, reason }];
      }),
  };
}

function realPathOf(path: string, links: ReadonlyMap<string, string>): string {
  if (links.size === 0) return path;
  for (const ancestor of selfAndAncestors(path)) {
    const target = links.get(ancestor);
    if (target === undefined) continue;
    return ancestor === path ? target : childOf(target, path.slice(ancestor.length + 1));
  }
  return path;
}

export const noHints: EnvironmentHints = { environments: [], workspaces: [], tfvars: [], stacks: [] };

/** Returns the distinct texts, sorted. */
export function distinct(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].sort();
}

const skipReasons = {
  too_large: 'The file is larger than 1 MB.',
  symbolic_link: 'The file is a symbolic link.',
  invalid_path: 'The path is not valid.',
  entry_limit: 'The tree has more than 100,000 entries.',
  repository_limit: 'The files of the repository are larger than 512 MB.',
} as const;

function hasType<T extends DetectionDocument['type']>(
  document: DetectionDocument,
  type: T,
): document is Extract<DetectionDocument, { type: T }> {
  return document.type === type;
}
