/**
 * What a cursor holds: where the page ended, and what it belongs to. A cursor is good only for the
 * organization, operation, filters and sort that it was made for.
 */
export interface CursorContent {
  readonly organizationId: string;
  /** The operation and its filters and sort, as one text (see {@link bindingOf}). */
  readonly binding: string;
  /** The sort key of the last row, its id last. */
  readonly position: readonly CursorValue[];
}

export type CursorValue = string | number | null;

/** One text for an operation with its filters: the same for every order in which the filters were given. */
export function bindingOf(operation: string, filters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(filters)
    .filter(([name, value]) => value !== undefined && name !== 'cursor' && name !== 'limit')
    .map(
      ([name, value]) => [name, Array.isArray(value) ? value.map(textOf).toSorted() : textOf(value)] as const,
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([operation, given]);
}

/** Whether a decoded cursor belongs to this organization and question. */
export function cursorMatches(content: CursorContent, organizationId: string, binding: string): boolean {
  return content.organizationId === organizationId && content.binding === binding;
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}
