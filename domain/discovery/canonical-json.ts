import type { Json } from '../json.ts';

/**
 * One text per JSON value, whatever the order of its keys (RFC 8785, JSON Canonicalization Scheme): keys in order of
 * their UTF-16 code units, no white space, numbers as ECMAScript writes them.
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const parts: string[] = [];
  for (const key of Object.keys(value).sort(byCodeUnit)) {
    const inner = value[key];
    if (inner !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalJson(inner)}`);
  }
  return `{${parts.join(',')}}`;
}

/** Orders texts by UTF-16 code units, the same on every machine. */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
