import type { DetailCall, TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { isEqualJson } from '../../../domain/json/equal.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import { isOmitted } from '../../../domain/discovery/observation/omitted-configuration.ts';
import { select, setOwn } from '../../../domain/json/path.ts';
import type { JsonObject, MutableJson } from '../../../domain/json/json.ts';
import { toJson } from '../../../domain/json/to-json.ts';
import { keysOfDetail } from './unreadable-parts.ts';

/** Returns whether a type has details that are read only once, so that stored configurations are needed. */
export function hasImmutableDetails({ details }: TypeCollector): boolean {
  return details?.some(({ immutableFor }) => immutableFor !== undefined) === true;
}

/**
 * Adds the stored part of a detail call to an item, if the part cannot have changed. Returns `false` when the call must be
 * made, because the part can have changed or is not stored. Normalisation is idempotent, so stored values do not change when
 * they are normalised again.
 */
export function restoreImmutable(
  collector: TypeCollector,
  detail: DetailCall,
  item: RawItem,
  stored: JsonObject | undefined,
): boolean {
  if (detail.immutableFor === undefined || stored === undefined || isOmitted(stored)) return false;
  const isSame = (path: string): boolean => isEqualJson([...select(item, path)], [...select(stored, path)]);
  if (!detail.immutableFor.every(isSame)) return false;
  const part = storedPart(collector, detail, item, stored);
  for (const [key, value] of part) setOwn(item, key, value);
  return part.length > 0;
}

/** Returns the stored keys and values of the call: the keys that it declares, else keys that no other call returns. */
function storedPart(
  { details = [] }: TypeCollector,
  detail: DetailCall,
  item: RawItem,
  stored: JsonObject,
): readonly (readonly [string, MutableJson])[] {
  const keys = keysOfDetail(detail);
  const others = new Set(details.flatMap(keysOfDetail));
  return Object.entries(stored)
    .filter(([key]) =>
      keys.length === 0 ? !Object.hasOwn(item, key) && !others.has(key) : keys.includes(key),
    )
    .map(([key, value]) => [key, toJson(value)] as const);
}
