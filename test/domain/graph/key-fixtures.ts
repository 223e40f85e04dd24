import { replaceAt } from '../../../domain/discovery/path.ts';
import type { MutableJson } from '../../../domain/discovery/path.ts';
import type { EdgeFixture, EdgeFixtureHolder } from './edge-fixture.ts';

const id = '7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11';
const forms: readonly (readonly [variant: string, value: string])[] = [
  ['key-arn', `arn:aws:kms:eu-west-1:123456789012:key/${id}`],
  ['alias-arn', 'arn:aws:kms:eu-west-1:123456789012:alias/data'],
  ['key-id', id],
  ['alias', 'alias/data'],
];

/** Returns a fixture for each rule of `encryptedBy`: the holder with that form of the key at the path. */
export function keyFixtures(holder: EdgeFixtureHolder, path: string): readonly EdgeFixture[] {
  const type = holder.resourceType.replace('AWS::', '');
  return forms.map(([variant, value]) => ({
    rule: `${type}.${path}:encrypted_by:${variant}`,
    holder: withValue(holder, path, value),
    expected: [{ path, value }],
  }));
}

function withValue(holder: EdgeFixtureHolder, path: string, value: string): EdgeFixtureHolder {
  const configuration = structuredClone(holder.configuration) as { [key: string]: MutableJson };
  replaceAt(configuration, path, () => value);
  return { ...holder, configuration };
}
