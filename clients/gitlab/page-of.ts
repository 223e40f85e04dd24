import type { Page } from '../scm/scm-client.ts';
import { recordsOf } from './gitlab-records.ts';

/** Returns the page of a response with `showExpanded`. @throws ScmError `invalid_response` for a page that is no list */
export function pageOf<T>(response: unknown): Page<T> {
  const { data, paginationInfo } = response as {
    readonly data: unknown;
    readonly paginationInfo?: { readonly next?: number | null; readonly total?: number };
  };
  const next = paginationInfo?.next ?? undefined;
  // GitLab does not count more than 10,000.
  const total = Number.isFinite(paginationInfo?.total) ? paginationInfo?.total : undefined;
  return {
    items: recordsOf<T>(data),
    ...(next === undefined ? {} : { nextPage: next }),
    ...(total === undefined ? {} : { total }),
  };
}
