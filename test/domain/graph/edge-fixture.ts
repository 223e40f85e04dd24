import { createHmac } from 'node:crypto';
import { collectorOf, resourceType } from '../../../domain/discovery/declaration/resource-types.ts';
import { normalise } from '../../../domain/discovery/observation/normalise.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import type { EdgeExample, ExtractedHolder } from '../../../domain/graph/edge-rule.ts';
import { extractHolder } from '../../../domain/graph/extract-holder.ts';
import { edgeRulesById } from '../../../domain/graph/rules/index.ts';
import type { Json, JsonObject } from '../../../domain/json/json.ts';
import { parsePath } from '../../../domain/json/path.ts';
import type { PathStep } from '../../../domain/json/path.ts';

/** A resource, and the references that one edge rule finds in it. */
export interface EdgeFixture {
  /** Id of the edge rule. */
  readonly rule: string;
  readonly holder: EdgeFixtureHolder;
  /** All references of the rule in the holder, in any order. */
  readonly expected: readonly (ExpectedReference & { readonly path: string; readonly key: string })[];
}

export interface EdgeFixtureHolder {
  readonly resourceType: string;
  /** Default: `example`. */
  readonly nativeId?: string;
  readonly arn?: string;
  /** Default: `eu-west-1`, or `global` for types of global services. */
  readonly region?: string;
  /**
   * The item as AWS returns it, merged with its detail calls as the collector declares; members that no rule of the fixture
   * reads are left out. The test normalises it with the collector's rules, as a scan does, so that secrets become hashes and
   * volatile values are separated.
   */
  readonly configuration: JsonObject;
  readonly tags?: Readonly<Record<string, string>>;
}

export interface ExpectedReference {
  /** Default: the path of the rule, as evidence has it. */
  readonly path?: string;
  /** Text in the configuration. */
  readonly value: string;
  /** The normalised identifier. Default: `value`. */
  readonly key?: string;
  /** Compared only when given. */
  readonly baseKey?: string;
  /** Default: none. */
  readonly properties?: JsonObject;
}

/** Number of the account of all holders. */
export const fixtureAccount = '123456789012';

/** Returns the keyed hash of a text, as {@link extractFixture} stores it in place of a secret value. */
export const fixtureHash = (text: string): string =>
  createHmac('sha256', 'fixtures').update(text).digest('hex');

/** Returns the identifiers and references of a holder, whose configuration is normalised as a scan does. */
export function extractFixture({
  resourceType: type,
  nativeId = 'example',
  arn,
  region,
  configuration: item,
  tags = {},
}: EdgeFixtureHolder): ExtractedHolder {
  const { configuration, volatile } = normalise(
    structuredClone(item) as RawItem,
    collectorOf(type) ?? {},
    fixtureHash,
  );
  return extractHolder(
    {
      resourceType: type,
      nativeId,
      arn,
      name: undefined,
      awsAccountNumber: fixtureAccount,
      region: region ?? (resourceType(type)?.scope === 'global' ? 'global' : 'eu-west-1'),
      configuration: JSON.stringify(configuration),
      volatile: JSON.stringify(volatile),
      tags: JSON.stringify(tags),
    },
    fixtureHash,
  );
}

/**
 * Returns fixtures of several rules for one holder.
 *
 * @param expected `<path>:<relation>` of the rule → its references, all of them, in the form of an example or in full
 * @param sourceType of the rules, if it is not the type of the holder
 */
export function fixturesOf(
  holder: EdgeFixtureHolder,
  expected: Readonly<Record<string, EdgeExample | readonly ExpectedReference[]>>,
  sourceType = holder.resourceType,
): readonly EdgeFixture[] {
  const type = sourceType.replace('AWS::', '');
  return Object.entries(expected).map(([rule, references]) =>
    edgeFixture(`${type}.${rule}`, holder, isReferences(references) ? references : referencesOf(references)),
  );
}

export function edgeFixture(
  rule: string,
  holder: EdgeFixtureHolder,
  expected: readonly ExpectedReference[],
): EdgeFixture {
  const path = evidencePath(edgeRulesById.get(rule)?.path ?? '');
  return { rule, holder, expected: expected.map((one) => ({ path, key: one.value, ...one })) };
}

function isReferences(
  expected: EdgeExample | readonly ExpectedReference[],
): expected is readonly ExpectedReference[] {
  return Array.isArray(expected) && typeof expected[0] !== 'string';
}

/** Returns the references in the texts of an example. */
export function referencesOf(example: EdgeExample): readonly ExpectedReference[] {
  return Object.entries(textsOf(example)).flatMap(([value, read]) => {
    if (read === false) return [];
    if (read === true) return [{ value }];
    return [{ value, ...(typeof read === 'string' ? { key: read } : read) }];
  });
}

/** Returns the texts of an example, with the reference in each. */
export function textsOf(example: EdgeExample): Exclude<EdgeExample, string | readonly string[]> {
  if (typeof example === 'string') return { [example]: true };
  return isTexts(example) ? Object.fromEntries(example.map((text) => [text, true])) : example;
}

function isTexts(example: EdgeExample): example is readonly string[] {
  return Array.isArray(example);
}

/**
 * Returns a resource with values at the path of a rule. Documents that the collector parses are JSON texts.
 *
 * @param values several only if the path has an array: the elements of its last one
 */
export function holderWith(resourceType: string, path: string, values: readonly Json[]): EdgeFixtureHolder {
  const embedded = new Set(collectorOf(resourceType)?.embedded?.map((one) => asText(parsePath(one))));
  const steps = parsePath(path.replace(/^volatile\./, ''));
  return { resourceType, configuration: build(steps, values, embedded) as JsonObject };
}

function build(
  steps: readonly PathStep[],
  values: readonly Json[],
  embedded: ReadonlySet<string>,
  at = 0,
): Json {
  const step = steps[at];
  if (step === undefined) return values[0] ?? null;
  const inner = (list: readonly Json[]): Json => build(steps, list, embedded, at + 1);
  const value = step.kind === 'each' ? elements() : { [keyOf(step)]: inner(values) };
  return embedded.has(asText(steps.slice(0, at))) ? JSON.stringify(value) : value;

  function elements(): Json {
    const isLast = steps.slice(at + 1).every(({ kind }) => kind !== 'each');
    return isLast ? values.map((one) => inner([one])) : [inner(values)];
  }
}

function asText(steps: readonly PathStep[]): string {
  return JSON.stringify(steps);
}

/** Returns the path of a rule as evidence has it. A `*` is the key that {@link holderWith} gives it. */
export function evidencePath(path: string): string {
  return parsePath(path).reduce((before, step) => {
    if (step.kind === 'each') return `${before}[]`;
    const key = keyOf(step);
    if (!/^[\w$-]+$/.test(key)) return `${before}["${key}"]`;
    return before === '' ? key : `${before}.${key}`;
  }, '');
}

function keyOf(step: PathStep): string {
  return step.kind === 'key' ? step.key : 'Example';
}
