import { readdirSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { importsOf } from './import-graph.ts';

const buildFolder = path.join(devConfiguration.projectFolder, 'build');
/** Modules that a test imports only to use Postgres, Temporal or the AWS emulator. */
const stackModules = [
  path.join(buildFolder, 'test', 'support', 'stack.js'),
  path.join(buildFolder, 'dev', 'stack') + path.sep,
];

/** Returns the compiled test files that need no stack. */
export function unitTests(): readonly string[] {
  const folder = path.join(buildFolder, 'test');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.js'))
    .map((file) => path.join(folder, file))
    .filter((file) => !needsStack(file))
    .toSorted();
}

/** Whether a compiled test file imports, directly or indirectly, a module of the stack. */
export function needsStack(file: string): boolean {
  const modules = [...importsOf(file).modules];
  return stackModules.some((prefix) => modules.some((module) => module.startsWith(prefix)));
}
