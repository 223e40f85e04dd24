import { isObject } from '../../json/json.ts';
import type { MutableJson } from '../../json/json.ts';
import { setOwn } from '../../json/path.ts';
import { redactTextsBelow } from '../../secrets/redact-secrets.ts';
import { isSecretKey, secretWordsOf } from '../../secrets/secret-keys.ts';
import type { KeyedHash } from '../../secrets/redact-secrets.ts';
import { readObservedTime } from './read-observed-time.ts';

/**
 * Key under which `clients/aws/keep-unmodeled-members.ts` adds the members of a structure that the installed SDK does not
 * know, as AWS returned them.
 */
export const UNMODELED_KEY = '$unmodeled';

/** Key under which the SDK returns the unknown member of a union, as a list of its name and its value. */
const UNION_KEY = '$unknown';

/** A member that the SDK does not know, in its place in a configuration. */
export interface UnmodeledMember {
  readonly holder: { [key: string]: MutableJson };
  readonly key: string;
  /** As in `path.ts`, e.g. `Endpoints[].Mode`. */
  readonly path: string;
}

/**
 * Moves the members that the SDK does not know to their places in the configuration, and returns them. No collector declares
 * their secrets, so every text below a key whose name marks a secret is replaced by a keyed hash. Modifies `raw`.
 */
export function placeUnmodeled(raw: { [key: string]: MutableJson }, hash: KeyedHash): UnmodeledMember[] {
  const members: UnmodeledMember[] = [];
  if (hasUnmodeled(raw)) placeIn(raw, '', hash, members);
  return members;
}

/**
 * Removes the volatile values of members that the SDK does not know, because no collector declares them: numbers, times, and
 * values of keys that end in a word of time, count, size, status or progress. Returns them by path; a path with `[]` has a
 * list.
 */
export function takeUnmodeledVolatile(members: readonly UnmodeledMember[]): { [key: string]: MutableJson } {
  const taken: { [key: string]: MutableJson } = {};
  for (const { holder, key, path } of members) takeAt(holder, key, path, taken);
  return taken;
}

/** Most items have none, and their paths need not be built. */
function hasUnmodeled(value: MutableJson): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.some(hasUnmodeled);
  if (Object.hasOwn(value, UNMODELED_KEY) || Object.hasOwn(value, UNION_KEY)) return true;
  return Object.values(value).some(hasUnmodeled);
}

function placeIn(value: MutableJson, path: string, hash: KeyedHash, members: UnmodeledMember[]): void {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const item of value) placeIn(item, `${path}[]`, hash, members);
    return;
  }
  const known = Object.keys(value);
  const unmodeled = takeUnmodeled(value);
  for (const key of known) placeIn(value[key] ?? null, memberPath(path, key), hash, members);
  for (const [key, inner] of Object.entries(unmodeled)) {
    if (Object.hasOwn(value, key)) continue;
    setOwn(value, key, redactBelowSecretKeys(key, inner, hash));
    members.push({ holder: value, key, path: memberPath(path, key) });
  }
}

/** Removes the unknown members of a structure, and returns them. */
function takeUnmodeled(value: { [key: string]: MutableJson }): { [key: string]: MutableJson } {
  const found = Object.hasOwn(value, UNMODELED_KEY) ? value[UNMODELED_KEY] : undefined;
  if (isObject(found)) {
    delete value[UNMODELED_KEY];
    return found;
  }
  const member = Object.hasOwn(value, UNION_KEY) ? value[UNION_KEY] : undefined;
  const [name, inner = null] = Array.isArray(member) && member.length === 2 ? member : [];
  if (typeof name !== 'string') return {};
  delete value[UNION_KEY];
  const union = {};
  setOwn(union, name, inner);
  return union;
}

function redactBelowSecretKeys(key: string, value: MutableJson, hash: KeyedHash): MutableJson {
  if (isSecretKey(key)) return redactTextsBelow(value, hash);
  if (value === null || typeof value !== 'object') return value;
  // The elements of a list have the key of the list.
  if (Array.isArray(value)) return value.map((item) => redactBelowSecretKeys('', item, hash));
  for (const [inner, below] of Object.entries(value))
    setOwn(value, inner, redactBelowSecretKeys(inner, below, hash));
  return value;
}

function takeAt(
  holder: { [key: string]: MutableJson },
  key: string,
  path: string,
  taken: { [key: string]: MutableJson },
): void {
  const value = Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (value === undefined) return;
  if (isVolatileKey(key) || isVolatileValue(value)) {
    delete holder[key];
    addTo(taken, path, value);
    return;
  }
  takeBelow(value, path, taken);
}

function takeBelow(value: MutableJson, path: string, taken: { [key: string]: MutableJson }): void {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) {
    for (const key of Object.keys(value)) takeAt(value, key, memberPath(path, key), taken);
    return;
  }
  const kept = value.filter((item) => {
    if (isVolatileValue(item)) addTo(taken, `${path}[]`, item);
    else takeBelow(item, `${path}[]`, taken);
    return !isVolatileValue(item);
  });
  value.splice(0, value.length, ...kept);
}

function addTo(taken: { [key: string]: MutableJson }, path: string, value: MutableJson): void {
  if (!path.includes('[]')) return setOwn(taken, path, value);
  const known = Object.hasOwn(taken, path) ? taken[path] : undefined;
  if (Array.isArray(known)) known.push(value);
  else setOwn(taken, path, [value]);
}

function isVolatileValue(value: MutableJson): boolean {
  if (typeof value === 'number') return true;
  // A text of digits is an identifier more often than a time: the number of an account has twelve.
  return typeof value === 'string' && value.includes('-') && readObservedTime(value) !== undefined;
}

const volatileWords: ReadonlySet<string> = new Set(
  [
    'time times timestamp date datetime at age duration seconds minutes hours days',
    'count counts total totals size sizes bytes',
    'status statuses state states health progress percent percentage phase',
  ].flatMap((words) => words.split(' ')),
);

/**
 * Whether the last word of a key is one of time, count, size, status or progress: `LastUsedAt`, `item_count`. The id of a
 * request is another one in each response.
 */
function isVolatileKey(key: string): boolean {
  const words = secretWordsOf(key);
  return volatileWords.has(words.at(-1) ?? '') || words.slice(-2).join(' ') === 'request id';
}

function memberPath(path: string, key: string): string {
  const step = /^[^.[\]"]+$/.test(key) ? key : `["${key}"]`;
  return path === '' || step.startsWith('[') ? path + step : `${path}.${step}`;
}
