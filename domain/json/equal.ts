import { canonicalJson } from './canonical.ts';
import { toJson } from './to-json.ts';

/** Returns whether two values are equal as JSON. Ignores the order of keys, and properties that are undefined. */
export function isEqualJson(left: unknown, right: unknown): boolean {
  return canonicalJson(toJson(left)) === canonicalJson(toJson(right));
}
