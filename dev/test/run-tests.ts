import '../../runtime/check-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { devConfiguration } from '../configuration.ts';
import { startStack } from '../stack/start-stack.ts';
import type { Stack } from '../stack/start-stack.ts';
import { createAvaOutputReader } from './ava-output.ts';
import type { FileDuration } from './record-duration.ts';
import { testEnvironment } from './test-environment.ts';
import { needsStack, testsAt, unitTests } from './unit-tests.ts';

/**
 * Runs AVA, prints uncaught exceptions again after its summary, the slowest files, and `N passed, N failed` as the last line.
 *
 * Arguments: test files, folders or quoted glob patterns below `test/` (default: all), `--unit` for the
 * tests that need no stack, and any option of AVA. Starts a stack unless none of the tests needs one, or TEST_* name a running one.
 */
const { projectFolder, givenForTests: given } = devConfiguration;
const durationsFile = path.join(devConfiguration.dataFolder, `test-durations-${process.pid}`);
const slowestFiles = 20;
const print = (line: string) => process.stdout.write(`${line}\n`);
const [options, files] = argumentsOrExit();
const stack: Stack | undefined = stackIsNeeded()
  ? await startStack({ ephemeral: true, report: print })
  : undefined;
let stopping: Promise<void> | undefined;
const stop = () => (stopping ??= stack?.stop() ?? Promise.resolve());

const ava = spawn(
  process.execPath,
  [path.join(projectFolder, 'node_modules', 'ava', 'entrypoints', 'cli.mjs'), ...options, ...files],
  {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...devConfiguration.environment,
      ...(await testEnvironment(stack)),
      FORCE_COLOR: '0',
      TEST_DURATIONS_FILE: durationsFile,
    },
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ava.kill(signal));
const read = createAvaOutputReader();
ava.stdout.setEncoding('utf8').on('data', (chunk: string) => {
  process.stdout.write(chunk);
  read(chunk);
});
const [code] = (await once(ava, 'close')) as [number | null];
await stop();
const { passed, failed, exceptions } = read('\n');
for (const line of exceptions) print(line);
for (const line of await describeDurations()) print(line);
// AVA also exits with an error without a failed test, for example when a file has no tests.
print(`${passed} passed, ${code === 0 ? failed : Math.max(failed, 1)} failed`);
process.exitCode = code ?? 1;

/** Reads the arguments, or prints the error and exits. */
function argumentsOrExit(): ReturnType<typeof readArguments> {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/**
 * @returns AVA's options, and the test files; no files for all of them
 * @throws Error when no test file matches an argument
 */
function readArguments(given: readonly string[]): readonly [readonly string[], readonly string[]] {
  const options = given.filter((argument) => !namesTests(argument) && argument !== '--unit');
  const named = given.filter(namesTests).flatMap(testsAt);
  return [options, [...new Set([...(given.includes('--unit') ? unitTests() : []), ...named])]];
}

/** Whether an argument names test files; others are options of AVA and their values. */
function namesTests(argument: string): boolean {
  return !argument.startsWith('-') && /\.test\.ts$|^(?:\.\/)?test(?:\/|$)/.test(argument);
}

function stackIsNeeded(): boolean {
  const { databaseUrl, temporalAddress, awsEndpointUrl } = given;
  if (databaseUrl !== undefined && temporalAddress !== undefined && awsEndpointUrl !== undefined)
    return false;
  return files.length === 0 || files.some(needsStack);
}

/** Returns a line for each of the slowest files, if the run had many. */
async function describeDurations(): Promise<readonly string[]> {
  const text = await readFile(durationsFile, 'utf8').catch(() => '');
  await rm(durationsFile, { force: true });
  const durations = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FileDuration)
    .toSorted((left, right) => right.seconds - left.seconds);
  if (durations.length <= 1) return [];
  const sum = (field: 'seconds' | 'cpuSeconds') =>
    durations.reduce((total, duration) => total + duration[field], 0).toFixed(0);
  return [
    `${durations.length} files took ${sum('seconds')} s, ${sum('cpuSeconds')} s of processor time. The slowest:`,
    ...durations.slice(0, slowestFiles).map(({ file, seconds, cpuSeconds }) => {
      const name = path.relative(projectFolder, fileURLToPath(file));
      return `  ${seconds.toFixed(1).padStart(6)} s  ${cpuSeconds.toFixed(1).padStart(6)} s of processor time  ${name}`;
    }),
    '',
  ];
}
