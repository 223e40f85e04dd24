import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { devConfiguration } from '../configuration.ts';

/** The file that docker-compose.yml mounts into the Temporal server. */
const file = path.join(devConfiguration.projectFolder, 'temporal-dynamic-config.yaml');

/**
 * Returns the settings of `temporal-dynamic-config.yaml` as arguments of Temporal's dev server.
 * @throws Error for a setting with constraints, which the dev server does not support
 */
export function dynamicConfigArguments(): readonly string[] {
  const settings = parse(readFileSync(file, 'utf8')) as Record<string, readonly object[]>;
  return Object.entries(settings).map(([key, values]) => {
    const [value, ...others] = values as readonly {
      readonly value: unknown;
      readonly constraints?: object;
    }[];
    if (value === undefined || value.constraints !== undefined || others.length > 0)
      throw new Error(`${key} in ${file} must have one value without constraints`);
    return `--dynamic-config-value=${key}=${JSON.stringify(value.value)}`;
  });
}
