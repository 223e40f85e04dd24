import { readdirSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { importsOf } from './import-graph.ts';

const { projectFolder } = devConfiguration;
const buildFolder = path.join(projectFolder, 'build');
/** Modules that a test imports only to use Postgres, Temporal or the AWS emulator. */
const stackModules = [
  path.join(buildFolder, 'test', 'support', 'stack.js'),
  path.join(buildFolder, 'dev', 'stack') + path.sep,
];

/** Returns the compiled test files that need no stack. */
export function unitTests(): readonly string[] {
  return compiledTests().filter((file) => !needsStack(file));
}

/**
 * Returns the compiled test files that a path names: a source or compiled file, a folder, or a glob pattern of files.
 *
 * @throws Error when no test file has that path
 */
export function testsAt(pattern: string): readonly string[] {
  const relative = path.relative(projectFolder, path.resolve(projectFolder, pattern));
  const compiled = path.join(relative.split(path.sep)[0] === 'build' ? '' : 'build', relative);
  const absolute = path.join(projectFolder, compiled.replace(/\.ts$/, '.js'));
  const found = compiledTests().filter(
    (file) =>
      file === absolute ||
      file.startsWith(absolute + path.sep) ||
      (/[*?{[]/.test(absolute) && path.matchesGlob(file, absolute)),
  );
  if (found.length === 0) throw new Error(`No test file matches ${pattern}.`);
  return found;
}

/** Whether a compiled test file imports, directly or indirectly, a module of the stack. */
export function needsStack(file: string): boolean {
  const modules = [...importsOf(file).modules];
  return stackModules.some((prefix) => modules.some((module) => module.startsWith(prefix)));
}

function compiledTests(): readonly string[] {
  const folder = path.join(buildFolder, 'test');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.js'))
    .map((file) => path.join(folder, file))
    .toSorted();
}
