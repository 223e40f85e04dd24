import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import path from 'node:path';
import type { GitFile, GitFiles } from './fast-import.ts';

/** Returns the files and symbolic links below a folder, by POSIX path relative to it. */
export async function filesOfFolder(folder: string): Promise<GitFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map(async (entry): Promise<[string, GitFile]> => {
        const file = path.join(entry.parentPath, entry.name);
        const relative = path.relative(folder, file).split(path.sep).join('/');
        if (entry.isSymbolicLink()) return [relative, { content: await readlink(file), mode: '120000' }];
        const content = await readFile(file);
        const isExecutable = ((await stat(file)).mode & 0o100) !== 0;
        return [relative, isExecutable ? { content, mode: '100755' } : content];
      }),
  );
  return Object.fromEntries(files);
}
