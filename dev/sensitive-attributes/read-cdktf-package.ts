import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A getter of a scalar, and the field of a block. */
const attribute = /\bget\w+Attribute\(['"](\w+)['"]\)|= new \w+\(this, ['"](\w+)['"]/g;

/**
 * Reads the types of an installed `@cdktf/provider-<provider>` package, with the names at their top. The package is generated
 * from the schema of the provider; it has the exact names, but not which of them are sensitive.
 */
export function readCdktfPackage(folder: string): ReadonlyMap<string, readonly string[]> {
  const types = new Map<string, readonly string[]>();
  const library = path.join(folder, 'lib');
  for (const name of readdirSync(library)) {
    const file = path.join(library, name, 'index.js');
    if (!existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    const type = /\.tfResourceType = "(\w+)"/.exec(text)?.[1];
    const start = text.search(/extends cdktf\.TerraformResource \{/);
    if (type === undefined || start < 0) continue;
    const names = [...text.slice(start).matchAll(attribute)].map(
      ([, scalar, block]) => scalar ?? block ?? '',
    );
    types.set(type, [...new Set(names)]);
  }
  return types;
}
