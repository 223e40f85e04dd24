import type { EdgeFixture, EdgeFixtureHolder, ExpectedReference } from './edge-fixture.ts';

/** Path, value, and the identifier when it differs from the value. */
export type ExpectedTuple = readonly [path: string, value: string, key?: string];

/**
 * Returns fixtures of several rules for one holder.
 *
 * @param expected `<path>:<relation>` of the rule → its references
 */
export function fixturesOf(
  holder: EdgeFixtureHolder,
  expected: Readonly<Record<string, readonly (ExpectedTuple | ExpectedReference)[]>>,
): readonly EdgeFixture[] {
  const type = holder.resourceType.replace('AWS::', '');
  return Object.entries(expected).map(([rule, references]) => ({
    rule: `${type}.${rule}`,
    holder,
    expected: references.map((reference) => ('path' in reference ? reference : fromTuple(reference))),
  }));
}

function fromTuple([path, value, key]: ExpectedTuple): ExpectedReference {
  return { path, value, ...(key === undefined ? {} : { key }) };
}
