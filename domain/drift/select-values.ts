import { isArray } from '../json/json.ts';
import type { Json } from '../json/json.ts';

/**
 * Returns the values at a path of a configuration: `a.b` reads keys, `a[].b` the elements of an array, and
 * `a[Key=text].b` the elements whose `Key` has the text.
 */
export function selectValues(configuration: Json, path: string): readonly Json[] {
  const steps = stepsByPath.get(path) ?? path.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [];
  stepsByPath.set(path, steps);
  let reached: readonly Json[] = [configuration];
  for (const step of steps) {
    const [only] = reached;
    reached =
      reached.length === 1 ? follow(only ?? null, step) : reached.flatMap((value) => follow(value, step));
  }
  return reached;
}

/** Paths are those of the rows, so there are some thousand. */
const stepsByPath = new Map<string, readonly string[]>();

function follow(value: Json, step: string): readonly Json[] {
  if (value === null || typeof value !== 'object') return [];
  if (!step.startsWith('[')) {
    if (isArray(value)) return [];
    const inner = Object.hasOwn(value, step) ? (value as { readonly [key: string]: Json })[step] : undefined;
    return inner === undefined ? [] : [inner];
  }
  if (!isArray(value)) return [];
  const [key = '', text] = step.slice(1, -1).split('=');
  if (text === undefined) return value;
  return value.filter((item) => {
    const [found] = follow(item, key);
    return found !== undefined && String(found as unknown) === text;
  });
}
