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
  const modules = new Set([entry]);
  const packages = new Set<string>();
  // A set also visits what is added during the loop.
  for (const module of modules) {
    const imports = importsIn(module);
    for (const file of imports.modules) modules.add(file);
    for (const name of imports.packages) packages.add(name);
  }
  return { modules, packages };
}

/** The direct imports of a module. Each module is read once by a process, until it may have changed. */
const importsByModule = new Map<string, Imports>();

/** Reads every module again when it is needed. */
export function forgetModules(): void {
  importsByModule.clear();
}

/** The static imports of a module, and the dynamic imports of literals. */
function importsIn(module: string): Imports {
  const known = importsByModule.get(module);
  if (known !== undefined) return known;
  const modules = new Set<string>();
  const packages = new Set<string>();
  const found = readFileSync(module, 'utf8').matchAll(
    /(?:^(?:import|export)(?! type\b)(?: [^'"`;()=]*?\bfrom)? |\bimport\()\s*['"]([^'"]+)['"]/gm,
  );
  for (const [, specifier = ''] of found) {
    const file = path.resolve(path.dirname(module), specifier);
    if (specifier.startsWith('node:')) continue;
    if (!specifier.startsWith('.')) packages.add(packageOf(specifier));
    else if (/\.m?[jt]s$/.test(file)) modules.add(file);
  }
  const imports = { modules, packages };
  importsByModule.set(module, imports);
  return imports;
}

/** `@aws-sdk/client-s3/x` → `@aws-sdk/client-s3`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
