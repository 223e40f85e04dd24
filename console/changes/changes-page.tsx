import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Text } from '@mantine/core';
import { getting, listedRecords, listing } from '../http/queries.ts';
import { LoadMore } from '../shared/data-table.tsx';
import { FilterBar } from '../shared/filter-bar.tsx';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { useAddress } from '../shared/use-address.ts';
import { choicesOf } from '../shared/choices.ts';
import { ChangeEntries } from './change-entries.tsx';

const refetchMilliseconds = 30_000;

export function ChangesPage() {
  const address = useAddress();
  const query = useInfiniteQuery({
    ...listing('/api/v1/changes', { query: address.search }),
    refetchInterval: refetchMilliseconds,
  });
  // Counting takes longer than the newest changes, which do not wait for it.
  const counted = useQuery({
    ...getting('/api/v1/changes', { query: { ...address.search, limit: 1, include: 'total' } }),
    refetchInterval: refetchMilliseconds,
  });
  const total = counted.data?.total;
  const changes = listedRecords<'/api/v1/changes'>(query.data?.pages);
  return (
    <PageFrame
      route="/changes"
      title="Changes"
      intro="What changed, who changed it, and whether code explains it. Times are of the change, where CloudTrail has it, else of the scan that saw it."
      state={stateOf(query, changes.length === 0)}
    >
      <FilterBar
        filters={[
          { key: 'q', label: 'Resource' },
          { key: 'kind', label: 'Kind', options: choicesOf.changeKind },
          { key: 'explained', label: 'Explained by code', options: choicesOf.yesNo },
          { key: 'source', label: 'Seen by', options: choicesOf.changeSource },
          { key: 'actor', label: 'Actor' },
          { key: 'resource_type', label: 'Type' },
          { key: 'since', label: 'Since', kind: 'time' },
          { key: 'until', label: 'Until', kind: 'time' },
        ]}
      />
      <Loaded query={query}>
        {changes.length === 0 ? (
          <Text className="empty-note" component="div">
            {Object.keys(address.search).length === 0
              ? 'Nothing has changed since the first scan.'
              : 'No change matches the filters.'}
          </Text>
        ) : (
          <section className="panel" aria-label="Timeline">
            <ChangeEntries changes={changes} />
          </section>
        )}
        <LoadMore
          shown={changes.length}
          {...(total === undefined ? {} : { total: Math.max(total, changes.length) })}
          hasMore={query.hasNextPage}
          isLoading={query.isFetchingNextPage}
          onLoad={() => void query.fetchNextPage()}
        />
      </Loaded>
    </PageFrame>
  );
}
