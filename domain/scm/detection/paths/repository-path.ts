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

/**
 * Whether git and this product accept a text as the path of a file: no empty, `.` or `..` segment, no control character,
 * no lone surrogate, no U+FFFD, which stands for bytes that are not UTF-8, and at most 100 segments.
 */
export function isRepositoryPath(path: string): boolean {
  return (
    path.length <= maximumPathLength &&
    !unusualSegment.test(path) &&
    !/[\p{Cc}\p{Cs}\ufffd]/u.test(path) &&
    path.split('/', maximumDepth + 1).length <= maximumDepth
  );
}

/**
 * Returns the path, or the longest of the folders above it that can be the path of a project. The time to look at all
 * folders above a path grows with the square of its depth.
 */
export function nearestPossible(path: string): string {
  const depth = path.slice(0, maximumPathLength + 1).split('/', maximumDepth + 1);
  if (path.length <= maximumPathLength && depth.length <= maximumDepth) return path;
  const isCut = path.length > maximumPathLength && depth.length <= maximumDepth;
  const folders = depth.slice(0, isCut ? -1 : maximumDepth);
  return folders.length === 0 ? '.' : folders.join('/');
}

/** In UTF-16 units of at most three bytes. Paths are keys of Postgres indexes, whose rows have at most 2,704 bytes. */
export const maximumPathLength = 800;
/** Segments of a path. */
const maximumDepth = 100;
const unusualSegment = /(?:^|\/)\.{0,2}(?:\/|$)/;
