import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';

export interface CommandResult {
  code: number;
  output: string;
}

/** Runs a command, in `folder` (default: this process's), and returns its exit code and output (stdout and stderr); code 127 when it cannot be started. */
export function runTool(
  command: string,
  toolArguments: string[],
  environment: Readonly<Record<string, string | undefined>> = {},
  folder?: string,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, toolArguments, {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: folder,
      env: { ...devConfiguration.environment, ...environment },
    });
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => {
      process.off('exit', end);
      resolve({ code: 127, output: error.message });
    });
    child.on('close', (code) => {
      process.off('exit', end);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Returns the path of an executable on PATH, or `undefined`. */
export function findOnPath(name: string): string | undefined {
  return devConfiguration.searchPath
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}
