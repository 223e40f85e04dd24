import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { startStack } from '../stack/start-stack.ts';
import type { Stack } from '../stack/start-stack.ts';
import { testEnvironment } from './test-environment.ts';
import { needsStack, unitTests } from './unit-tests.ts';

/**
 * Runs AVA, and prints `N passed, N failed` as the last line.
 *
 * Arguments: test files, as `test/….test.ts` or `build/test/….test.js` (default: all), `--unit` for the tests that need
 * no stack, and any option of AVA. Starts a stack unless none of the tests needs one, or TEST_* name a running one.
 */
const { projectFolder, givenForTests: given } = devConfiguration;
const print = (line: string) => process.stdout.write(`${line}\n`);
const [options, files] = readArguments(process.argv.slice(2));
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
    env: { ...devConfiguration.environment, ...testEnvironment(stack), FORCE_COLOR: '0' },
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ava.kill(signal));
/** Failures that AVA counts in its summary in addition to failed tests. */
const otherFailures = /^\s*(\d+) (?:tests? remained pending|uncaught exceptions?|unhandled rejections?)/;
let rest = '';
let passed = 0;
let failed = 0;
ava.stdout.on('data', (chunk: Buffer) => {
  process.stdout.write(chunk);
  const lines = (rest + chunk.toString()).split('\n');
  rest = lines.pop() ?? '';
  passed += lines.filter((line) => /^\s*✔ /.test(line)).length;
  failed += lines.filter((line) => /^\s*✘ \[fail\]:/.test(line)).length;
  for (const line of lines) failed += Number(otherFailures.exec(line)?.[1] ?? 0);
});
const [code] = (await once(ava, 'close')) as [number | null];
await stop();
// AVA also exits with an error without a failed test, for example when a file has no tests.
print(`${passed} passed, ${code === 0 ? failed : Math.max(failed, 1)} failed`);
process.exitCode = code ?? 1;

/** @returns AVA's options, and the test files; no files for all of them */
function readArguments(given: readonly string[]): readonly [readonly string[], readonly string[]] {
  const options = given.filter((argument) => !isTestFile(argument) && argument !== '--unit');
  const named = given.filter(isTestFile).map(compiledFile);
  return [options, given.includes('--unit') ? [...unitTests(), ...named] : named];
}

function isTestFile(argument: string): boolean {
  return /\.test\.[jt]s$/.test(argument);
}

/** `test/a.test.ts` → `<project>/build/test/a.test.js`. */
function compiledFile(file: string): string {
  const relative = path.relative(projectFolder, path.resolve(projectFolder, file)).replace(/\.ts$/, '.js');
  return path.join(projectFolder, relative.startsWith('build') ? '' : 'build', relative);
}

function stackIsNeeded(): boolean {
  const { databaseUrl, temporalAddress, awsEndpointUrl } = given;
  if (databaseUrl !== undefined && temporalAddress !== undefined && awsEndpointUrl !== undefined)
    return false;
  return files.length === 0 || files.some(needsStack);
}
