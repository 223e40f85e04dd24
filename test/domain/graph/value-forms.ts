import { replaceAt } from '../../../domain/json/path.ts';
import type { MutableJson } from '../../../domain/json/json.ts';
import type { EdgeFixture, EdgeFixtureHolder } from './edge-fixture.ts';

const keyId = '7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11';
const keyForms: readonly (readonly [variant: string, value: string])[] = [
  ['key-arn', `arn:aws:kms:eu-west-1:123456789012:key/${keyId}`],
  ['alias-arn', 'arn:aws:kms:eu-west-1:123456789012:alias/data'],
  ['key-id', keyId],
  ['alias', 'alias/data'],
];

/** Returns a fixture for each rule of `encryptedBy`: the holder with one form of the key at the path. */
export function keyFixtures(holder: EdgeFixtureHolder, path: string): readonly EdgeFixture[] {
  const rule = ruleOf(holder, path, 'encrypted_by');
  return keyForms.map(([variant, value]) => ({
    rule: `${rule}:${variant}`,
    holder: withValue(holder, path, value),
    expected: [{ path, value }],
  }));
}

/** Returns the fixtures of both rules of `arnOrName`. */
export function arnOrNameFixtures(
  holder: EdgeFixtureHolder,
  path: string,
  relation: string,
  forms: { readonly arn: string; readonly name: string },
): readonly EdgeFixture[] {
  const rule = ruleOf(holder, path, relation);
  return (['arn', 'name'] as const).map((variant) => ({
    rule: `${rule}:${variant}`,
    holder: withValue(holder, path, forms[variant]),
    expected: [{ path, value: forms[variant] }],
  }));
}

const ecrImage = '210987654321.dkr.ecr.eu-central-1.amazonaws.com/shared/base:2026-01-12';
const imageForms = {
  ecr: { value: ecrImage, key: 'arn:aws:ecr:eu-central-1:210987654321:repository/shared/base' },
  registry: { value: 'public.ecr.aws/docker/library/node:20', key: 'public.ecr.aws/docker/library/node' },
} as const;

/**
 * Returns the fixtures of rules for container images.
 *
 * @param found path of the value in the holder, if the path of the rule has a `*`
 */
export function imageFixtures(
  holder: EdgeFixtureHolder,
  path: string,
  variants: readonly ('ecr' | 'registry')[],
  found = path,
): readonly EdgeFixture[] {
  const rule = ruleOf(holder, path, 'pulls_from');
  return variants.map((variant) => ({
    rule: `${rule}:${variant}`,
    holder: withValue(holder, found, imageForms[variant].value),
    expected: [{ path: found, ...imageForms[variant] }],
  }));
}

/** Returns the holder with another text at the path. */
export function withValue(holder: EdgeFixtureHolder, path: string, value: string): EdgeFixtureHolder {
  const configuration = structuredClone(holder.configuration) as { [key: string]: MutableJson };
  replaceAt(configuration, path, () => value);
  return { ...holder, configuration };
}

function ruleOf({ resourceType }: EdgeFixtureHolder, path: string, relation: string): string {
  return `${resourceType.replace('AWS::', '')}.${path}:${relation}`;
}
