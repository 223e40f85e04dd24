/**
 * Returns the number of the next page of a list, if there is one. A page can have fewer items than requested, so the `Link`
 * header decides. GitHub sends none for a list of one page. Source: GitHub REST API, "Using pagination in the REST API".
 *
 * @param hasMore - used for a response without a `Link` header, such as that of a proxy that removes it
 */
export function nextPageOf(
  { link }: { readonly link?: string | undefined },
  page: number,
  hasMore = false,
): { readonly nextPage?: number } {
  const hasNext = link === undefined ? hasMore : /<[^<>]*>\s*;[^,<]*\brel="?next\b/.test(link);
  return hasNext ? { nextPage: page + 1 } : {};
}
