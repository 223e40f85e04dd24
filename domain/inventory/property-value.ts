import { isArray, isObject } from '../json/json.ts';
import type { Json } from '../json/json.ts';
import type { PropertyStep } from './property-condition.ts';

/**
 * Returns the JSON value at a path, as an export does: a list of values where the path has elements of arrays, and `undefined`
 * where there is none.
 */
export function propertyValueAt(root: Json, path: readonly PropertyStep[]): Json | undefined {
  const found = valuesAt(root, path);
  if (!path.includes(undefined)) return found[0];
  return found.length === 0 ? undefined : [...found];
}

function valuesAt(value: Json, path: readonly PropertyStep[]): readonly Json[] {
  const [step, ...rest] = path;
  if (path.length === 0) return [value];
  if (step === undefined) return isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  const member = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return member === undefined ? [] : valuesAt(member, rest);
}
