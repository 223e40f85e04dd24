import { spawn } from 'node:child_process';
import type { GitRequest, GitResult } from './run-git.ts';

/** A process that starts git for its parent, see `run-git.ts`. Has the environment of git. */
process.on('message', ({ id, folder, args, input }: GitRequest) => {
  const git = spawn('git', ['-C', folder, ...args]);
  const chunks: Buffer[] = [];
  const messages: Buffer[] = [];
  git.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  git.stderr.on('data', (chunk: Buffer) => messages.push(chunk));
  // git closes its input early when it fails; the exit code reports the failure.
  git.stdin.on('error', () => undefined);
  git.stdin.end(input);
  const respond = (code: number | null, message: string) =>
    process.send?.({ id, code, output: Buffer.concat(chunks), message } satisfies GitResult);
  git.once('error', (error) => respond(null, error.message));
  git.once('close', (code) => respond(code, Buffer.concat(messages).toString().trim()));
});
process.once('disconnect', () => process.exit(0));
