import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { needsStack } from './unit-tests.ts';

const testFolder = path.join(devConfiguration.projectFolder, 'test');
const groupsFolder = path.join(devConfiguration.projectFolder, 'build', 'test-groups', String(process.pid));
/** Tests that change the environment of their process or measure its memory, and hooks of a file that use `t`. */
const needsOwnProcess =
  /\bprocess\.(?:env\[[^\]]*\] =|memoryUsage)|\btest\.(?:serial\.)?(?:before|after)(?:\.always)?\((?:async )?\(t\)/;
/** Tests that load Temporal's worker and the activities, too. */
const startsWorker = /\bworker: true\b|\bstartWorker\b|ScmFixture\b|\bwithFakeActivities\b/;
/** Rooms whose tests with a stack take long, or start processes and services of their own. */
const ownProcessRooms: readonly string[] = ['bench', 'console', 'contract', 'dev', 'faults', 'isolation'];
/** Unit tests are short, and most of them load few modules. */
const filesPerGroup = (name: string) => (name.endsWith('-unit') ? 30 : name.endsWith('-worker') ? 10 : 20);
const runInTurn = path.join(devConfiguration.projectFolder, 'dev', 'test', 'run-in-turn.ts');

/**
 * AVA starts a process for every file. Loading the modules of the API or a worker takes longer than most tests, so files of
 * a room share a process, and run in it one after the other: a generated file passes them to `runInTurn`.
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

/** Such as `api`, `api-worker` or, without a stack, `api-unit`; undefined for a test that needs a process of its own. */
function groupOf(file: string): string | undefined {
  const [room = ''] = path.relative(testFolder, path.dirname(file)).split(path.sep);
  const text = readFileSync(file, 'utf8');
  if (needsOwnProcess.test(text)) return undefined;
  if (!needsStack(file)) return `${room}-unit`;
  if (ownProcessRooms.includes(room)) return undefined;
  return startsWorker.test(text) ? `${room}-worker` : room;
}

/** Divides a group. Neighbours are often of one feature, and slow ones too: they are spread. */
function divide(
  name: string | undefined,
  members: readonly string[],
): readonly (readonly [string | undefined, readonly string[]])[] {
  if (name === undefined) return [[name, members]];
  const count = Math.ceil(members.length / filesPerGroup(name));
  return Array.from({ length: count }, (_, index) => [
    `${name}-${index + 1}`,
    members.filter((_member, position) => position % count === index),
  ]);
}

function writeGroup(name: string, members: readonly string[]): string {
  mkdirSync(groupsFolder, { recursive: true });
  const file = path.join(groupsFolder, `${name}.test.ts`);
  const specifier = path.relative(groupsFolder, runInTurn).replaceAll(path.sep, '/');
  writeFileSync(
    file,
    `import { runInTurn } from '${specifier}';\nawait runInTurn(${JSON.stringify(members)});\n`,
  );
  return file;
}
