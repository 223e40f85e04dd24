import { isObject } from '../../json/json.ts';
import type { MutableJson } from '../../json/json.ts';
import { setOwn } from '../../json/path.ts';
import { PlanRejected } from '../read/plan-rejected.ts';
import { isMark, sensitiveMark, unknownMark } from './plan-marks.ts';

/**
 * `before_sensitive`, `after_sensitive` and `after_unknown` have the shape of the value that they belong to, with `true` in
 * place of the marked subtrees. Source: Terraform, "JSON Output Format", change representation.
 */
export type Mask = MutableJson | undefined;

/** Returns whether the mask marks anything. @throws PlanRejected when the mask contains texts or numbers */
export function marksAnything(mask: Mask): boolean {
  if (mask === true) return true;
  if (mask === undefined || mask === null || mask === false) return false;
  if (typeof mask !== 'object') throw new PlanRejected('mask_misfit');
  return Array.isArray(mask) ? mask.some(marksAnything) : Object.values(mask).some(marksAnything);
}

/**
 * Returns a mask that marks what either of two masks of one value marks. A part in which the masks have different forms keeps
 * that of the first, which its value rejects later.
 */
export function mergeMasks(mask: Mask, other: Mask): Mask {
  if (mask === true || other === true) return true;
  if (isUnmarked(mask)) return other;
  if (isUnmarked(other)) return mask;
  if (Array.isArray(mask) && Array.isArray(other)) {
    const length = Math.max(mask.length, other.length);
    return Array.from({ length }, (_, index) => mergeMasks(mask[index], other[index]) ?? false);
  }
  if (!isObject(mask) || !isObject(other)) return mask;
  const merged: { [key: string]: MutableJson } = {};
  for (const key of new Set([...Object.keys(mask), ...Object.keys(other)]))
    setOwn(merged, key, mergeMasks(maskOf(mask, key), maskOf(other, key)) ?? false);
  return merged;
}

/** Returns the mask of a key. */
export function maskOf(mask: Mask, key: string): Mask {
  if (!isObject(mask) || !Object.hasOwn(mask, key)) return undefined;
  return mask[key];
}

/**
 * Replaces in place the subtrees that the masks mark: sensitive ones by `(sensitive)`, unknown ones by
 * `(known after apply)`, which a value lacks. An array whose mask has more elements becomes `(sensitive)` as a whole,
 * because the two cannot be aligned.
 *
 * @throws PlanRejected `mask_misfit` when a mask marks something below a value of another kind
 */
export function applyMasks(
  value: MutableJson | undefined,
  sensitive: Mask,
  unknown: Mask,
): MutableJson | undefined {
  if (sensitive === true) return value === undefined && unknown !== true ? undefined : sensitiveMark;
  if (unknown === true) return unknownMark;
  if (isUnmarked(sensitive) && isUnmarked(unknown)) return value;
  if (Array.isArray(value)) return applyToArray(value, sensitive, unknown);
  if (isObject(value)) return applyToObject(value, sensitive, unknown);
  const isMissing = value === undefined || value === null;
  if (!isMissing) rejectMarks(sensitive, unknown);
  // Of a value that is wholly computed, only the mask shows the structure.
  else if (marksAnything(unknown))
    return Array.isArray(unknown)
      ? applyToArray([], sensitive, unknown)
      : applyToObject({}, sensitive, unknown);
  return value;
}

function applyToArray(value: MutableJson[], sensitive: Mask, unknown: Mask): MutableJson {
  const secrets = Array.isArray(sensitive) ? sensitive : [];
  const missing = Array.isArray(unknown) ? unknown : [];
  rejectMarks(isObject(sensitive) ? sensitive : undefined, isObject(unknown) ? unknown : undefined);
  const length = missing.slice(value.length).some(marksAnything) ? missing.length : value.length;
  if (secrets.slice(length).some(marksAnything)) return sensitiveMark;
  for (let index = 0; index < length; index += 1)
    value[index] = applyMasks(value[index], secrets[index], missing[index]) ?? null;
  return value;
}

function applyToObject(value: { [key: string]: MutableJson }, sensitive: Mask, unknown: Mask): MutableJson {
  rejectMarks(Array.isArray(sensitive) ? sensitive : undefined, Array.isArray(unknown) ? unknown : undefined);
  const keys = new Set([
    ...(isObject(sensitive) ? Object.keys(sensitive) : []),
    ...(isObject(unknown) ? Object.keys(unknown) : []),
  ]);
  for (const key of keys) {
    const own = Object.hasOwn(value, key) ? value[key] : undefined;
    const marked = applyMasks(own, maskOf(sensitive, key), maskOf(unknown, key));
    if (marked !== undefined && marked !== own) setOwn(value, key, marked);
  }
  return value;
}

/** Returns whether the mask is a leaf that marks nothing. */
function isUnmarked(mask: Mask): boolean {
  if (typeof mask === 'string' || typeof mask === 'number') throw new PlanRejected('mask_misfit');
  return mask === undefined || mask === null || mask === false;
}

/** Rejects masks of another kind than their value, unless they mark nothing. */
function rejectMarks(...masks: readonly Mask[]): void {
  if (masks.some(marksAnything)) throw new PlanRejected('mask_misfit');
}

/**
 * Returns the sensitive mask of the other side of a change in the shape of this side's value, with `true` for a part that it
 * does not fit: the elements of arrays of different lengths cannot be aligned. Values that are replaced by marks stay.
 */
export function fitMask(mask: Mask, value: MutableJson | undefined): Mask {
  if (value === undefined || (typeof value === 'string' && isMark(value)) || isUnmarked(mask))
    return undefined;
  if (Array.isArray(value) && Array.isArray(mask) && value.length === mask.length)
    return value.map((item, index) => fitMask(mask[index], item) ?? false);
  if (!isObject(value) || !isObject(mask))
    return value !== null && marksAnything(mask) ? true : mask === true;
  const fitted: { [key: string]: MutableJson } = {};
  for (const key of Object.keys(mask)) setOwn(fitted, key, fitMask(mask[key], maskOf(value, key)) ?? false);
  return fitted;
}

/** Calls `receive` with the texts and numbers below the marked subtrees. @throws PlanRejected as {@link applyMasks} */
export function eachMarkedLeaf(
  value: MutableJson | undefined,
  mask: Mask,
  receive: (leaf: string | number) => void,
): void {
  if (mask === true) {
    eachLeaf(value, receive);
    return;
  }
  if (value === undefined || value === null || isUnmarked(mask)) return;
  if (Array.isArray(value) && Array.isArray(mask)) {
    if (mask.slice(value.length).some(marksAnything)) eachLeaf(value, receive);
    else for (const [index, item] of value.entries()) eachMarkedLeaf(item, mask[index], receive);
  } else if (isObject(value) && isObject(mask)) {
    for (const key of Object.keys(mask))
      eachMarkedLeaf(Object.hasOwn(value, key) ? value[key] : undefined, mask[key], receive);
  } else rejectMarks(mask);
}

/** Calls `receive` with every text and number of a value. */
export function eachLeaf(value: MutableJson | undefined, receive: (leaf: string | number) => void): void {
  if (typeof value === 'string' || typeof value === 'number') receive(value);
  else if (Array.isArray(value)) for (const item of value) eachLeaf(item, receive);
  else if (isObject(value)) for (const item of Object.values(value)) eachLeaf(item, receive);
}
