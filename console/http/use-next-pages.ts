import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Reads the next page of a list while `isWanted`. A failed request stops it: it would be repeated without end. The owner of the
 * list offers the way to repeat it.
 */
export function useNextPages(
  {
    hasNextPage,
    isFetching,
    isError,
    fetchNextPage,
  }: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isError' | 'fetchNextPage'>,
  isWanted: boolean,
): void {
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isWanted, hasNextPage, isFetching, isError, fetchNextPage]);
}
