import { collectorOf } from '../../../domain/discovery/declaration/resource-types.ts';
import type { EdgeExample, EdgeRule } from '../../../domain/graph/edge-rule.ts';
import { edgeRules } from '../../../domain/graph/rules/index.ts';
import type { Json, JsonObject } from '../../../domain/json/json.ts';
import { parsePath } from '../../../domain/json/path.ts';
import type { PathStep } from '../../../domain/json/path.ts';
import { groupBy } from '../../../domain/lists/group-by.ts';
import type { EdgeFixture, EdgeFixtureHolder, ExpectedReference } from './edge-fixture.ts';

const rulesByPath = groupBy(edgeRules, pathAndRelation);

/**
 * The fixtures of the rules with an example. A holder has the texts of the example at the path of the rule, and those of the
 * other rules with the same path and relation, in which the rule must read nothing. All of them are in one array if the path has
 * one; else each has a holder of its own.
 */
export const exampleFixtures: readonly EdgeFixture[] = edgeRules.flatMap((rule) => {
  if (rule.example === undefined) return [];
  const references = referencesOf(rule, rule.example);
  const others = (rulesByPath.get(pathAndRelation(rule)) ?? []).flatMap(({ example = [] }) =>
    textsOf(example),
  );
  const texts = [...new Set([...textsOf(rule.example), ...others])];
  const lists = rule.path.includes('[]') ? [texts] : texts.map((text) => [text]);
  return lists.map((list) => ({
    rule: rule.id,
    holder: holderWith(rule.sourceType, rule.path, list),
    expected: references.filter(({ value }) => list.includes(value)),
  }));
});

/**
 * Returns a resource with values at a path. Texts that the collector parses are JSON.
 *
 * @param values several only if the path has an array: the elements of its last one
 */
export function holderWith(sourceType: string, path: string, values: readonly Json[]): EdgeFixtureHolder {
  const resourceType = sourceType === '*' ? 'AWS::EC2::Instance' : sourceType;
  const holder = { resourceType, nativeId: 'example' };
  const [first, ...rest] = parsePath(path);
  if (first?.kind === 'key' && first.key === 'tags')
    return {
      ...holder,
      configuration: {},
      tags: build(rest, values, new Set()) as Readonly<Record<string, string>>,
    };
  const embedded = new Set(
    (collectorOf(resourceType)?.embedded ?? []).map((one) => stepsAsText(parsePath(one))),
  );
  const steps = parsePath(path.replace(/^volatile\./, ''));
  return { ...holder, configuration: build(steps, values, embedded) as JsonObject };
}

/** Returns the path in evidence of the values of {@link holderWith}. */
export function evidencePath(path: string): string {
  return parsePath(path).reduce((before, step) => {
    if (step.kind === 'each') return `${before}[]`;
    const key = keyOf(step);
    if (!/^[\w$-]+$/.test(key)) return `${before}["${key}"]`;
    return before === '' ? key : `${before}.${key}`;
  }, '');
}

function build(
  steps: readonly PathStep[],
  values: readonly Json[],
  embedded: ReadonlySet<string>,
  at = 0,
): Json {
  const step = steps[at];
  if (step === undefined) return values[0] ?? null;
  const isLast = !steps.slice(at + 1).some(({ kind }) => kind === 'each');
  const inner = (list: readonly Json[]): Json => build(steps, list, embedded, at + 1);
  const value: Json =
    step.kind !== 'each'
      ? { [keyOf(step)]: inner(values) }
      : isLast
        ? values.map((one) => inner([one]))
        : [inner(values)];
  return embedded.has(stepsAsText(steps.slice(0, at))) ? JSON.stringify(value) : value;
}

function keyOf(step: PathStep): string {
  return step.kind === 'key' ? step.key : 'Any';
}

function stepsAsText(steps: readonly PathStep[]): string {
  return JSON.stringify(steps);
}

function textsOf(example: EdgeExample): readonly string[] {
  if (typeof example === 'string') return [example];
  return isTexts(example) ? example : Object.keys(example);
}

function isTexts(example: EdgeExample): example is readonly string[] {
  return Array.isArray(example);
}

function referencesOf({ path }: EdgeRule, example: EdgeExample): readonly ExpectedReference[] {
  const found = evidencePath(path);
  if (typeof example === 'string') return [{ path: found, value: example }];
  if (isTexts(example)) return example.map((value) => ({ path: found, value }));
  return Object.entries(example).flatMap(([value, read]) => {
    if (read === false) return [];
    if (read === true) return [{ path: found, value }];
    return [{ path: found, value, ...(typeof read === 'string' ? { key: read } : read) }];
  });
}

function pathAndRelation({ sourceType, path, relation }: EdgeRule): string {
  return `${sourceType} ${path} ${relation}`;
}
