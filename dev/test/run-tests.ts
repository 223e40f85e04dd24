import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { startStack } from '../stack/start-stack.ts';
import type { Stack } from '../stack/start-stack.ts';
import { createAvaOutputReader } from './ava-output.ts';
import { testEnvironment } from './test-environment.ts';
import { needsStack, testsAt, unitTests } from './unit-tests.ts';

/**
 * Runs AVA, prints uncaught exceptions again after its summary, and `N passed, N failed` as the last line.
 *
 * Arguments: test files, folders or quoted glob patterns below `test/` or `build/test/` (default: all), `--unit` for the
 * tests that need no stack, and any option of AVA. Starts a stack unless none of the tests needs one, or TEST_* name a running one.
 */
const { projectFolder, givenForTests: given } = devConfiguration;
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
    env: { ...devConfiguration.environment, ...(await testEnvironment(stack)), FORCE_COLOR: '0' },
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
  return !argument.startsWith('-') && /\.test\.[jt]s$|^(?:\.\/)?(?:build\/)?test(?:\/|$)/.test(argument);
}

function stackIsNeeded(): boolean {
  const { databaseUrl, temporalAddress, awsEndpointUrl } = given;
  if (databaseUrl !== undefined && temporalAddress !== undefined && awsEndpointUrl !== undefined)
    return false;
  return files.length === 0 || files.some(needsStack);
}
