/**
 * Returns the path of a project as repositories store it: POSIX, relative to the root of the repository, `.` for the root
 * itself. Returns undefined for an absolute path and for a path with a `..` segment.
 */
export function normaliseProjectPath(path: string): string | undefined {
  if (path.startsWith('/')) return undefined;
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) return undefined;
  return segments.length === 0 ? '.' : segments.join('/');
}
