import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { startStack } from '../stack/start-stack.ts';
import type { Stack } from '../stack/start-stack.ts';

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
    env: { ...devConfiguration.environment, ...testEnvironment(), FORCE_COLOR: '0' },
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ava.kill(signal));
let tail = '';
ava.stdout.on('data', (chunk: Buffer) => {
  process.stdout.write(chunk);
  tail = (tail + chunk.toString()).slice(-4000);
});
const [code] = (await once(ava, 'close')) as [number | null];
await stop();
say(summary(tail, code));
process.exitCode = code ?? 1;

function testEnvironment(): Record<string, string> {
  if (stack === undefined) return {};
  return {
    ...stack.awsEnvironment,
    TEST_DATABASE_URL: stack.databaseUrl,
    TEST_TEMPORAL_ADDRESS: stack.temporalAddress,
    TEST_AWS_ENDPOINT_URL: stack.awsEndpointUrl,
  };
}

/** `N passed, N failed`, from AVA's own last lines; a run that failed never says that nothing did. */
function summary(output: string, exitCode: number | null): string {
  const counts = (pattern: RegExp) =>
    [...output.matchAll(pattern)].reduce((sum, [, count]) => sum + Number(count), 0);
  const passed = counts(/^\s*(\d+) tests? passed/gm);
  const failed = counts(/^\s*(\d+) (?:tests?|hooks?) failed/gm) + counts(/^\s*(\d+) uncaught exceptions?/gm);
  return `${passed} passed, ${exitCode === 0 ? failed : Math.max(failed, 1)} failed`;
}
