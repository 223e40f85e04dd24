import { defined } from '../../domain/defined.ts';
import { limitedPage } from '../scm/limited-field.ts';
import type { Page } from '../scm/scm-client.ts';
import { recordsOf } from './gitlab-records.ts';

/**
 * Returns the page of a response of gitbeaker with `showExpanded`.
 * @throws ScmError `invalid_response` for a page that is no list, `too_large` for more records than were requested
 */
export function gitlabPageOf<T>(response: unknown): Page<T> {
  const { data, paginationInfo } = response as {
    readonly data: unknown;
    readonly paginationInfo?: { readonly next?: number | null; readonly total?: number };
  };
  const next = paginationInfo?.next ?? undefined;
  // GitLab does not count more than 10,000.
  const total = Number.isFinite(paginationInfo?.total) ? paginationInfo?.total : undefined;
  return defined({ items: limitedPage('GitLab', recordsOf<T>(data)), nextPage: next, total });
}

/** The items of a list, and how many pages it took. */
export interface ReadPages<T> {
  readonly items: readonly T[];
  readonly pageCount: number;
  /** Whether the last page was read. */
  readonly complete: boolean;
}

/**
 * Reads at most `most` pages, each with one request, and keeps of each record what `keep` returns. gitbeaker's own loop has no
 * limit for a server whose pages are empty or whose links name no page size.
 *
 * @param readPage requests a page with `maxPages: 1` and `showExpanded`
 */
export async function readPages<T, R>(
  most: number,
  readPage: (page: number) => Promise<unknown>,
  keep: (records: readonly T[]) => readonly R[],
): Promise<ReadPages<R>> {
  const items: R[] = [];
  for (let page = 1; page <= most; page += 1) {
    const { items: read, nextPage } = gitlabPageOf<T>(await readPage(page));
    items.push(...keep(read));
    if (nextPage === undefined || read.length === 0) return { items, pageCount: page, complete: true };
  }
  return { items, pageCount: most, complete: false };
}
