import type { Json, JsonObject } from '../json/json.ts';

/** Replaces NUL and lone surrogates by U+FFFD, because Postgres stores neither. */
export function storableText(text: string): string {
  // One pass over the text, which most texts end with.
  if (!/[\0\ud800-\udfff]/.test(text)) return text;
  // With the u flag, \p{Surrogate} matches only lone surrogates.
  return text.replaceAll('\0', '\uFFFD').replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

/** Returns at most `most` UTF-16 code units of a text, with an ellipsis in place of the rest. Keeps surrogate pairs whole. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}\u2026`;
}

/** Applies {@link storableText} to the texts and the keys of a value. */
export function storableJson(value: Json): Json {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(storableJson);
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, inner]) => [storableText(key), storableJson(inner)]),
  );
}
