import { storableText } from '../text/storable.ts';
import type { ChangedFile } from './detection/affected-projects.ts';
import { documentFormatOf, isVariableFile } from './detection/documents/document-format.ts';
import { folderOf } from './detection/paths/repository-path.ts';

export interface LimitedFiles {
  readonly files: readonly ChangedFile[];
  /** Whether a path was left out that can decide which projects the change affects. */
  readonly truncated: boolean;
}

/** Paths of a pull request that are stored, and their characters. */
const maximumPaths = 20_000;
const maximumCharacters = 4_000_000;
const maximumPathLength = 4096;

/**
 * Limits the changed files that are stored. Beyond the limit, keeps one path of each folder first, then files that can be
 * a project or the target of a reference by themselves: with these, the affected projects are the same.
 */
export function limitChangedFiles(given: readonly ChangedFile[]): LimitedFiles {
  const valid = given.map(cleanFile).filter(({ path, previousPath = '' }) => isShort(path, previousPath));
  const tooLong = valid.length < given.length;
  if (valid.length <= maximumPaths && charactersOf(valid) <= maximumCharacters)
    return { files: valid, truncated: tooLong };
  const paths = new Set(
    valid.flatMap(({ path, previousPath }) => (previousPath === undefined ? [path] : [path, previousPath])),
  );
  const folders = new Set<string>();
  const [first, decisive, others]: [string[], string[], string[]] = [[], [], []];
  for (const path of paths) {
    const folder = folderOf(path);
    if (!folders.has(folder)) first.push(path);
    else if (documentFormatOf(path) !== undefined || isVariableFile(path)) decisive.push(path);
    else others.push(path);
    folders.add(folder);
  }
  const kept = takeWithin([...first, ...decisive, ...others]);
  return {
    files: kept.map((path) => ({ path })),
    truncated: tooLong || kept.length < first.length + decisive.length,
  };
}

function takeWithin(paths: readonly string[]): readonly string[] {
  let characters = 0;
  const end = paths.findIndex((path, index) => {
    characters += path.length;
    return index >= maximumPaths || characters > maximumCharacters;
  });
  return end === -1 ? paths : paths.slice(0, end);
}

function cleanFile({ path, previousPath }: ChangedFile): ChangedFile {
  return previousPath === undefined
    ? { path: storableText(path) }
    : { path: storableText(path), previousPath: storableText(previousPath) };
}

function isShort(...paths: readonly string[]): boolean {
  return paths.every((path) => path.length <= maximumPathLength);
}

function charactersOf(files: readonly ChangedFile[]): number {
  return files.reduce((sum, { path, previousPath = '' }) => sum + path.length + previousPath.length, 0);
}
