import { isObject } from '../json/json.ts';
import { maximumDepth, maximumLeaves } from './condition.ts';

/** Values of a list, such as `region.in`. */
export const maximumValues = 100;
/** Characters of a glob. */
export const maximumGlobLength = 256;

export interface ExceededLimit {
  readonly path: readonly string[];
  /** A reason for a validation message. */
  readonly reason: string;
}

/**
 * Returns the first limit that unvalidated conditions exceed. Stops there, so that a huge body costs little; conditions
 * within the limits are small enough to validate in full.
 */
export function findExceededLimit(conditions: unknown): ExceededLimit | undefined {
  let leaves = 0;
  const visit = (value: unknown, path: readonly string[], level: number): ExceededLimit | undefined => {
    if (level > maximumDepth)
      return { path: [], reason: `must have at most ${maximumDepth} levels; a leaf counts as a level` };
    const children = childrenOf(value);
    if (children.length === 0) {
      leaves += 1;
      if (leaves > maximumLeaves)
        return { path: [], reason: `must have at most ${maximumLeaves} leaf conditions` };
      return findLongList(value, path);
    }
    for (const [child, steps] of children) {
      const exceeded = visit(child, [...path, ...steps], level + 1);
      if (exceeded !== undefined) return exceeded;
    }
    return undefined;
  };
  return visit(conditions, [], 1);
}

type Child = readonly [value: unknown, steps: readonly string[]];

/** Returns the conditions in a combination. 51 of a list suffice to exceed the limit of leaves. */
function childrenOf(value: unknown): readonly Child[] {
  if (!isObject(value)) return [];
  const listed = ['all', 'any'].flatMap((name) => {
    const list = value[name];
    if (!Array.isArray(list)) return [];
    return list
      .slice(0, maximumLeaves + 1)
      .map((child: unknown, index): Child => [child, [name, String(index)]]);
  });
  return value['not'] === undefined ? listed : [...listed, [value['not'], ['not']]];
}

/** Finds a list of more than 100 values in a leaf: `{region: {in: [...]}}`. */
function findLongList(leaf: unknown, path: readonly string[]): ExceededLimit | undefined {
  if (!isObject(leaf)) return undefined;
  for (const [kind, test] of Object.entries(leaf)) {
    if (!isObject(test)) continue;
    const long = Object.entries(test).find(
      ([, values]) => Array.isArray(values) && values.length > maximumValues,
    );
    if (long !== undefined)
      return { path: [...path, kind, long[0]], reason: `must have at most ${maximumValues} values` };
  }
  return undefined;
}
