import test from 'ava';
import { RESOURCE_TYPES, resourceType } from '../../../domain/discovery/declaration/resource-types.ts';
import { parsePath } from '../../../domain/json/path.ts';
import { compositionRules } from '../../../domain/graph/composition-rules.ts';
import { externalTypeOf } from '../../../domain/graph/external-type.ts';
import { failureDefaults } from '../../../domain/graph/failure-propagation.ts';
import { identifierRules } from '../../../domain/graph/identifier-rules.ts';
import { graphRuleSet } from '../../../domain/graph/rule-set.ts';
import { edgeRules, edgeRulesById } from '../../../domain/graph/rules/index.ts';
import { typesWithoutRules } from '../../../domain/graph/types-without-rules.ts';
import { tierBTargetTypes } from './tier-b-target-types.ts';

const minimumRules = 250;
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

test('a type of tier A has a rule, can be found by one, or is listed with a reason', (t) => {
  const ruled = new Set(edgeRules.flatMap(({ sourceType, targetTypes }) => [sourceType, ...targetTypes]));
  const without = RESOURCE_TYPES.map((type) => type.resourceType).filter((type) => !ruled.has(type));
  t.deepEqual(typesWithoutRules.flatMap(({ types }) => types).toSorted(), without.toSorted());
});

test('source types are in tier A', (t) => {
  const unknown = edgeRules.filter(({ sourceType }) => sourceType !== '*' && !isTierA(sourceType));
  t.deepEqual(
    unknown.map(({ id }) => id),
    [],
  );
});

test('target types are in tier A or in the list of known types of tier B', (t) => {
  const known = (type: string): boolean =>
    isTierA(type) || tierBTargetTypes.has(type) || externalTypeOf([type]) !== undefined;
  const unknown = edgeRules.filter(({ targetTypes }) => !targetTypes.every(known));
  t.deepEqual(
    unknown.map(({ id }) => id),
    [],
  );
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
  t.deepEqual(
    without.map(({ id }) => id),
    [],
  );
});

test('no rule repeats the path and relation of another with a common target type', (t) => {
  const declared = edgeRules.flatMap((rule) =>
    rule.targetTypes.map((target) =>
      JSON.stringify([rule.sourceType, rule.path, rule.relation, rule.matcher, target, rule.when, rule.read]),
    ),
  );
  t.deepEqual(repeated(declared), []);
});

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
  // A statement for everyone with a condition allows the callers that the condition names.
  const texts = edgeRules.filter(
    ({ id, path, audience }) =>
      (/Statement\[\]\.(Resource|Condition)/.test(path) && audience !== 'narrowed') ||
      id.includes('Environment.Variables'),
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
    t.true(relation in failureDefaults);
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

function repeated(texts: readonly string[]): readonly string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}
