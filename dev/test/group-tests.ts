import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { needsStack } from './unit-tests.ts';

const testFolder = path.join(devConfiguration.projectFolder, 'test');
const stackPrefix = 'stack-';
const groupsFolder = path.join(devConfiguration.projectFolder, 'build', 'test-groups', String(process.pid));
/** Tests in an order, with hooks, of measured time or of a time limit, which other tests in the process would affect. */
const needsOwnProcess =
  /\btest\.(?:serial|before|after)|\banyTest\b|\b(?:process|performance)\.\w|\bset(?:Timeout|Interval)\b|_SECONDS\b/;
/** Tests that start a worker, whose loops would delay the tests of other files. */
const startsWorker = /\bworker: true\b|\bstartWorker\b|ScmFixture\b|\bwithFakeActivities\b/;
/** The rooms whose tests call functions or an API in their own process, with a database for each file. */
const groupedRooms: readonly string[] = ['api', 'commands', 'db'];
/** Each file with a stack has connections and a database of its own until the end of the process. */
const stackFilesPerGroup = 4;
const limitTests = path.join(devConfiguration.projectFolder, 'dev', 'test', 'limit-tests.ts');

/**
 * AVA starts a process for every file. That takes longer than most tests, because the process loads the modules of the
 * API. So those of a feature share a process: a generated file imports them.
 *
 * @param files - absolute paths of test files
 * @returns the files for AVA. `deleteGroups` deletes the generated ones.
 */
export function groupTests(files: readonly string[]): readonly string[] {
  const groups = [...Map.groupBy(files, groupOf)].flatMap(([name, members]) => divide(name, members));
  return groups.flatMap(([name, members]) =>
    name === undefined || members.length === 1 ? members : [writeGroup(name, members)],
  );
}

export function deleteGroups(): void {
  rmSync(groupsFolder, { recursive: true, force: true });
}

/**
 * The name of a feature, such as `domain-graph`, or of a room whose tests use the stack, such as `stack-api`; undefined for a
 * test that needs a process of its own.
 */
function groupOf(file: string): string | undefined {
  const [room, feature] = path.relative(testFolder, path.dirname(file)).split(path.sep);
  const text = readFileSync(file, 'utf8');
  if (room === undefined || needsOwnProcess.test(text)) return undefined;
  if (!needsStack(file)) return feature === undefined ? undefined : `${room}-${feature}`;
  return groupedRooms.includes(room) && !startsWorker.test(text) ? `${stackPrefix}${room}` : undefined;
}

/** Divides a group of tests that use the stack. Neighbours are often of one feature, and slow ones too: they are spread. */
function divide(
  name: string | undefined,
  members: readonly string[],
): readonly (readonly [string | undefined, readonly string[]])[] {
  if (name?.startsWith(stackPrefix) !== true) return [[name, members]];
  const count = Math.ceil(members.length / stackFilesPerGroup);
  return Array.from({ length: count }, (_, index) => [
    `${name}-${index + 1}`,
    members.filter((_member, position) => position % count === index),
  ]);
}

function writeGroup(name: string, members: readonly string[]): string {
  mkdirSync(groupsFolder, { recursive: true });
  const file = path.join(groupsFolder, `${name}.test.ts`);
  const imported = name.startsWith(stackPrefix) ? [limitTests, ...members] : members;
  const specifiers = imported.map((member) => path.relative(groupsFolder, member).replaceAll(path.sep, '/'));
  writeFileSync(file, specifiers.map((specifier) => `import '${specifier}';\n`).join(''));
  return file;
}
