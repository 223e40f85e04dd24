import { readFileSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';

/** The file in which `npm run stack` writes the addresses of its stack. */
export const runningStackFile = path.join(devConfiguration.dataFolder, 'running-stack.json');

/** Returns the environment variables with the addresses of the stack that `npm run stack` started, if it still runs. */
export function runningStack(): Readonly<Record<string, string>> | undefined {
  try {
    const { pid, addresses } = JSON.parse(readFileSync(runningStackFile, 'utf8')) as {
      pid: number;
      addresses: Record<string, string>;
    };
    process.kill(pid, 0);
    return addresses;
  } catch {
    return undefined;
  }
}
