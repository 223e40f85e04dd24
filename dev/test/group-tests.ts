import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { needsStack } from './unit-tests.ts';

const testFolder = path.join(devConfiguration.projectFolder, 'test');
const groupsFolder = path.join(devConfiguration.projectFolder, 'build', 'test-groups', String(process.pid));
/** Tests with hooks or of measured time, which tests of other files in the process would affect. */
const needsOwnProcess =
  /\btest\.(?:serial|before|after)|\banyTest\b|\b(?:process|performance)\.|\bset(?:Timeout|Interval)\b/;

/**
 * AVA starts a process for every file. That takes longer than most unit tests, so those of a feature share a process: a
 * generated file imports them.
 *
 * @param files - absolute paths of test files
 * @returns the files for AVA. `deleteGroups` deletes the generated ones.
 */
export function groupTests(files: readonly string[]): readonly string[] {
  const groups = Map.groupBy(files, groupOf);
  return [...groups].flatMap(([name, members]) =>
    name === undefined || members.length === 1 ? members : [writeGroup(name, members)],
  );
}

export function deleteGroups(): void {
  rmSync(groupsFolder, { recursive: true, force: true });
}

/** The name of a feature, such as `domain-graph`; undefined for a test that needs a process of its own. */
function groupOf(file: string): string | undefined {
  const [room, feature] = path.relative(testFolder, path.dirname(file)).split(path.sep);
  if (room === undefined || feature === undefined) return undefined;
  if (needsStack(file) || needsOwnProcess.test(readFileSync(file, 'utf8'))) return undefined;
  return `${room}-${feature}`;
}

function writeGroup(name: string, members: readonly string[]): string {
  mkdirSync(groupsFolder, { recursive: true });
  const file = path.join(groupsFolder, `${name}.test.ts`);
  const specifiers = members.map((member) => path.relative(groupsFolder, member).replaceAll(path.sep, '/'));
  writeFileSync(file, specifiers.map((specifier) => `import '${specifier}';\n`).join(''));
  return file;
}
