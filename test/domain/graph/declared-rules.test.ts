import test from 'ava';
import { resourceType } from '../../../domain/discovery/declaration/resource-types.ts';
import { parsePath } from '../../../domain/json/path.ts';
import { compositionRules } from '../../../domain/graph/composition-rules.ts';
import { failingEnds } from '../../../domain/graph/failure-propagation.ts';
import { identifierRules } from '../../../domain/graph/identifier-rules.ts';
import { graphRuleSet } from '../../../domain/graph/rule-set.ts';
import { edgeRules } from '../../../domain/graph/rules/index.ts';

test('paths in items have keys only, so that reading one takes constant time', (t) => {
  const paths = edgeRules.flatMap(({ when, properties, key }) => [
    ...Object.values(properties ?? {}),
    ...(key?.path === undefined ? [] : [key.path]),
    ...(when?.on === 'item' ? when.conditions.flatMap((one) => ('path' in one ? [one.path] : [])) : []),
  ]);
  const withArrays = paths.filter((path) =>
    parsePath(path.replaceAll('^.', '')).some(({ kind }) => kind !== 'key'),
  );
  t.deepEqual(withArrays, []);
  t.true(paths.length > 0);
});

test('rules that read policy text or environment variables are low and create no external node', (t) => {
  const texts = edgeRules.filter(
    ({ id, path }) =>
      /Statement\[\]\.(Resource|Condition)/.test(path) || id.includes('Environment.Variables'),
  );
  t.true(texts.length > 20);
  t.deepEqual(
    texts
      .filter(({ confidence, external }) => confidence !== 'low' || external !== false)
      .map(({ id }) => id),
    [],
  );
});

test('identifier rules are of types in tier A', (t) => {
  const unknown = identifierRules.filter((rule) => resourceType(rule.resourceType) === undefined);
  t.deepEqual(unknown, []);
});

test('composition rules name types in tier A and relations that edge rules can give', (t) => {
  const relations = new Set(edgeRules.map(({ relation }) => relation));
  for (const { id, throughType, first, second, relation } of compositionRules) {
    const types = [throughType, ...first.types, ...second.types];
    t.deepEqual(
      types.filter((type) => resourceType(type) === undefined),
      [],
      id,
    );
    t.true(relations.has(first.relation) && relations.has(second.relation), id);
    t.true(relation in failingEnds);
  }
  t.is(new Set(compositionRules.map(({ id }) => id)).size, compositionRules.length);
});

test('both edges of a composition rule are declared with the resource in the middle', (t) => {
  for (const { id, throughType, first, second } of compositionRules) {
    for (const [side, middleIsSource] of [
      [first, first.reversed === true],
      [second, second.reversed !== true],
    ] as const) {
      const declared = edgeRules.some(({ sourceType, targetTypes, relation, reversed }) => {
        const holderIsSource = reversed !== true;
        const holderIsMiddle = sourceType === throughType && holderIsSource === middleIsSource;
        const targetIsMiddle = targetTypes.includes(throughType) && holderIsSource !== middleIsSource;
        return relation === side.relation && (holderIsMiddle || targetIsMiddle);
      });
      t.true(declared, `${id}: ${side.relation}`);
    }
  }
});

test('the version of the rules is a short text', (t) => {
  t.regex(graphRuleSet, /^\d+-[0-9a-f]{14}$/);
});
