import { readdirSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { importsOf } from './import-graph.ts';

const { projectFolder } = devConfiguration;
/** Modules that a test imports only to use Postgres, Temporal or the AWS emulator. */
const stackModules = [
  path.join(projectFolder, 'test', 'support', 'stack.ts'),
  path.join(projectFolder, 'dev', 'stack') + path.sep,
];

/** Returns the test files that need no stack. */
export function unitTests(): readonly string[] {
  return allTests().filter((file) => !needsStack(file));
}

/**
 * Returns the test files that a path names: a file, a folder, or a glob pattern of files.
 *
 * @throws Error when no test file has that path
 */
export function testsAt(pattern: string): readonly string[] {
  const absolute = path.resolve(projectFolder, pattern);
  const found = allTests().filter(
    (file) =>
      file === absolute ||
      file.startsWith(absolute + path.sep) ||
      (/[*?{[]/.test(absolute) && path.matchesGlob(file, absolute)),
  );
  if (found.length === 0) throw new Error(`No test file matches ${pattern}.`);
  return found;
}

/** Whether a test file imports, directly or indirectly, a module of the stack. */
export function needsStack(file: string): boolean {
  const modules = [...importsOf(file).modules];
  return stackModules.some((prefix) => modules.some((module) => module.startsWith(prefix)));
}

/** Whether a test file is one of the files, or imports one, directly or indirectly. */
export function importsOneOf(file: string, files: ReadonlySet<string>): boolean {
  return [...importsOf(file).modules].some((module) => files.has(module));
}

/** Returns all test files. */
export function allTests(): readonly string[] {
  const folder = path.join(projectFolder, 'test');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.join(folder, file))
    .toSorted();
}
