import test from 'ava';
import type { ExtractedReference } from '../../../domain/graph/edge-rule.ts';
import { edgeRules, edgeRulesById } from '../../../domain/graph/rules/index.ts';
import { extractFixture } from './edge-fixture.ts';
import type { EdgeFixture } from './edge-fixture.ts';
import { edgeFixtures } from './fixtures/index.ts';

test('every rule has an example or a fixture with a reference', (t) => {
  const covered = new Set(edgeFixtures.filter(({ expected }) => expected.length > 0).map(({ rule }) => rule));
  t.deepEqual(
    edgeRules.map(({ id }) => id).filter((id) => !covered.has(id)),
    [],
  );
});

test('every property of a rule is in a fixture', (t) => {
  const covered = new Set(
    edgeFixtures.flatMap(({ rule, expected }) =>
      expected.flatMap(({ properties = {} }) => Object.keys(properties).map((name) => `${rule} ${name}`)),
    ),
  );
  const declared = edgeRules.flatMap(({ id, properties = {} }) =>
    Object.keys(properties).map((name) => `${id} ${name}`),
  );
  t.true(declared.length > 0);
  t.deepEqual(
    declared.filter((property) => !covered.has(property)),
    [],
  );
});

test('every fixture is of a declared rule with the type of the holder', (t) => {
  const wrong = edgeFixtures.filter(({ rule, holder }) => {
    const sourceType = edgeRulesById.get(rule)?.sourceType;
    return sourceType === undefined || (sourceType !== '*' && sourceType !== holder.resourceType);
  });
  t.deepEqual(
    wrong.map(({ rule }) => rule),
    [],
  );
});

for (const [index, fixture] of edgeFixtures.entries()) {
  test(`${fixture.rule} finds exactly the references of its fixture (${String(index + 1)})`, (t) => {
    const found = extractFixture(fixture.holder).references.filter(({ rule }) => rule === fixture.rule);
    t.deepEqual(
      found.map((reference) => comparableWith(reference, fixture)).sort(byPathAndKey),
      [...fixture.expected].sort(byPathAndKey),
    );
  });
}

type Comparable = EdgeFixture['expected'][number];

/** The base key is compared only with an expected reference that gives one. */
function comparableWith(
  { path, value, key, baseKey, properties }: ExtractedReference,
  { expected }: EdgeFixture,
): Omit<Comparable, 'properties'> & Pick<ExtractedReference, 'properties'> {
  const withBaseKey = expected.some(
    (one) => one.path === path && one.value === value && one.baseKey !== undefined,
  );
  return {
    path,
    value,
    key,
    ...(withBaseKey && baseKey !== undefined ? { baseKey } : {}),
    ...(properties === undefined ? {} : { properties }),
  };
}

function byPathAndKey(left: Pick<Comparable, 'path' | 'key'>, right: typeof left): number {
  const [a, b] = [`${left.path}\n${left.key}`, `${right.path}\n${right.key}`];
  return a < b ? -1 : a > b ? 1 : 0;
}
