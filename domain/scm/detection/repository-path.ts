/**
 * Paths in a repository are POSIX paths relative to its root, without `.` and `..` segments. `.` is the root folder.
 */

/** Returns the folder that contains a file or folder. */
export function folderOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end === -1 ? '.' : path.slice(0, end);
}

/** Returns the last segment of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the segments of a path; none for the root folder. */
export function segmentsOf(path: string): readonly string[] {
  return path === '.' ? [] : path.split('/');
}

/** Returns the path of a name in a folder. */
export function childOf(folder: string, name: string): string {
  return folder === '.' ? name : `${folder}/${name}`;
}

/**
 * Resolves a relative path against a folder.
 *
 * @returns undefined when the result is outside the repository
 */
export function resolvePath(folder: string, relative: string): string | undefined {
  if (relative.startsWith('/')) return undefined;
  const segments = [...segmentsOf(folder)];
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.length === 0 ? '.' : segments.join('/');
}

/** Returns a path, then the folders that contain it from the nearest one to the root folder. */
export function* selfAndAncestors(path: string): Generator<string> {
  let current = path;
  yield current;
  while (current !== '.') {
    current = folderOf(current);
    yield current;
  }
}

/** Whether a path equals a folder or is below it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '.' || path === folder || path.startsWith(`${folder}/`);
}

/** Returns the relative path from one folder to another. */
export function relativePath(from: string, to: string): string {
  const start = segmentsOf(from);
  const end = segmentsOf(to);
  let common = 0;
  while (common < start.length && common < end.length && start[common] === end[common]) common += 1;
  const path = [...start.slice(common).map(() => '..'), ...end.slice(common)];
  return path.length === 0 ? '.' : path.join('/');
}

/** Whether git and this product accept a text as the path of a file: no empty, `.` or `..` segment, no control character. */
export function isRepositoryPath(path: string): boolean {
  if (path.length > maximumPathLength || hasControlCharacter(path)) return false;
  return path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

const maximumPathLength = 4096;

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
