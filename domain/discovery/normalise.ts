import type { Json, JsonObject } from '../json.ts';
import { byCodeUnit, canonicalJson } from './canonical-json.ts';
import { replaceAt, select, setOwn, type MutableJson } from './path.ts';
import { redactSecrets, type KeyedHash } from './redact-secrets.ts';
import { POLICY_SET_KEYS, SET_LIKE_KEYS } from './rule-set.ts';

/** What a declaration says about the values of its type. */
export interface NormaliseRules {
  readonly embedded?: readonly string[];
  readonly secrets?: readonly string[];
  readonly volatile?: readonly string[];
  readonly sets?: readonly string[];
}

export interface Normalised {
  readonly configuration: JsonObject;
  readonly volatile: JsonObject;
}

/**
 * Makes two observations of the same thing equal: embedded JSON parsed, secrets replaced by keyed hashes, volatile
 * values set aside, set-like arrays sorted, empty values dropped, keys ordered. Changes `raw`, which it owns.
 * Done twice it gives the same. Rules: fields listed in the declarations; seeds from Fix Inventory's `ignore_history`.
 */
export function normalise(
  raw: { [key: string]: MutableJson },
  rules: NormaliseRules,
  hash: KeyedHash,
): Normalised {
  const policies = parseEmbedded(raw, rules.embedded ?? []);
  redactSecrets(raw, rules.secrets ?? [], hash);
  const volatile = takeVolatile(raw, rules.volatile ?? []);
  const sets = new Set<Json>((rules.sets ?? []).flatMap((path) => select(raw, path)));
  return {
    configuration: tidyObject(raw, sets, policies, false),
    volatile: tidyObject(volatile, sets, policies, false),
  };
}

function parseEmbedded(raw: MutableJson, paths: readonly string[]): ReadonlySet<Json> {
  const parsed = new Set<Json>();
  for (const path of paths) {
    replaceAt(raw, path, (value) => {
      if (isBranch(value)) parsed.add(value);
      if (typeof value !== 'string') return value;
      const document = parseDocument(value);
      if (document === undefined) return value;
      parsed.add(document);
      return document;
    });
  }
  return parsed;
}

/** JSON of an object or array, also when URL-encoded as IAM gives it; undefined for any other text. */
function parseDocument(text: string): MutableJson | undefined {
  for (const decode of [(plain: string) => plain, decodeURIComponent]) {
    try {
      const value = JSON.parse(decode(text)) as MutableJson;
      return isBranch(value) ? value : undefined;
    } catch {
      // Not in this encoding.
    }
  }
  return undefined;
}

function takeVolatile(raw: MutableJson, paths: readonly string[]): { [key: string]: MutableJson } {
  const aside: { [key: string]: MutableJson } = {};
  for (const path of paths) {
    const taken = replaceAt(raw, path, () => undefined);
    const [only] = taken;
    if (only === undefined) continue;
    setOwn(aside, path, path.includes('[]') || path.includes('*') ? taken : only);
  }
  return aside;
}

function tidyObject(
  value: { readonly [key: string]: Json },
  sets: ReadonlySet<Json>,
  policies: ReadonlySet<Json>,
  inPolicy: boolean,
): JsonObject {
  const out: { [key: string]: MutableJson } = {};
  for (const key of Object.keys(value).sort()) {
    const inner = value[key];
    if (inner === undefined) continue;
    const policy = inPolicy || policies.has(inner);
    const setLike = policy ? POLICY_SET_KEYS.has(key) : SET_LIKE_KEYS.has(key.toLowerCase());
    const tidied = tidy(inner, sets, policies, policy, setLike);
    if (!isEmpty(tidied)) setOwn(out, key, tidied as MutableJson);
  }
  return out;
}

function tidy(
  value: Json,
  sets: ReadonlySet<Json>,
  policies: ReadonlySet<Json>,
  inPolicy: boolean,
  setLike: boolean,
): Json {
  if (value === null || typeof value !== 'object') return value;
  if (!isArray(value)) return tidyObject(value, sets, policies, inPolicy);
  const items = value
    .map((item) => tidy(item, sets, policies, inPolicy || policies.has(item), false))
    .filter((item) => !isEmpty(item));
  if (!setLike && !sets.has(value)) return items;
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

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isBranch(value: MutableJson): boolean {
  return value !== null && typeof value === 'object';
}
