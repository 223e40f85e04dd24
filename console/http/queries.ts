import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { paths } from '../../api-client/api-types.ts';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { ApiError } from '../../api-client/api-types.ts';
import { client } from './client.ts';

/** The body of the response 200 of GET `P`. */
export type Answer<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer T } } } };
}
  ? T
  : never;

/** The paths of lists. */
export type ListPath = { [P in keyof paths]: ItemOf<P> extends never ? never : P }[keyof paths];

/** A record of the list that GET `P` returns. */
export type ItemOf<P extends keyof paths> =
  Answer<P> extends { items: readonly (infer T)[] }
    ? T
    : Answer<P> extends { applications: readonly (infer T)[] }
      ? T
      : Answer<P> extends { relationships: readonly (infer T)[] }
        ? T
        : never;

/** Values of path parameters, and of the query. A list repeats its parameter. */
export interface Given {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
}

/** The query for the response of GET `path`. Its key begins with the path, so that `path` alone invalidates it. */
export function getting<P extends keyof paths>(path: P, given: Given = {}) {
  return queryOptions({
    queryKey: [path, given],
    queryFn: ({ signal }) => get<P>(path, given, signal),
    placeholderData: keepPreviousData,
  });
}

/** The query for a list, page by page. */
export function listing<P extends ListPath>(path: P, given: Given = {}) {
  return infiniteQueryOptions({
    queryKey: [path, given, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      get<P>(
        path,
        { ...given, query: { ...given.query, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page as { next_cursor?: string }).next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** Returns the records of the pages of a list. */
export function listedRecords<P extends ListPath>(
  pages: readonly Answer<P>[] | undefined,
): readonly ItemOf<P>[] {
  return (pages ?? []).flatMap((page) => {
    const { items, applications, relationships } = page as Readonly<
      Record<'items' | 'applications' | 'relationships', readonly ItemOf<P>[] | undefined>
    >;
    return items ?? applications ?? relationships ?? [];
  });
}

type Get = (
  path: string,
  options: object,
) => Promise<{ readonly data?: unknown; readonly error?: ApiError; readonly response: Response }>;

/** The types of `openapi-fetch` relate a path to its options only if the path is a literal. */
const getAny = client.GET as unknown as Get;

async function get<P extends keyof paths>(
  path: P,
  { path: parts, query }: Given,
  signal: AbortSignal,
): Promise<Answer<P>> {
  const request = getAny(path, { params: { path: parts, query }, signal });
  return (await dataOf(request)) as Answer<P>;
}
