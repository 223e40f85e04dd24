import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { startStack } from '../stack/start-stack.ts';
import type { Stack } from '../stack/start-stack.ts';
import { testEnvironment } from './test-environment.ts';

/**
 * Runs AVA against a stack of its own, or the one that TEST_* name. Arguments go to AVA. Ends with the counts in
 * one plain line.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);
const { givenForTests: given } = devConfiguration;
const stack: Stack | undefined =
  given.databaseUrl !== undefined && given.temporalAddress !== undefined && given.awsEndpointUrl !== undefined
    ? undefined
    : await startStack({ ephemeral: true, report: say });
let stopping: Promise<void> | undefined;
const stop = () => (stopping ??= stack?.stop() ?? Promise.resolve());

const ava = spawn(
  process.execPath,
  [
    path.join(devConfiguration.projectFolder, 'node_modules', 'ava', 'entrypoints', 'cli.mjs'),
    ...process.argv.slice(2),
  ],
  {
    cwd: devConfiguration.projectFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...devConfiguration.environment, ...testEnvironment(stack), FORCE_COLOR: '0' },
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ava.kill(signal));
/** What AVA counts at the end, beside the tests that failed. */
const beside = /^\s*(\d+) (?:tests? remained pending|uncaught exceptions?|unhandled rejections?)/;
let rest = '';
let passed = 0;
let failed = 0;
ava.stdout.on('data', (chunk: Buffer) => {
  process.stdout.write(chunk);
  const lines = (rest + chunk.toString()).split('\n');
  rest = lines.pop() ?? '';
  passed += lines.filter((line) => /^\s*✔ /.test(line)).length;
  failed += lines.filter((line) => /^\s*✘ \[fail\]:/.test(line)).length;
  for (const line of lines) failed += Number(beside.exec(line)?.[1] ?? 0);
});
const [code] = (await once(ava, 'close')) as [number | null];
await stop();
say(summary(passed, failed, code));
process.exitCode = code ?? 1;

/** `N passed, N failed`, counted from AVA's own lines; a run that failed never says that nothing did. */
function summary(passed: number, failed: number, exitCode: number | null): string {
  return `${passed} passed, ${exitCode === 0 ? failed : Math.max(failed, 1)} failed`;
}
