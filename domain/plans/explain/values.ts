import { secretMark } from '../../secrets/redact-secrets.ts';
import type { Json } from '../../json/json.ts';
import { pointerTokens } from '../../json/pointer.ts';
import { isIndex } from './names.ts';
import type { NamedPath } from './names.ts';
import { sensitiveMark, unknownMark } from '../redact/plan-marks.ts';

/** Texts of a plan are cut at this length, so a longer one cannot be compared. */
const maximumTextLength = 4_096;
const deepest = 200;

/** The values at one path. */
export interface LeafValues extends NamedPath {
  /** Texts of the scalars. Empty when the path has no value. */
  readonly texts: Set<string>;
  /** Whether a value is sensitive, unknown, hashed or omitted, so that it cannot be compared. */
  isHidden: boolean;
}

/** Leaves by their names, as JSON text. */
export type Leaves = Map<string, LeafValues>;

/**
 * Adds the scalars of a value to the leaves. An array adds the scalars of its elements to one path. A text that is a JSON
 * object or array, such as a policy, counts as its content. Empty values count as missing.
 */
export function addLeaves(leaves: Leaves, path: NamedPath, value: Json | undefined): void {
  if (path.names.length > deepest) return leafAt(leaves, path, true);
  if (value === undefined || value === null || value === '') return leafAt(leaves, path, false);
  if (typeof value === 'string') return addText(leaves, path, value);
  if (typeof value !== 'object') return leafAt(leaves, path, false, String(value));
  if (Array.isArray(value)) {
    if (value.length === 0) return leafAt(leaves, path, false);
    const elements = listAt(path);
    for (const item of value as readonly Json[]) if (item !== null) addLeaves(leaves, elements, item);
    return undefined;
  }
  const members = Object.entries(value);
  if (members.length === 0) return leafAt(leaves, path, false);
  if (Object.hasOwn(value, '$omitted')) return leafAt(leaves, path, true);
  for (const [name, member] of members) addLeaves(leaves, childOf(path, name), member);
  return undefined;
}

function addText(leaves: Leaves, path: NamedPath, text: string): void {
  if (isHiddenText(text)) return leafAt(leaves, path, true);
  const document = documentOf(text);
  if (document === undefined) return leafAt(leaves, path, false, text);
  addLeaves(leaves, path, document);
}

/** Discovery hashes secrets and long texts; plans have marks in place of secrets and of values that are not known yet. */
function isHiddenText(text: string): boolean {
  return (
    text.length >= maximumTextLength ||
    text === unknownMark ||
    text.includes(sensitiveMark) ||
    text.includes(secretMark)
  );
}

function documentOf(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function leafAt(leaves: Leaves, path: NamedPath, isHidden: boolean, text?: string): void {
  const key = JSON.stringify(path.names);
  const leaf = leaves.get(key) ?? { ...path, texts: new Set<string>(), isHidden: false };
  if (text !== undefined) leaf.texts.add(text);
  leaf.isHidden ||= isHidden;
  leaves.set(key, leaf);
}

function listAt({ names, isList }: NamedPath): NamedPath {
  return { names, isList: names.map((_, index) => index === names.length - 1 || isList[index] === true) };
}

function childOf({ names, isList }: NamedPath, name: string): NamedPath {
  return { names: [...names, name], isList: [...isList, false] };
}

/** Maps of tags, whose keys may be numbers. */
const tagAttributes: ReadonlySet<string> = new Set(['tags', 'tags_all']);

/** Returns whether a path is one of the tags of a resource. */
export function isTagPath(names: readonly string[]): boolean {
  return tagAttributes.has(names[0] ?? '');
}

/** Returns the path of a JSON Pointer without the indices of arrays. */
export function pathOf(pointer: string): NamedPath {
  return pointerTokens(pointer).reduce<NamedPath>(
    (path, token) => {
      const isTagKey = path.names.length === 1 && isTagPath(path.names);
      return isIndex(token) && path.names.length > 0 && !isTagKey ? listAt(path) : childOf(path, token);
    },
    { names: [], isList: [] },
  );
}

/**
 * Returns the values at a JSON Pointer. An index selects all elements, because AWS and Terraform order them differently. A
 * mark in place of a value above the pointer is returned instead.
 */
export function valuesAt(root: Json, pointer: string): readonly Json[] {
  let values: readonly Json[] = [root];
  for (const token of pointerTokens(pointer))
    values = values.flatMap((value): readonly Json[] => {
      if (typeof value === 'string') return isHiddenText(value) ? [value] : [];
      if (value === null || typeof value !== 'object') return [];
      if (Object.hasOwn(value, '$omitted')) return [value];
      if (Array.isArray(value)) return isIndex(token) ? (value as readonly Json[]) : [];
      const member = (value as { readonly [key: string]: Json })[token];
      return member === undefined || !Object.hasOwn(value, token) ? [] : [member];
    });
  return values;
}
