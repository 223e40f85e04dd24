import type { DiffEntry } from '../../../../domain/json/diff.ts';
import type { Json } from '../../../../domain/json/json.ts';

/** Entries of a diff that a row lists, and the length of a value, as JSON, that it repeats. */
const maximumEntries = 20;
const maximumValue = 500;

/** Returns the changed paths, and the entries with values that are short. */
export function diffFields(diff: readonly DiffEntry[]): {
  readonly changed_paths: Json;
  readonly changed_path_count: number;
  readonly diff: Json;
} {
  const listed = diff.slice(0, maximumEntries);
  return {
    changed_paths: listed.map(({ path }) => path),
    changed_path_count: diff.length,
    diff: listed.map(({ op, path, before, after }) => ({
      op,
      path,
      ...(isShort(before) ? { before } : {}),
      ...(isShort(after) ? { after } : {}),
    })),
  };
}

function isShort(value: Json | undefined): value is Json {
  return value !== undefined && JSON.stringify(value).length <= maximumValue;
}
