import { NativeSelect, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { DiffEntry } from '../../api-client/api-types.ts';
import { ChangeEntries } from '../changes/change-entries.tsx';
import { listedRecords, listing } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { LoadMore } from '../shared/data-table.tsx';
import { DiffTable } from '../shared/diff-table.tsx';
import { Loaded } from '../shared/page-frame.tsx';
import { useAddress } from '../shared/use-address.ts';
import { compareValues } from './compare-values.ts';

/** The revisions of a resource, the difference of any two, and who changed it. */
export function ResourceHistory({ id }: { readonly id: string }) {
  const { can } = useSession();
  return (
    <div className="panels">
      <Revisions id={id} />
      {can('changes:read') ? <Changes id={id} /> : null}
    </div>
  );
}

function Revisions({ id }: { readonly id: string }) {
  const address = useAddress();
  const query = useInfiniteQuery(listing('/api/v1/resources/{id}/revisions', { path: { id } }));
  const revisions = listedRecords<'/api/v1/resources/{id}/revisions'>(query.data?.pages);
  const find = (key: string, fallback: number) =>
    revisions.find(({ revision }) => String(revision) === address.one(key)) ?? revisions[fallback];
  const [from, to] = [find('from', 1), find('to', 0)];
  const options = revisions.map(({ revision, observed_at: at }) => ({
    value: String(revision),
    label: `${revision}: ${new Date(at).toLocaleString()}`,
  }));
  const diff: readonly DiffEntry[] =
    from === undefined || to === undefined
      ? []
      : compareValues(
          { configuration: from.configuration, tags: from.tags },
          { configuration: to.configuration, tags: to.tags },
        );
  return (
    <section className="panel" data-revisions={revisions.length}>
      <h2>Revisions</h2>
      <Loaded query={query} rows={4}>
        {revisions.length < 2 ? (
          <p className="missing">The configuration has not changed since the first scan.</p>
        ) : (
          <>
            <Group mb="sm" align="flex-end">
              <NativeSelect
                size="xs"
                label="From revision"
                data={options}
                value={String(from?.revision)}
                onChange={({ currentTarget }) => address.set({ from: currentTarget.value })}
              />
              <NativeSelect
                size="xs"
                label="To revision"
                data={options}
                value={String(to?.revision)}
                onChange={({ currentTarget }) => address.set({ to: currentTarget.value })}
              />
            </Group>
            <DiffTable diff={diff} />
          </>
        )}
        {query.hasNextPage ? (
          <LoadMore
            shown={revisions.length}
            hasMore
            isLoading={query.isFetchingNextPage}
            onLoad={() => void query.fetchNextPage()}
          />
        ) : null}
      </Loaded>
    </section>
  );
}

function Changes({ id }: { readonly id: string }) {
  const query = useInfiniteQuery(listing('/api/v1/resources/{id}/changes', { path: { id } }));
  const changes = listedRecords<'/api/v1/resources/{id}/changes'>(query.data?.pages);
  return (
    <section className="panel">
      <h2>Who changed it</h2>
      <Loaded query={query} rows={4}>
        <ChangeEntries changes={changes} withResource={false} />
        <LoadMore
          shown={changes.length}
          hasMore={query.hasNextPage}
          isLoading={query.isFetchingNextPage}
          onLoad={() => void query.fetchNextPage()}
        />
      </Loaded>
    </section>
  );
}
