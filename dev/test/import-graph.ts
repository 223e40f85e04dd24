import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Imports {
  /** Absolute paths of the modules that are imported directly or indirectly, and of the module itself. */
  readonly modules: ReadonlySet<string>;
  /** Names of the npm packages that these modules import. */
  readonly packages: ReadonlySet<string>;
}

/** Follows the imports that exist at run time: type imports load no module. @param entry - absolute path of a module */
export function importsOf(entry: string): Imports {
  const modules = new Set<string>();
  const packages = new Set<string>();
  const pending = [entry];
  for (let module = pending.pop(); module !== undefined; module = pending.pop()) {
    if (modules.has(module)) continue;
    modules.add(module);
    for (const specifier of specifiersIn(module)) {
      const file = path.resolve(path.dirname(module), specifier);
      if (!specifier.startsWith('.')) packages.add(packageOf(specifier));
      else if (/\.m?[jt]s$/.test(file)) pending.push(file);
    }
  }
  return { modules, packages };
}

/** Each module is read once by a process, until it may have changed. */
const specifiersByModule = new Map<string, readonly string[]>();

/** Reads every module again when it is needed. */
export function forgetModules(): void {
  specifiersByModule.clear();
}

/** The specifiers of static imports, and of dynamic imports of literals. */
function specifiersIn(module: string): readonly string[] {
  const known = specifiersByModule.get(module);
  if (known !== undefined) return known;
  const text = readFileSync(module, 'utf8');
  const found = text.matchAll(
    /(?:^(?:import|export)(?! type\b)(?: [^'"`;()=]*?\bfrom)? |\bimport\()\s*['"]([^'"]+)['"]/gm,
  );
  const specifiers = [...found]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => !specifier.startsWith('node:'));
  specifiersByModule.set(module, specifiers);
  return specifiers;
}

/** `@aws-sdk/client-s3/x` → `@aws-sdk/client-s3`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
