import { canonicalJson } from './canonical-json.ts';
import { toJson } from './to-json.ts';

/** Returns whether two values are the same JSON, whatever the order of their keys. Properties that are undefined are ignored. */
export function isEqualJson(left: unknown, right: unknown): boolean {
  return canonicalJson(toJson(left)) === canonicalJson(toJson(right));
}
