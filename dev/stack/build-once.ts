import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Builds `target`, a file or folder of the shared cache, unless it exists. `build` writes to the path that it is given,
 * which is renamed to `target` when complete. Takes a lock file, so that concurrent processes build only once.
 *
 * @returns `target`
 */
export async function buildOnce(target: string, build: (partial: string) => Promise<void>): Promise<string> {
  if (existsSync(target)) return target;
  await mkdir(path.dirname(target), { recursive: true });
  const lock = `${target}.lock`;
  while (!(await takeLock(lock))) {
    await pause(250);
    if (existsSync(target)) return target;
  }
  const partial = `${target}.partial-${process.pid}`;
  try {
    if (existsSync(target)) return target;
    await rm(partial, { recursive: true, force: true });
    await build(partial);
    await rename(partial, target);
    return target;
  } finally {
    await rm(partial, { recursive: true, force: true });
    await rm(lock, { force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
    // An empty lock file was created by a process that has not written its id yet.
    if (owner > 0 && !isAlive(owner)) await rm(lock, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
