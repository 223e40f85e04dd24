import { isArray } from '../../json/json.ts';
import type { Json, JsonObject, MutableJson } from '../../json/json.ts';
import { capTexts } from '../../json/cap-texts.ts';
import { byCodeUnit, canonicalJson } from '../../json/canonical.ts';
import { first, replaceAt, select, setOwn } from '../../json/path.ts';
import { redactSecrets } from '../../secrets/redact-secrets.ts';
import type { KeyedHash } from '../../secrets/redact-secrets.ts';
import {
  POLICY_SET_KEYS,
  SET_LIKE_KEYS,
  SET_LIKE_TEXT_KEYS,
  STATEMENT_SET_KEYS,
} from '../declaration/rule-set.ts';
import type { SourcedPaths } from '../declaration/collector.ts';
import { wholePathsOf } from '../declaration/text-expression.ts';
import type { TextExpression } from '../declaration/text-expression.ts';
import { placeUnmodeled, takeUnmodeledVolatile } from './unmodeled-members.ts';

/** Paths of a collector declaration that control normalisation. See `TypeCollector` for their meaning. */
export interface NormaliseRules {
  readonly embedded?: readonly string[];
  readonly secrets?: readonly string[];
  readonly volatile?: readonly string[];
  readonly settled?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly sets?: SourcedPaths;
  readonly lists?: SourcedPaths;
  /** The values that it reads are not redacted, because the identifier shows them. */
  readonly nativeId?: TextExpression;
}

/** A normalised configuration, with its volatile values separated. */
export interface Normalised {
  readonly configuration: JsonObject;
  readonly volatile: JsonObject;
  /** Paths of the configuration's members that the SDK does not know; absent when there are none. */
  readonly unmodeled?: readonly string[];
}

/**
 * Normalises a configuration so that two observations of an unchanged resource are equal: parses embedded JSON, replaces
 * secrets and very long texts by keyed hashes, separates volatile values, sorts set-like arrays, replaces one-element sets of
 * policy statements by the element, removes empty values and sorts keys. The function is idempotent. It modifies `raw`. Source of
 * the collectors' initial lists of volatile values:
 * `ignore_history` of Fix Inventory.
 */
export function normalise(
  raw: { [key: string]: MutableJson },
  rules: NormaliseRules,
  hash: KeyedHash,
): Normalised {
  const unmodeled = placeUnmodeled(raw, hash);
  const policies = parseEmbedded(raw, rules.embedded ?? []);
  capTexts(raw, hash);
  const identifiers = takeIdentifiers(raw, rules.nativeId ?? []);
  redactSecrets(raw, rules.secrets ?? [], hash);
  for (const [path, value] of identifiers) replaceAt(raw, path, () => value);
  const volatile = {
    ...takeUnmodeledVolatile(unmodeled),
    ...takeVolatile(raw, rules.volatile ?? []),
    ...settle(raw, rules.settled ?? {}),
  };
  const arrays: Arrays = { sets: arraysAt(raw, rules.sets), lists: arraysAt(raw, rules.lists), policies };
  const kept = unmodeled.filter(({ holder, key }) => Object.hasOwn(holder, key)).map(({ path }) => path);
  return {
    configuration: normaliseObject(raw, arrays, 'configuration'),
    volatile: normaliseObject(volatile, arrays, 'configuration'),
    ...(kept.length > 0 ? { unmodeled: [...new Set(kept)] } : {}),
  };
}

/** Arrays and policy documents that the rules of a type name. */
interface Arrays {
  readonly sets: ReadonlySet<Json>;
  readonly lists: ReadonlySet<Json>;
  readonly policies: ReadonlySet<Json>;
}

function arraysAt(raw: MutableJson, paths: SourcedPaths = {}): ReadonlySet<Json> {
  return new Set(Object.keys(paths).flatMap((path) => select(raw, path)));
}

/** Returns the texts that are a part of the identifier as a whole, by their paths. */
function takeIdentifiers(raw: MutableJson, nativeId: TextExpression): readonly (readonly [string, string])[] {
  return wholePathsOf(nativeId).flatMap((path) => {
    const value = first(raw, path);
    return typeof value === 'string' ? [[path, value] as const] : [];
  });
}

function parseEmbedded(raw: MutableJson, paths: readonly string[]): ReadonlySet<Json> {
  const parsed = new Set<Json>();
  for (const path of paths) {
    replaceAt(raw, path, (value) => {
      if (isContainer(value)) parsed.add(value);
      if (typeof value !== 'string') return value;
      const document = parseDocument(value);
      if (document === undefined) return value;
      parsed.add(document);
      return document;
    });
  }
  return parsed;
}

