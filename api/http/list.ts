import { z } from 'zod';
import { bindingOf } from '../../domain/cursor.ts';
import type { CursorValue } from '../../domain/cursor.ts';
import type { Services } from '../services.ts';
import type { Principal } from './principal.ts';

const defaultLimit = 50;
const maximumLimit = 200;

/** The paging parameters of every list; spread into its query schema. */
export const pagingParameters = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(maximumLimit)
    .default(defaultLimit)
    .describe('Maximum number of items in a page'),
  cursor: z.string().max(8000).optional().describe('`next_cursor` of the previous page'),
};

/** A filter that accepts repeated parameters, combined with OR. */
export function repeatable<T extends z.ZodType<unknown, string>>(value: T) {
  return z
    .union([value, z.array(value).max(100)])
    .transform((input): z.output<T>[] => (Array.isArray(input) ? input : [input]))
    .optional();
}

/** A boolean parameter: `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** The response of a list: `{items, next_cursor}`. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: z.string().optional() });
}

/** The response of a list with the number of all items that match: `{items, total, next_cursor}`. */
export function countedListOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number().int(), next_cursor: z.string().optional() });
}

export interface PageRequest {
  readonly limit: number;
  /** The position of the last row of the previous page; absent on the first page. */
  readonly after: readonly CursorValue[] | undefined;
}

export interface PageOf<T> {
  readonly rows: readonly T[];
  /** The position of the last row, if more rows follow. */
  readonly next: readonly CursorValue[] | undefined;
}

/**
 * Decodes the cursor of a list request, and encodes the cursor of the next page. Cursors are bound to the list's
 * `name` and to the validated parameters in `query`.
 * @throws CatalogueError `validation_failed` for `cursor`.
 */
export function pager(
  context: { readonly principal: Principal; readonly services: Services },
  name: string,
  query: Readonly<Record<string, unknown>> & { readonly limit: number; readonly cursor?: string | undefined },
): {
  request: PageRequest;
  readonly envelope: <T, R>(page: PageOf<T>, present: (row: T) => R) => { items: R[]; next_cursor?: string };
} {
  const { organizationId } = context.principal;
  const { cursors } = context.services;
  const binding = bindingOf(name, query);
  const after =
    query.cursor === undefined ? undefined : cursors.decode(query.cursor, organizationId, binding);
  return {
    request: { limit: query.limit, after },
    envelope: (page, present) => ({
      items: page.rows.map(present),
      ...(page.next === undefined
        ? {}
        : { next_cursor: cursors.encode({ organizationId, binding, position: page.next }) }),
    }),
  };
}

/** Returns the page of a result that was selected with `limit + 1` rows. */
export function cutPage<T>(
  rows: readonly T[],
  limit: number,
  position: (row: T) => readonly CursorValue[],
): PageOf<T> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last !== undefined ? position(last) : undefined };
}
