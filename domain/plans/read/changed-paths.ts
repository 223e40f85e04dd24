import type { MutableJson } from '../../json/json.ts';
import { escapePointerToken } from '../../json/pointer.ts';
import { isObject } from '../../json/json.ts';
import { marksAnything, maskOf } from '../redact/value-mask.ts';
import type { Mask } from '../redact/value-mask.ts';

const maximumPaths = 1_000;
const maximumCharacters = 16 * 1024;

/** The values of a change, as the plan has them. */
export interface ChangeValues {
  readonly before: MutableJson | undefined;
  readonly after: MutableJson | undefined;
  readonly unknown: Mask;
  readonly beforeSensitive: Mask;
  readonly afterSensitive: Mask;
}

/**
 * Returns the JSON Pointers (RFC 6901) of the values that differ: scalars, arrays of another length, and values without a
 * counterpart; `''` for a change that creates or deletes the whole value. A pointer ends at a sensitive subtree, because its
 * keys are secrets too. More than 1,000 pointers, or 16 K characters, become those of the attributes at the top.
 *
 * @param nameOf - returns the name of a key as it is stored
 */
export function changedPaths(values: ChangeValues, nameOf: (key: string) => string): readonly string[] {
  const paths: (readonly string[])[] = [];
  compare(values, [], nameOf, paths);
  return (
    pointersOf(paths) ?? pointersOf([...new Set(paths.map(([top = '']) => top))].map((top) => [top])) ?? ['']
  );
}

function pointersOf(paths: readonly (readonly string[])[]): readonly string[] | undefined {
  if (paths.length > maximumPaths) return undefined;
  const pointers = paths.map((path) => path.map((token) => `/${escapePointerToken(token)}`).join(''));
  return pointers.reduce((sum, { length }) => sum + length, 0) > maximumCharacters ? undefined : pointers;
}

function compare(
  values: ChangeValues,
  path: readonly string[],
  nameOf: (key: string) => string,
  paths: (readonly string[])[],
): void {
  const { before, after, unknown, beforeSensitive, afterSensitive } = values;
  const child = (key: string, index?: number) =>
    compare(
      {
        before: valueAt(before, key, index),
        after: valueAt(after, key, index),
        unknown: valueAt(unknown, key, index),
        beforeSensitive: valueAt(beforeSensitive, key, index),
        afterSensitive: valueAt(afterSensitive, key, index),
      },
      [...path, index === undefined ? nameOf(key) : String(index)],
      nameOf,
      paths,
    );
  const isWhole = beforeSensitive === true || afterSensitive === true || unknown === true;
  if (!isWhole && isObject(before) && isObject(after)) {
    const computed = isObject(unknown) ? Object.keys(unknown) : [];
    for (const key of new Set([...Object.keys(before), ...Object.keys(after), ...computed])) child(key);
  } else if (!isWhole && Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (let index = 0; index < before.length; index += 1) child('', index);
  } else if (unknown === true || marksAnything(unknown) || !isSameValue(before, after)) paths.push(path);
}

function valueAt(value: Mask, key: string, index: number | undefined): MutableJson | undefined {
  if (index === undefined) return maskOf(value, key);
  return Array.isArray(value) ? value[index] : undefined;
}

/** Returns whether two values are equal. A missing value is null. */
export function isSameValue(one: MutableJson | undefined, other: MutableJson | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameValue(item, other[index]));
  if (isObject(one) && isObject(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...keys].every((key) => isSameValue(maskOf(one, key), maskOf(other, key)));
  }
  return (one ?? null) === (other ?? null);
}