/**
 * Parses a JSON object or array, plain or URL-encoded (as IAM returns policies). Returns undefined for other texts.
 */
function parseDocument(text: string): MutableJson | undefined {
  // Most texts are none, and an exception takes longer than the rest of the normalisation.
  if (!mayBeDocument.test(text)) return undefined;
  for (const decode of [(plain: string) => plain, decodeURIComponent]) {
    try {
      const value = JSON.parse(decode(text)) as MutableJson;
      return isContainer(value) ? value : undefined;
    } catch {
      // The text is not JSON in this encoding; try the next one.
    }
  }
  return undefined;
}

const mayBeDocument = /^(?:\s|%(?:20|0[9ad]))*(?:[[{]|%[57]b)/i;

function takeVolatile(raw: MutableJson, paths: readonly string[]): { [key: string]: MutableJson } {
  const volatile: { [key: string]: MutableJson } = {};
  for (const path of paths) {
    const taken = replaceAt(raw, path, () => undefined);
    const [only] = taken;
    if (only === undefined) continue;
    setOwn(volatile, path, path.includes('[]') || path.includes('*') ? taken : only);
  }
  return volatile;
}

/** Replaces transitional values by those at the end of the transition. Returns the transitional ones by their paths. */
function settle(
  raw: MutableJson,
  settled: NonNullable<NormaliseRules['settled']>,
): { [key: string]: MutableJson } {
  const transitional: { [key: string]: MutableJson } = {};
  for (const [path, ends] of Object.entries(settled)) {
    const end = (value: MutableJson) =>
      typeof value === 'string' && Object.hasOwn(ends, value) ? (ends[value] ?? value) : value;
    const [found] = replaceAt(raw, path, end).filter((value) => end(value) !== value);
    if (found !== undefined) setOwn(transitional, path, found);
  }
  return transitional;
}

/** Place of a value: in a policy document, in one of its statements, or below a key of a statement that contains only sets. */
type Place = 'configuration' | 'policy' | 'sets';

/** How the order of an array is read. `values`: a set of a policy statement, for which one element stands without an array. */
type ArrayKind = 'list' | 'set' | 'values';

function normaliseObject(value: { readonly [key: string]: Json }, arrays: Arrays, place: Place): JsonObject {
  const out: { [key: string]: MutableJson } = {};
  const isStatement = place === 'policy' && typeof value['Effect'] === 'string';
  for (const key of Object.keys(value).sort()) {
    const inner = value[key];
    if (inner === undefined) continue;
    const within = placeOf(
      inner,
      arrays.policies,
      isStatement && STATEMENT_SET_KEYS.has(key) ? 'sets' : place,
    );
    const normalised =
      typeof inner === 'string' && within === 'configuration' && SET_LIKE_TEXT_KEYS.has(key)
        ? inner.split(',').sort(byCodeUnit).join(',')
        : normaliseValue(inner, arrays, within, arrayKind(key, within, isStatement));
    if (!isEmpty(normalised)) setOwn(out, key, normalised as MutableJson);
  }
  return out;
}

function placeOf(value: Json, policies: ReadonlySet<Json>, outer: Place): Place {
  return outer === 'configuration' && policies.has(value) ? 'policy' : outer;
}

function arrayKind(key: string, place: Place, isStatement: boolean): ArrayKind {
  if (place === 'sets') return 'values';
  if (place === 'configuration') return SET_LIKE_KEYS.has(key.toLowerCase()) ? 'set' : 'list';
  if (!POLICY_SET_KEYS.has(key)) return 'list';
  return isStatement ? 'values' : 'set';
}

function normaliseValue(value: Json, arrays: Arrays, place: Place, kind: ArrayKind): Json {
  if (value === null || typeof value !== 'object') return value;
  if (!isArray(value)) return normaliseObject(value, arrays, place);
  const items = value
    .map((item) =>
      normaliseValue(
        item,
        arrays,
        placeOf(item, arrays.policies, place),
        place === 'sets' ? 'values' : 'list',
      ),
    )
    .filter((item) => !isEmpty(item));
  const [only] = items;
  if (kind === 'values' && items.length === 1 && typeof only !== 'object') return only ?? items;
  if (arrays.lists.has(value) || (kind === 'list' && !arrays.sets.has(value))) return items;
  if (items.length < 2) return items;
  return items
    .map((item) => [canonicalJson(item), item] as const)
    .sort(([left], [right]) => byCodeUnit(left, right))
    .map(([, item]) => item);
}

function isEmpty(value: Json): boolean {
  if (value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  return isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}

function isContainer(value: MutableJson): boolean {
  return value !== null && typeof value === 'object';
}
