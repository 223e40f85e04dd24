import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';

const buildFolder = path.join(devConfiguration.projectFolder, 'build');
/** Modules that a test imports only to use Postgres, Temporal or the AWS emulator. */
const stackModules = [
  path.join(buildFolder, 'test', 'support', 'stack.js'),
  path.join(buildFolder, 'dev', 'stack') + path.sep,
];

/**
 * Returns the compiled test files that need no stack: neither the file nor a module that it imports, directly or
 * indirectly, imports one of the stack modules.
 */
export function unitTests(): readonly string[] {
  const files = readdirSync(path.join(buildFolder, 'test'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.test.js'))
    .map((file) => path.join(buildFolder, 'test', file))
    .filter((file) => !needsStack(file))
    .toSorted();
}

/** @param file - absolute path of a compiled test file */
export function needsStack(file: string): boolean {
  const seen = new Set<string>();
  const pending = [file];
  for (let module = pending.pop(); module !== undefined; module = pending.pop()) {
    const current = module;
    if (stackModules.some((prefix) => current.startsWith(prefix))) return true;
    if (seen.has(current)) continue;
    seen.add(current);
    pending.push(...importsOf(current));
  }
  return false;
}

/** The relative imports of a compiled module, as absolute paths. */
function importsOf(module: string): readonly string[] {
  const text = readFileSync(module, 'utf8');
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+\.js)['"]/g)];
  return specifiers.map(([, specifier = '']) => path.resolve(path.dirname(module), specifier));
}
