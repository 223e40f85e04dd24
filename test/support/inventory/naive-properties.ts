import type { PropertyCondition, PropertyStep } from '../../../domain/inventory/property-condition.ts';
import type { Json } from '../../../domain/json/json.ts';

/** The keys that no scan has read, of which nothing is known; all, or some by name. */
export type NaiveUnread = 'all' | readonly string[];

/**
 * Reference implementation of conditions on properties, from the text of the contract: no SQL, and no reading of values but its
 * own.
 */
export function meetsNaively(root: Json, condition: PropertyCondition, unread: NaiveUnread = []): boolean {
  if (condition.kind === 'any')
    return condition.groups.some((group) => group.every((inner) => meetsNaively(root, inner, unread)));
  const [key = ''] = condition.path;
  const isUnknown = !Object.hasOwn(Object(root) as object, key) && (unread === 'all' || unread.includes(key));
  const isNegative =
    condition.kind === 'missing' || (condition.kind === 'compare' && condition.operator === '!=');
  if (isNegative && isUnknown) return false;
  const found = valuesAt(root, condition.path);
  const isMissing = (value: Json | undefined) =>
    value === undefined || value === null || JSON.stringify(value) === '[]' || JSON.stringify(value) === '{}';
  switch (condition.kind) {
    case 'exists':
      return found.some((value) => !isMissing(value));
    case 'missing':
      return found.length === 0 || found.some(isMissing);
    case 'element':
      return found.some(
        (value) => value !== undefined && condition.conditions.every((inner) => meetsNaively(value, inner)),
      );
    case 'compare': {
      const wanted = condition.values.map(({ text }) => text);
      const equals = (value: Json | undefined) =>
        !isRedacted(value) && wanted.some((text) => isSame(value, text));
      if (condition.operator === '=') return found.some(equals);
      if (condition.operator === '!=') return !found.some((value) => equals(value) || isRedacted(value));
      const [text = ''] = wanted;
      const { operator } = condition;
      if (operator === '~')
        return found.some(
          (value) =>
            typeof value === 'string' &&
            !isRedacted(value) &&
            value.toLowerCase().includes(text.toLowerCase()),
        );
      return found.some((value) => {
        const order = orderOf(value, text);
        if (order === undefined) return false;
        return { '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[operator];
      });
    }
  }
}

function valuesAt(root: Json | undefined, path: readonly PropertyStep[]): readonly (Json | undefined)[] {
  const [step, ...rest] = path;
  if (path.length === 0) return [root];
  if (step === undefined)
    return Array.isArray(root) ? root.flatMap((item: Json) => valuesAt(item, rest)) : [];
  const isRecord = typeof root === 'object' && root !== null && !Array.isArray(root);
  return valuesAt(isRecord ? (root as Record<string, Json>)[step] : undefined, rest);
}

const isRedacted = (value: Json | undefined) => typeof value === 'string' && value.includes('hmac-sha256:');

function isSame(value: Json | undefined, text: string): boolean {
  if (value === text) return true;
  if (['true', 'false', 'null'].includes(text)) return JSON.stringify(value) === text;
  return typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(text) && value === Number(text);
}

/** Returns a negative number, zero or a positive one; undefined for values that are in no order. */
function orderOf(value: Json | undefined, text: string): number | undefined {
  if (typeof value === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? value - Number(text) : undefined;
  if (typeof value !== 'string') return undefined;
  const isDay = /^\d{4}-\d\d-\d\d/;
  if (isDay.test(value) && isDay.test(text)) return Date.parse(value) - Date.parse(text);
  if (isDay.test(value) || isDay.test(text)) return undefined;
  const parts = (of: string) => /^v?(\d+(?:\.\d+)*)/.exec(of)?.[1]?.split('.').map(Number);
  const [a, b] = [parts(value), parts(text)];
  if (a === undefined || b === undefined) return undefined;
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
