import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { devConfiguration } from '../configuration.ts';

/** A git process that exited with an error. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/** Runs git and returns its standard output. @throws GitError when git exits with an error. */
export async function runGit(folder: string, args: readonly string[], input?: Buffer): Promise<Buffer> {
  const git = spawnGit(folder, args);
  const chunks: Buffer[] = [];
  const messages: Buffer[] = [];
  git.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  git.stderr.on('data', (chunk: Buffer) => messages.push(chunk));
  // git closes its input early when it fails; the exit code reports the failure.
  git.stdin.on('error', () => undefined);
  git.stdin.end(input);
  const [code] = (await once(git, 'close')) as [number | null];
  if (code !== 0) throw new GitError(`git ${args.join(' ')}: ${Buffer.concat(messages).toString().trim()}`);
  return Buffer.concat(chunks);
}

/** Starts git without the configuration of the user and of the machine, so that SHAs are the same everywhere. */
export function spawnGit(folder: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn('git', ['-C', folder, ...args], {
    env: {
      ...devConfiguration.environment,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
    },
  });
}
