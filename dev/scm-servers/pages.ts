import type { ServerRequest } from './route-table.ts';

export interface PageOf<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly perPage: number;
  readonly lastPage: number;
  /** Value of the `Link` header; empty for a single page. */
  readonly link: string;
}

/** Cuts the page that `page` and `per_page` select; 30 or 20 items by default, 100 at most, as at both providers. */
export function pageOf<T>(
  { url }: ServerRequest,
  origin: string,
  all: readonly T[],
  defaultSize: number,
): PageOf<T> {
  const perPage = Math.min(100, positive(url.searchParams.get('per_page')) ?? defaultSize);
  const page = positive(url.searchParams.get('page')) ?? 1;
  const lastPage = Math.max(1, Math.ceil(all.length / perPage));
  const linkTo = (target: number, relation: string) => {
    const link = new URL(`${url.pathname}${url.search}`, origin);
    link.searchParams.set('page', String(target));
    return `<${link.href}>; rel="${relation}"`;
  };
  const links = [
    ...(page > 1 ? [linkTo(page - 1, 'prev'), linkTo(1, 'first')] : []),
    ...(page < lastPage ? [linkTo(page + 1, 'next'), linkTo(lastPage, 'last')] : []),
  ];
  return {
    items: all.slice((page - 1) * perPage, page * perPage),
    page,
    perPage,
    lastPage,
    link: links.join(', '),
  };
}

function positive(text: string | null): number | undefined {
  const number = Number(text ?? Number.NaN);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
