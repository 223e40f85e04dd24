import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Freshness } from '../../api-client/api-types.ts';
import { listedRecords, listing } from '../http/queries.ts';
import type { Given, ItemOf, ListPath } from '../http/queries.ts';
import { columnMaker } from './columns.tsx';
import type { ColumnMaker } from './columns.tsx';
import { DataTable, LoadMore } from './data-table.tsx';
import type { Column } from './data-table.tsx';
import { FailureNote } from './failure-note.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { Filter } from './filter-bar.tsx';
import { FreshnessNote } from './freshness-note.tsx';
import { PageFrame, RowSkeletons, stateOf } from './page-frame.tsx';
import { useAddress } from './use-address.ts';

interface ListProps<P extends ListPath> {
  /** The operation that lists the records. */
  readonly path: P;
  readonly given?: Given;
  readonly label: string;
  readonly columns:
    readonly Column<ItemOf<P>>[] | ((column: ColumnMaker<ItemOf<P>>) => readonly Column<ItemOf<P>>[]);
  readonly filters?: readonly Filter[];
  /** What fills the list. */
  readonly empty: ReactNode;
  /** Default: the id of the record. */
  readonly idOf?: (row: ItemOf<P>) => string;
  /** Milliseconds between two readings, for lists that change by themselves. */
  readonly refetchInterval?: number;
}

interface ListPageProps<P extends ListPath> extends ListProps<P> {
  readonly route: string;
  readonly title: string;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A page with one list: its filters, table, age, and what to do when it is empty or failed. */
export function ListPage<P extends ListPath>(props: ListPageProps<P>) {
  const { route, title, intro, actions, children } = props;
  const list = useList(props);
  return (
    <PageFrame
      route={route}
      title={title}
      state={stateOf(list.query, list.rows.length === 0)}
      intro={
        <>
          {intro} {list.freshness === undefined ? null : <FreshnessNote freshness={list.freshness} />}
        </>
      }
      actions={actions}
    >
      {children}
      <ListBody {...props} list={list} />
    </PageFrame>
  );
}

/** A list as a part of a page. */
export function RecordList<P extends ListPath>(props: ListProps<P>) {
  return <ListBody {...props} list={useList(props)} />;
}

function useList<P extends ListPath>({ path, given, filters = [], refetchInterval }: ListProps<P>) {
  const address = useAddress();
  const filtered = Object.fromEntries(
    filters.flatMap(({ key }) => (address.all(key).length === 0 ? [] : [[key, address.all(key)] as const])),
  );
  const query = useInfiniteQuery({
    ...listing(path, { ...given, query: { ...given?.query, ...filtered } }),
    ...(refetchInterval === undefined ? {} : { refetchInterval }),
  });
  const pages = query.data?.pages;
  const first = pages?.[0] as { readonly total?: number; readonly freshness?: Freshness } | undefined;
  return {
    query,
    rows: listedRecords<P>(pages),
    total: first?.total,
    freshness: first?.freshness,
    isFiltered: Object.keys(filtered).length > 0,
  };
}

function ListBody<P extends ListPath>({
  list: { query, rows, total, isFiltered },
  label,
  columns,
  filters = [],
  empty,
  idOf = (row) => (row as { id: string }).id,
}: ListProps<P> & { readonly list: ReturnType<typeof useList<P>> }) {
  return (
    <Stack gap="sm">
      <FilterBar filters={filters} />
      {query.isPending ? (
        <RowSkeletons rows={8} />
      ) : query.isError && rows.length === 0 ? (
        <FailureNote error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <Text className="empty-note" component="div">
          {isFiltered ? 'Nothing matches the filters.' : empty}
        </Text>
      ) : (
        <>
          <DataTable
            label={label}
            columns={typeof columns === 'function' ? columns(columnMaker()) : columns}
            rows={rows}
            idOf={idOf}
          />
          <LoadMore
            shown={rows.length}
            {...(total === undefined ? {} : { total })}
            hasMore={query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            onLoad={() => void query.fetchNextPage()}
          />
        </>
      )}
    </Stack>
  );
}
