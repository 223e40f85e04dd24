import '../../runtime/check-node.mjs';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { startStack } from '../stack/start-stack.ts';
import type { Stack } from '../stack/start-stack.ts';
import { createAvaOutputReader } from './ava-output.ts';
import { describeDurations, durationsFile } from './file-durations.ts';
import { deleteGroups, groupTests } from './group-tests.ts';
import { forgetModules } from './import-graph.ts';
import { runningStack } from './running-stack.ts';
import { addressesOf, testEnvironment } from './test-environment.ts';
import { allTests, importsOneOf, needsStack, testsAt, unitTests } from './unit-tests.ts';

/**
 * Runs AVA, prints uncaught exceptions again after its summary, the slowest files, and `N passed, N failed` as the last line.
 * In a run of all tests, the files of up to 20 failed tests run once more when nothing else runs: the rest of the run may have
 * taken the processor from what they waited for. The tests that passed then are named.
 *
 * Arguments: test files, folders or quoted glob patterns below `test/`, `--unit` for the unit tests (default: all),
 * `--watch` to run, after each change of the code, the tests that import a changed file, and any option of AVA. Starts a
 * stack unless no test needs one, `npm run stack` has started one, or TEST_* name its addresses.
 */
const { projectFolder, givenForTests: given } = devConfiguration;
const debounceMilliseconds = 200;
const maximumRepeatedTests = 20;
const print = (line: string) => process.stdout.write(`${line}\n`);
const { options, files, isGrouped, isWatching } = argumentsOrExit();
const stack: Stack | undefined = stackIsNeeded()
  ? await startStack({ ephemeral: true, report: print })
  : undefined;
const environment = {
  ...devConfiguration.environment,
  ...(await testEnvironment()),
  ...(stack === undefined ? runningStack() : addressesOf(stack)),
  FORCE_COLOR: '0',
};
let ava: ChildProcess | undefined;
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isStopped = true;
    ava?.kill(signal);
  });
process.exitCode = await runAva(isGrouped ? groupTests(files) : files);
deleteGroups();
if (isWatching) await runChanged();
await stack?.stop();

/** Runs test files. Returns the exit code of AVA. */
async function runAva(tests: readonly string[], { canRepeat = isGrouped } = {}): Promise<number> {
  const cli = path.join(projectFolder, 'node_modules', 'ava', 'entrypoints', 'cli.mjs');
  const durations = durationsFile();
  ava = spawn(process.execPath, [cli, ...options, ...tests], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environment, TEST_DURATIONS_FILE: durations },
  });
  const read = createAvaOutputReader();
  ava.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    process.stdout.write(chunk);
    read(chunk);
  });
  const [code] = (await once(ava, 'close')) as [number | null];
  const output = read('\n');
  for (const line of output.exceptions) print(line);
  for (const line of await describeDurations(durations)) print(line);
  const { failed, failedTitles } = output;
  // The files of the failed tests, without the other files of their groups.
  const repeated = files.filter((file) => failedTitles.some((title) => isTestOf(file, title)));
  const isRepeated =
    canRepeat && failed === failedTitles.length && failed <= maximumRepeatedTests && repeated.length > 0;
  if (isRepeated && !isStopped) {
    for (const title of failedTitles) print(`failed, its file runs again: ${title}`);
    const exitCode = await runAva(repeated, { canRepeat: false });
    print(`${output.passed + (exitCode === 0 ? failed : 0)} passed, ${exitCode === 0 ? 0 : failed} failed`);
    return exitCode;
  }
  // AVA also exits with an error without a failed test, for example when a file has no tests.
  print(`${output.passed} passed, ${code === 0 ? failed : Math.max(failed, 1)} failed`);
  return code ?? 1;
}

/**
 * Whether AVA's title of a test in a run of several files is of the file. It begins with the file's path below their common
 * folder.
 */
function isTestOf(file: string, title: string): boolean {
  const [folder = '', name = ''] = file
    .replace(/\.test\.ts$/, '')
    .split(path.sep)
    .slice(-2);
  return title.includes(`${folder} › ${name} › `);
}

/** Until a signal, runs the selected tests that import a changed file. */
async function runChanged(): Promise<void> {
  const changed = new Set<string>();
  const watcher = watch(projectFolder, { recursive: true }, (_event, file) => {
    if (file?.endsWith('.ts') === true && !file.includes('node_modules'))
      changed.add(path.join(projectFolder, file));
  });
  print('Waiting for changes. Ctrl-C stops.');
  while (!isStopped) {
    await new Promise((resolve) => setTimeout(resolve, debounceMilliseconds));
    if (changed.size === 0) continue;
    forgetModules();
    const affected = files.filter((file) => importsOneOf(file, changed));
    changed.clear();
    if (affected.length > 0) await runAva(affected);
  }
  watcher.close();
}

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
 * @returns AVA's options, and the test files. With an option or the name of a file, each runs in a process of its own.
 * @throws Error when no test file matches an argument
 */
function readArguments(all: readonly string[]) {
  const ours = new Set(['--unit', '--watch']);
  const named = all.filter(namesTests).flatMap(testsAt);
  const isUnit = all.includes('--unit');
  const options = all.filter((argument) => !namesTests(argument) && !ours.has(argument));
  return {
    options,
    files: named.length > 0 ? [...new Set(named)] : isUnit ? unitTests() : allTests(),
    isGrouped: options.length === 0 && !all.some((argument) => argument.endsWith('.test.ts')),
    isWatching: all.includes('--watch'),
  };
}

/** Whether an argument names test files; others are options of AVA and their values. */
function namesTests(argument: string): boolean {
  return !argument.startsWith('-') && /\.test\.ts$|^(?:\.\/)?test(?:\/|$)/.test(argument);
}

function stackIsNeeded(): boolean {
  const { databaseUrl, temporalAddress, awsEndpointUrl } = given;
  if (databaseUrl !== undefined && temporalAddress !== undefined && awsEndpointUrl !== undefined)
    return false;
  return files.some(needsStack) && runningStack() === undefined;
}
