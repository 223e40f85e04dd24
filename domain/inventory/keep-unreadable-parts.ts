import { isArray, isObject } from '../json/json.ts';
import { canonicalJson } from '../json/canonical.ts';
import type { StoredUnreadablePart, UnreadablePart } from '../discovery/observation/unreadable-part.ts';
import type { Json, JsonObject } from '../json/json.ts';

/** The content of a resource to which unreadable parts belong. */
export interface PartedContent {
  readonly configuration: JsonObject;
  readonly tags: Readonly<Record<string, string>>;
}

/** Returns an observation in which the unreadable parts have their earlier values. */
export function keepUnreadableParts(
  earlier: PartedContent,
  observed: PartedContent,
  unreadable: readonly UnreadablePart[],
): PartedContent {
  const rest = unreadable.find(({ scope }) => scope === 'rest');
  const kept = new Set(unreadable.filter(({ scope }) => scope === 'key').map(({ part }) => part));
  const read = new Set(rest?.except ?? []);
  const valueOf = (key: string): Json | undefined => {
    const [before, now] = [own(earlier.configuration, key), own(observed.configuration, key)];
    if (kept.has(key)) return before === undefined ? now : before;
    if (rest === undefined || read.has(key)) return now;
    return before === undefined || (now !== undefined && !covers(before, now)) ? now : before;
  };
  return {
    configuration: pick([earlier.configuration, observed.configuration], valueOf),
    tags: unreadable.some(({ scope }) => scope === 'tags') ? earlier.tags : observed.tags,
  };
}

/**
 * Returns the stored content with the parts that the current scan read for the first time. What remains different from
 * the observation has changed; a part that was unreadable until now has not.
 */
export function adoptFirstReadings(
  stored: PartedContent,
  observed: PartedContent,
  parts: readonly StoredUnreadablePart[],
): PartedContent {
  const first = new Set(parts.filter(({ scope }) => scope === 'key').map(({ part }) => part));
  const rest = parts.some(({ scope }) => scope === 'rest');
  const valueOf = (key: string): Json | undefined => {
    const [before, now] = [own(stored.configuration, key), own(observed.configuration, key)];
    if (first.has(key)) return now;
    if (!rest || now === undefined) return before;
    return before === undefined || covers(now, before) ? now : before;
  };
  return {
    configuration: pick([stored.configuration, observed.configuration], valueOf),
    tags: parts.some(({ scope }) => scope === 'tags') ? observed.tags : stored.tags,
  };
}

/**
 * Returns whether a value contains a smaller description of the same thing: every value of `part` at the same place.
 * List calls often return fewer fields of an object than detail calls.
 */
function covers(whole: Json, part: Json): boolean {
  if (isArray(whole) && isArray(part))
    return whole.length === part.length && part.every((item, index) => covers(whole[index] ?? null, item));
  if (isObject(whole) && isObject(part)) {
    return Object.keys(part).every((key) => {
      const [outer, inner] = [own(whole, key), own(part, key)];
      return outer !== undefined && inner !== undefined && covers(outer, inner);
    });
  }
  return canonicalJson(whole) === canonicalJson(part);
}

function pick(
  sources: readonly JsonObject[],
  valueOf: (key: string) => Json | undefined,
): { readonly [key: string]: Json } {
  const keys = new Set(sources.flatMap((source) => Object.keys(source)));
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const value = valueOf(key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function own(value: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
