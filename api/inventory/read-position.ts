import type { CursorValue } from '../../domain/cursor.ts';

/** Returns the sort key and id of a decoded cursor. */
export function readPosition(
  after: readonly CursorValue[] | undefined,
): readonly [key: string, id: string] | undefined {
  return after === undefined ? undefined : [String(after[0]), String(after[1])];
}
