import { fork, spawn } from 'node:child_process';
import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { devConfiguration } from '../configuration.ts';

/** A git process that exited with an error. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

export interface GitRequest {
  readonly id: number;
  readonly folder: string;
  readonly args: readonly string[];
  readonly input: Uint8Array | undefined;
}

export interface GitResult {
  readonly id: number;
  /** The exit code; `null` if git did not start or a signal ended it. */
  readonly code: number | null;
  readonly output: Uint8Array;
  readonly message: string;
}

/** Without the configuration of the user and of the machine, so that SHAs are the same everywhere. */
const environment = {
  ...devConfiguration.environment,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
};
/** Started with the first command. To start git from a process with the modules of the product takes four times as long. */
let starter: ChildProcess | undefined;
const waiting = new Map<number, (result: GitResult) => void>();
let lastId = 0;

/** Runs git and returns its standard output. @throws GitError when git exits with an error. */
export async function runGit(folder: string, args: readonly string[], input?: Buffer): Promise<Buffer> {
  starter ??= startStarter();
  const { code, output, message } = await send(starter, { id: (lastId += 1), folder, args, input });
  if (code !== 0) throw new GitError(`git ${args.join(' ')}: ${message}`);
  return Buffer.from(output.buffer, output.byteOffset, output.byteLength);
}

function send(to: ChildProcess, request: GitRequest): Promise<GitResult> {
  return new Promise((resolve) => {
    waiting.set(request.id, resolve);
    // This process may end while nothing waits.
    to.channel?.ref();
    to.send(request, (error) => {
      if (error !== null)
        end({ id: request.id, code: null, output: new Uint8Array(), message: error.message });
    });
  });
}

function end(result: GitResult): void {
  waiting.get(result.id)?.(result);
  waiting.delete(result.id);
  if (waiting.size === 0) starter?.channel?.unref();
}

function startStarter(): ChildProcess {
  const started = fork(fileURLToPath(new URL('git-starter.ts', import.meta.url)), {
    // Without the modules that tests preload.
    env: { ...environment, NODE_OPTIONS: '' },
    execArgv: [],
    serialization: 'advanced',
  });
  started.unref();
  started.on('message', (result: GitResult) => end(result));
  started.once('exit', () => {
    starter = undefined;
    for (const id of waiting.keys())
      end({ id, code: null, output: new Uint8Array(), message: 'the process that starts git exited' });
  });
  return started;
}

/** Starts git, to stream its output. */
export function spawnGit(folder: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn('git', ['-C', folder, ...args], { env: environment });
}
