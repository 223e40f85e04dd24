import type { CursorValue } from '../../domain/cursor.ts';

/** The position in a cursor of this process's own making: a sort key and an id. */
export function readPosition(
  after: readonly CursorValue[] | undefined,
): readonly [key: string, id: string] | undefined {
  return after === undefined ? undefined : [String(after[0]), String(after[1])];
}
