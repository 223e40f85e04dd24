import type { Json, JsonObject } from '../json/json.ts';
import { visibleLine } from './visible-text.ts';

/** A deeper value is left out: the recursion of a hostile document must end. AWS returns no deeper ones. */
const maximumDepth = 100;
/** Bytes of a mark. Names that a mark lists count on top. */
const markBytes = 120;
const maximumNames = 20;
const encoder = new TextEncoder();

/**
 * Returns a value whose texts are single lines of visible characters, with at most about `maximumBytes` as JSON. What has no room is left
 * out, the largest values first, and `left_out` in its place says how much it is and with which `path` it can be read.
 * @param path of the value, as `get_resource` accepts it
 */
export function cutJson(value: Json, maximumBytes: number, path = ''): Json {
  const clean = cleanJson(value);
  return cut(clean, maximumBytes, path, 0);
}

/** Returns a value whose texts are single lines of visible characters. */
export function cleanJson(value: Json, depth = 0): Json {
  if (typeof value === 'string') return visibleLine(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maximumDepth) return { left_out: 'deeper values' };
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => cleanJson(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, inner]) => [
      visibleLine(name),
      cleanJson(inner, depth + 1),
    ]),
  );
}

function cut(value: Json, room: number, path: string, depth: number): Json {
  if (typeof value !== 'object' || value === null || bytesOf(value) <= room) return value;
  return Array.isArray(value)
    ? cutList(value as readonly Json[], room, path, depth)
    : cutObject(value as JsonObject, room, path, depth);
}

/** Keeps the first items. An item that alone has no room is cut itself. */
function cutList(items: readonly Json[], room: number, path: string, depth: number): Json {
  const kept: Json[] = [];
  let rest = room - markBytes;
  for (const [index, item] of items.entries()) {
    const size = bytesOf(item) + 1;
    const fits = size <= rest;
    if (!fits && (index > 0 || rest < markBytes)) break;
    const shown = fits ? item : cut(item, rest, `${path}[${index}]`, depth + 1);
    kept.push(shown);
    rest -= fits ? size : rest;
  }
  const missing = items.length - kept.length;
  if (missing === 0) return kept;
  const mark = { left_out: `${missing} of ${items.length} items`, path: `${path}[${kept.length}:]` };
  return [...kept, mark];
}

/** Gives each member its share of the room: small ones are kept, and what they do not need is for the others. */
function cutObject(value: JsonObject, room: number, path: string, depth: number): Json {
  const members = Object.entries(value)
    .map(([name, inner]) => ({
      name,
      inner,
      size: bytesOf(inner) + encoder.encode(JSON.stringify(name)).length + 2,
    }))
    .toSorted((a, b) => a.size - b.size);
  const shown = new Map<string, Json>();
  const missing: string[] = [];
  let rest = room - markBytes;
  for (const [index, { name, inner, size }] of members.entries()) {
    const share = rest / (members.length - index);
    if (size <= share) {
      shown.set(name, inner);
      rest -= size;
    } else if (typeof inner === 'object' && inner !== null && share > 2 * markBytes) {
      const part = cut(inner, share, joinPath(path, name), depth + 1);
      shown.set(name, part);
      rest -= bytesOf(part) + name.length;
    } else missing.push(name);
  }
  const ordered = Object.keys(value).flatMap((name): readonly (readonly [string, Json])[] => {
    const inner = shown.get(name);
    return inner === undefined ? [] : [[name, inner]];
  });
  if (missing.length === 0) return Object.fromEntries(ordered);
  const names = missing.slice(0, maximumNames).map((name) => joinPath(path, name));
  const others = missing.length - names.length;
  return { ...Object.fromEntries(ordered), left_out: [...names, ...(others > 0 ? [`${others} more`] : [])] };
}

function joinPath(path: string, name: string): string {
  const key = /^[\w:-]+$/.test(name) ? name : JSON.stringify(name);
  return path === '' ? key : `${path}.${key}`;
}

function bytesOf(value: Json): number {
  return encoder.encode(JSON.stringify(value)).length;
}
