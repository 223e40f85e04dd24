import type { DiffEntry } from '../../api-client/api-types.ts';

const maximumEntries = 1000;

/**
 * Returns the difference of two configurations as JSON Pointers (RFC 6901), as the API returns it for neighbouring revisions.
 * Arrays are compared by position.
 */
export function compareValues(before: unknown, after: unknown): readonly DiffEntry[] {
  const entries: DiffEntry[] = [];
  compare(before, after, '', entries);
  return entries;
}

function compare(before: unknown, after: unknown, path: string, entries: DiffEntry[]): void {
  if (entries.length >= maximumEntries || before === after) return;
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    entries.push({ op: 'replace', path, before, after });
    return;
  }
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const member = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!now.has(key)) entries.push({ op: 'remove', path: member, before: old.get(key) });
    else if (!old.has(key)) entries.push({ op: 'add', path: member, after: now.get(key) });
    else compare(old.get(key), now.get(key), member, entries);
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
