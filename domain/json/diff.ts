import { isArray, isObject } from './json.ts';
import type { Json } from './json.ts';
import { byCodeUnit, canonicalJson } from './canonical.ts';
import { escapePointerToken } from './pointer.ts';

/** One difference. `path` is a JSON Pointer (RFC 6901), `op` is an operation of JSON Patch (RFC 6902). */
export interface DiffEntry {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  /** Absent for `add`. */
  readonly before?: Json;
  /** Absent for `remove`. */
  readonly after?: Json;
}

/**
 * Returns the differences between two values. Applied in order, the entries are a JSON Patch that converts `before` to
 * `after`. The common prefix and suffix of arrays are skipped, so that one inserted element gives one entry.
 */
export function diffJson(before: Json, after: Json): readonly DiffEntry[] {
  const entries: DiffEntry[] = [];
  compare('', before, after, entries);
  return entries;
}

function compare(path: string, before: Json, after: Json, entries: DiffEntry[]): void {
  if (isArray(before) && isArray(after)) return compareArrays(path, before, after, entries);
  if (isObject(before) && isObject(after)) return compareObjects(path, before, after, entries);
  if (canonicalJson(before) !== canonicalJson(after)) entries.push({ op: 'replace', path, before, after });
}

function compareObjects(path: string, before: JsonMap, after: JsonMap, entries: DiffEntry[]): void {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(byCodeUnit);
  for (const key of keys) {
    const at = `${path}/${escapePointerToken(key)}`;
    const old = own(before, key);
    const now = own(after, key);
    if (old === undefined && now !== undefined) entries.push({ op: 'add', path: at, after: now });
    else if (old !== undefined && now === undefined) entries.push({ op: 'remove', path: at, before: old });
    else if (old !== undefined && now !== undefined) compare(at, old, now, entries);
  }
}

function compareArrays(
  path: string,
  before: readonly Json[],
  after: readonly Json[],
  entries: DiffEntry[],
): void {
  const old = before.map(canonicalJson);
  const now = after.map(canonicalJson);
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  const paired = Math.min(removed.length, added.length);
  for (let index = 0; index < paired; index += 1) {
    compare(`${path}/${start + index}`, removed[index] ?? null, added[index] ?? null, entries);
  }
  for (let index = removed.length - 1; index >= paired; index -= 1) {
    entries.push({ op: 'remove', path: `${path}/${start + index}`, before: removed[index] ?? null });
  }
  for (let index = paired; index < added.length; index += 1) {
    entries.push({ op: 'add', path: `${path}/${start + index}`, after: added[index] ?? null });
  }
}

type JsonMap = { readonly [key: string]: Json };

function own(value: JsonMap, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
