import { byCodeUnit } from './json/canonical.ts';

/**
 * Content of a pagination cursor: the position of the last row, and the request it was issued for. A cursor is valid
 * only for the same organization, operation, filters and sort.
 */
export interface CursorContent {
  readonly organizationId: string;
  /** The operation with its filters and sort as one string (see {@link bindingOf}). */
  readonly binding: string;
  /** Sort key of the last row, followed by its id. */
  readonly position: readonly CursorValue[];
}

export type CursorValue = string | number | null;

/**
 * Serialises an operation and its filters. The result does not depend on the order of the filters or their values.
 */
export function bindingOf(operation: string, filters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(filters)
    .filter(([name, value]) => value !== undefined && name !== 'cursor' && name !== 'limit')
    .map(
      ([name, value]) => [name, Array.isArray(value) ? value.map(textOf).toSorted() : textOf(value)] as const,
    )
    .toSorted(([a], [b]) => byCodeUnit(a, b));
  return JSON.stringify([operation, given]);
}

/** Whether a decoded cursor was issued for this organization, operation, filters and sort. */
export function cursorMatches(content: CursorContent, organizationId: string, binding: string): boolean {
  return content.organizationId === organizationId && content.binding === binding;
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}
