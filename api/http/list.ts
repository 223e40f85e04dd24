import { z } from 'zod';
import { bindingOf } from '../../domain/cursor.ts';
import type { CursorValue } from '../../domain/cursor.ts';
import { errors } from '../../domain/errors.ts';
import type { Services } from '../services.ts';
import type { Principal } from './access/principal.ts';
import { wholeNumber } from './schemas.ts';

const defaultLimit = 50;
const maximumLimit = 200;

const limit = wholeNumber(1, maximumLimit);
const cursor = z.string().max(8000).optional().describe('`next_cursor` of the previous page');

/** The paging parameters of every list; spread into its query schema. */
export const pagingParameters = {
  limit: limit.default(defaultLimit).describe(`Maximum number of items in a page. Default: ${defaultLimit}`),
  cursor,
};

/** The paging parameters of a short list, see {@link pageOfShortList}. */
export const shortListParameters = {
  limit: limit
    .optional()
    .describe('Maximum number of items in a page. Without `limit` and `cursor`, all items are returned'),
  cursor,
};

/** The response of a list: `{items, next_cursor}`. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: z.string().optional() });
}

/** The response of a list with the number of all items that match: `{items, total, next_cursor}`. */
export function countedListOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number().int(), next_cursor: z.string().optional() });
}

interface PageRequest {
  readonly limit: number;
  /** The position of the last row of the previous page; absent on the first page. */
  readonly after: readonly CursorValue[] | undefined;
}

interface PageOf<T> {
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

/**
 * Returns the requested page of a list that is short enough to be read whole; all items without `limit` and `cursor`.
 * @param keyOf - identifies an item in the list
 * @throws CatalogueError `validation_failed` for `cursor`, also when the list has lost the last item of the previous page.
 */
export function pageOfShortList<T>(
  context: {
    readonly principal: Principal;
    readonly services: Services;
    readonly query: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
  },
  name: string,
  items: readonly T[],
  keyOf: (item: T) => string,
): { items: T[]; next_cursor?: string } {
  const { query } = context;
  if (query.limit === undefined && query.cursor === undefined) return { items: [...items] };
  const { request, envelope } = pager(context, name, { ...query, limit: query.limit ?? defaultLimit });
  const previous =
    request.after === undefined ? -1 : items.findIndex((item) => keyOf(item) === request.after?.[0]);
  if (request.after !== undefined && previous === -1)
    throw errors.validationFailed('cursor', 'is no longer valid: the list has changed');
  const rest = items.slice(previous + 1);
  return envelope(
    cutPage(rest, request.limit, (item) => [keyOf(item)]),
    (item) => item,
  );
}
