import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getting, listedRecords, listing } from '../http/queries.ts';
import type { Search } from '../shared/use-address.ts';

const pageSize = 100;
/** One goes farther by a sort or a filter. */
const maximumRows = 5000;

/** The resources that the filters select, page by page; the page after the last shown one is read ahead. */
export function useResourcePages(filters: Search) {
  const query = useInfiniteQuery({
    ...listing('/api/v1/resources', {
      query: { ...filters, limit: pageSize, include: 'ownership', fields: 'summary', facets: false },
    }),
    getNextPageParam: (page, pages) =>
      pages.length * pageSize >= maximumRows ? undefined : page.next_cursor,
  });
  // The counts take longer than the rows, which do not wait for them.
  const counts = useQuery(
    getting('/api/v1/resources', { query: { ...filters, limit: 1, fields: 'summary' } }),
  );
  const pages = query.data?.pages;
  const { fetchNextPage, hasNextPage, isFetching } = query;
  const isFirst = pages?.length === 1;
  useEffect(() => {
    if (isFirst && hasNextPage && !isFetching) void fetchNextPage();
  }, [isFirst, hasNextPage, isFetching, fetchNextPage]);
  return {
    query,
    rows: listedRecords<'/api/v1/resources'>(pages),
    total: pages?.[0]?.total,
    freshness: pages?.[0]?.freshness,
    facets: counts.data?.facets,
  };
}
