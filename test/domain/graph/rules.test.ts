import { createHmac } from 'node:crypto';
import test from 'ava';
import { normalise } from '../../../domain/discovery/observation/normalise.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import { collectorOf, resourceType } from '../../../domain/discovery/declaration/resource-types.ts';
import { extractHolder } from '../../../domain/graph/extract-holder.ts';
import type { ExtractedHolder, ExtractedReference } from '../../../domain/graph/edge-rule.ts';
import { edgeRules, edgeRulesById } from '../../../domain/graph/rules/index.ts';
import { fixtureAccount } from './edge-fixture.ts';
import type { EdgeFixture, EdgeFixtureHolder, ExpectedReference } from './edge-fixture.ts';
import { exampleFixtures } from './example-fixtures.ts';
import { edgeFixtures } from './fixtures/index.ts';
import { tierBTargetTypes } from './tier-b-target-types.ts';

const minimumRules = 250;
const hash = (text: string): string => createHmac('sha256', 'fixtures').update(text).digest('hex');
const isTierA = (type: string): boolean => resourceType(type) !== undefined;

test('rule ids are unique', (t) => {
  const ids = edgeRules.map(({ id }) => id);
  t.deepEqual(repeated(ids), []);
  t.is(edgeRulesById.size, ids.length);
});

test('at least 250 rules have a source type and only target types of tier A', (t) => {
  const overTierA = edgeRules.filter(
    ({ sourceType, targetTypes }) =>
      isTierA(sourceType) && targetTypes.length > 0 && targetTypes.every(isTierA),
  );
  t.true(overTierA.length >= minimumRules, `${String(overTierA.length)} rules`);
});

test('source types are in tier A', (t) => {
  const unknown = edgeRules.filter(({ sourceType }) => sourceType !== '*' && !isTierA(sourceType));
  t.deepEqual(unknown.map(ruleId), []);
});

test('target types are in tier A or in the list of known types of tier B', (t) => {
  const known = (type: string): boolean => isTierA(type) || tierBTargetTypes.has(type);
  const unknown = edgeRules.filter(({ targetTypes }) => !targetTypes.every(known));
  t.deepEqual(unknown.map(ruleId), []);
});

test('every listed type of tier B is the target of a rule', (t) => {
  const targets = new Set(edgeRules.flatMap(({ targetTypes }) => targetTypes));
  t.deepEqual(
    [...tierBTargetTypes].filter((type) => !targets.has(type) || isTierA(type)),
    [],
  );
});

test('rules that match ids or names have target types', (t) => {
  const without = edgeRules.filter(
    ({ matcher, targetTypes }) => (matcher === 'id' || matcher === 'name') && targetTypes.length === 0,
  );
  t.deepEqual(without.map(ruleId), []);
});

test('no rule repeats the path and relation of another with a common target type', (t) => {
  const declared = edgeRules.flatMap((rule) =>
    rule.targetTypes.map((target) =>
      JSON.stringify([rule.sourceType, rule.path, rule.relation, rule.matcher, target, rule.when, rule.read]),
    ),
  );
  t.deepEqual(repeated(declared), []);
});

test('every rule has a fixture with a reference', (t) => {
  const covered = new Set(edgeFixtures.filter(({ expected }) => expected.length > 0).map(({ rule }) => rule));
  t.deepEqual(
    edgeRules.map(ruleId).filter((id) => !covered.has(id)),
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

for (const [index, fixture] of [...exampleFixtures, ...edgeFixtures].entries()) {
  test(`${fixture.rule} finds exactly the references of its fixture (${String(index + 1)})`, (t) => {
    const found = extract(fixture.holder).references.filter(({ rule }) => rule === fixture.rule);
    const expected = fixture.expected.map(withDefaults).sort(byPathAndKey);
    const comparable = found.map((reference) => comparableWith(reference, fixture)).sort(byPathAndKey);
    t.deepEqual(comparable, expected);
  });
}

function extract(holder: EdgeFixtureHolder): ExtractedHolder {
  const rules = collectorOf(holder.resourceType) ?? {};
  const raw = structuredClone(holder.configuration) as RawItem;
  const { configuration, volatile } = normalise(raw, rules, hash);
  const scope = resourceType(holder.resourceType)?.scope;
  return extractHolder(
    {
      resourceType: holder.resourceType,
      nativeId: holder.nativeId,
      arn: holder.arn ?? null,
      name: holder.name ?? null,
      awsAccountNumber: fixtureAccount,
      region: holder.region ?? (scope === 'global' ? 'global' : 'eu-west-1'),
      configuration: JSON.stringify(configuration),
      volatile: JSON.stringify({ ...volatile, ...holder.volatile }),
      tags: JSON.stringify(holder.tags ?? {}),
    },
    hash,
  );
}

type Comparable = Required<Pick<ExpectedReference, 'path' | 'value' | 'key'>> & {
  readonly baseKey?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
};

function withDefaults(reference: ExpectedReference): Comparable {
  return { ...reference, key: reference.key ?? reference.value };
}

/** The base key is compared only with an expected reference that gives one. */
function comparableWith(reference: ExtractedReference, { expected }: EdgeFixture): Comparable {
  const { path, value, key, baseKey, properties } = reference;
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

function byPathAndKey(left: Comparable, right: Comparable): number {
  const [a, b] = [`${left.path}\n${left.key}`, `${right.path}\n${right.key}`];
  return a < b ? -1 : a > b ? 1 : 0;
}

function repeated(texts: readonly string[]): readonly string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

function ruleId({ id }: { readonly id: string }): string {
  return id;
}
