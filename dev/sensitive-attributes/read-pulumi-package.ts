import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A resource class of a `@pulumi/<provider>` package. */
export interface PulumiResource {
  /** For example `azure:containerservice/registry:Registry`. */
  readonly token: string;
  readonly properties: readonly string[];
  /** The properties in `additionalSecretOutputs`: sensitive in the schema of the bridged Terraform provider. */
  readonly secrets: readonly string[];
}

/** Labels that Pulumi adds itself. */
const added = new Set(['effectiveLabels', 'pulumiLabels', 'pulumiTags', 'tagsAll', 'effectiveAnnotations']);

/** Reads the resource classes of an installed package that have secret outputs. */
export function readPulumiPackage(folder: string): readonly PulumiResource[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && !file.includes('node_modules') && !file.endsWith('provider.js'))
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const token = /__pulumiType = '([^']+)'/.exec(text)?.[1];
      const secrets = namesIn(/additionalSecretOutputs: \[([^\]]*)\]/.exec(text)?.[1]);
      if (token === undefined || secrets.length === 0) return [];
      const properties = [...text.matchAll(/resourceInputs\["(\w+)"\]/g)].map(([, name = '']) => name);
      return [{ token, properties: [...new Set(properties)], secrets }];
    });
}

function namesIn(list: string | undefined): readonly string[] {
  return [...(list ?? '').matchAll(/"(\w+)"/g)]
    .map(([, name = '']) => name)
    .filter((name) => !added.has(name));
}
