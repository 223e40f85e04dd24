import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Makes `target` (a file or folder of the shared cache) unless it is there. `build` gets a path to fill, which
 * is moved into place only when complete; a second process that wants the same thing waits for the first.
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
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    // An empty file belongs to a process between creating and writing it.
    if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true });
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
