import { pageOf } from '../scm-servers/pages.ts';
import type { ServerRequest, ServerResponse } from '../scm-servers/route-table.ts';

/** Returns a page with GitLab's headers. Source: GitLab REST API, "Offset-based pagination". */
export function paged<T>(
  request: ServerRequest,
  origin: string,
  all: readonly T[],
): { readonly items: readonly T[]; readonly headers: NonNullable<ServerResponse['headers']> } {
  const { items, page, perPage, lastPage, link } = pageOf(request, origin, all, 20);
  return {
    items,
    headers: {
      ...(link === '' ? {} : { link }),
      'x-page': String(page),
      'x-per-page': String(perPage),
      'x-next-page': page < lastPage ? String(page + 1) : '',
      'x-prev-page': page > 1 ? String(page - 1) : '',
      'x-total': String(all.length),
      'x-total-pages': String(lastPage),
    },
  };
}
