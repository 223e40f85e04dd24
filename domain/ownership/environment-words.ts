import { byCodeUnit } from '../json/canonical.ts';
import type { EnvironmentClass } from '../values.ts';
import { equalTagKeys } from './condition.ts';

/** Tag keys whose value can name the environment, best first. */
const environmentKeys = ['environment', 'env', 'stage'];

const aliases: Readonly<Partial<Record<EnvironmentClass, string>>> = {
  production: 'prod',
  staging: 'stg',
  development: 'dev',
  test: 'qa',
  sandbox: 'sbx',
};

export interface NamedEnvironment {
  readonly id: string;
  readonly name: string;
  readonly class: EnvironmentClass;
}

/** Returns the stored keys of tags that can name an environment, best first. */
export function environmentTagKeys(stored: readonly string[]): readonly string[] {
  return environmentKeys.flatMap((key) => equalTagKeys(key, stored));
}

/**
 * Returns the words that name an environment: its name, and its class or the alias of the class when no other environment
 * has the class. A name takes precedence over a class. Of names that differ only in case, the first counts. Callers compare
 * words and tag values without case. Words keep their case, because JavaScript and Postgres convert some letters (`Σ`, `İ`)
 * to different lower-case letters.
 */
export function environmentWords(environments: readonly NamedEnvironment[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const known = new Set<string>();
  const add = (word: string, id: string) => {
    if (!known.has(word.toLowerCase())) words.set(word, id);
    known.add(word.toLowerCase());
  };
  const sorted = environments.toSorted((a, b) => byCodeUnit(a.name, b.name));
  for (const { id, name } of sorted) add(name, id);
  for (const { id, class: itsClass } of sorted) {
    if (sorted.filter((other) => other.class === itsClass).length > 1) continue;
    add(itsClass, id);
    const alias = aliases[itsClass];
    if (alias !== undefined) add(alias, id);
  }
  return words;
}
