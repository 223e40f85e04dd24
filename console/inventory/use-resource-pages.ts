import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getting, listedRecords, listing } from '../http/queries.ts';
import { useNextPages } from '../http/use-next-pages.ts';
import { useSession } from '../identity/use-session.ts';
import type { Search } from '../shared/use-address.ts';

const pageSize = 100;
/** One goes farther by a sort or a filter. */
const maximumRows = 5000;

/**
 * The resources that the filters select, page by page; the page after the last shown one is read ahead.
 * @param columns names of columns of the API: tags and properties
 */
export function useResourcePages(filters: Search, columns: readonly string[]) {
  const { can } = useSession();
  // Ownership and states have no history.
  const isPast = filters['as_of'] !== undefined;
  const query = useInfiniteQuery({
    ...listing('/api/v1/resources', {
      query: {
        ...filters,
        limit: pageSize,
        fields: 'summary',
        facets: false,
        columns,
        ...(isPast || !can('ownership:read') ? {} : { include: 'ownership' }),
      },
    }),
    getNextPageParam: (page, pages) =>
      pages.length * pageSize >= maximumRows ? undefined : page.next_cursor,
  });
  // The counts take longer than the rows, which do not wait for them.
  const { sort: _sort, ...counted } = filters;
  const facets = useQuery(
    getting('/api/v1/resources', { query: { ...counted, limit: 1, fields: 'summary' } }),
  );
  const states = useQuery({
    ...getting('/api/v1/resources', {
      query: { ...counted, limit: 1, fields: 'summary', facets: false, include: 'states' },
    }),
    enabled: !isPast,
  });
  const pages = query.data?.pages;
  useNextPages(query, pages?.length === 1);
  const rows = useMemo(() => listedRecords<'/api/v1/resources'>(pages), [pages]);
  const total = pages?.[0]?.total;
  return {
    query,
    rows,
    total,
    /** Whether more resources match than stay in memory. */
    isCut: rows.length >= maximumRows && total !== undefined && total > rows.length,
    freshness: pages?.[0]?.freshness,
    facets: facets.data?.facets,
    states: isPast ? undefined : states.data?.states,
  };
}
