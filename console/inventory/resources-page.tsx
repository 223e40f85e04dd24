import { Button, Group, Menu, Stack, Switch, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { FailureNote } from '../shared/failure-note.tsx';
import { TextFilter } from '../shared/filter-bar.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { FreshnessNote } from '../shared/freshness-note.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { formatCount } from '../shared/numbers.ts';
import { PageFrame, RowSkeletons, stateOf } from '../shared/page-frame.tsx';
import { useAddress, writeSearch } from '../shared/use-address.ts';
import type { Search } from '../shared/use-address.ts';
import { ColumnMenu } from './column-menu.tsx';
import { FacetRail } from './facet-rail.tsx';
import { PropertyFilter } from './property-filter.tsx';
import { defaultResourceColumns, isValueColumn, resourceColumns, valueColumn } from './resource-columns.tsx';
import { ResourceTable } from './resource-table.tsx';
import { exportedColumns, listedColumns } from './exported-columns.ts';
import { useResourcePages } from './use-resource-pages.ts';

/** Parameters of the address that are no filters. */
const viewKeys = new Set(['columns', 'sort']);
/** Columns without a history. */
const currentColumns = new Set(['code', 'owner', 'environment', 'application']);

export function ResourcesPage() {
  const address = useAddress();
  const navigate = useNavigate();
  const { can } = useSession();
  const [hasKeys, setHasKeys] = useLocalStorage({ key: 'resources.keys', defaultValue: true });
  useSearchKey(hasKeys);
  const filters = Object.fromEntries(Object.entries(address.search).filter(([key]) => !viewKeys.has(key)));
  const sort = address.one('sort') ?? '-last_changed_at';
  const chosen = address.all('columns').length === 0 ? defaultResourceColumns : address.all('columns');
  const isPast = address.one('as_of') !== undefined;
  const chosenKeys = chosen.join('\n');
  const columns = useMemo(() => {
    const keys = chosenKeys.split('\n');
    return [
      ...resourceColumns.filter(({ key }) => keys.includes(key) && (!isPast || !currentColumns.has(key))),
      ...keys.filter(isValueColumn).map(valueColumn),
    ];
  }, [chosenKeys, isPast]);
  const { query, rows, total, isCut, freshness, facets, states } = useResourcePages(
    { ...filters, sort },
    chosen.filter(isValueColumn),
  );
  const state = stateOf(query, rows.length === 0);
  return (
    <PageFrame
      route="/resources"
      title="Resources"
      state={state}
      intro={
        <>
          <span aria-live="polite">
            {total === undefined ? '…' : `${formatCount(rows.length)} of ${formatCount(total)}`}
          </span>
          {address.one('as_of') === undefined ? null : (
            <> · as of {new Date(address.one('as_of') ?? '').toLocaleString()}</>
          )}{' '}
          · <FreshnessNote freshness={freshness} />
        </>
      }
      actions={
        <>
          <SavedQueryMenu />
          {can('queries:manage') ? (
            <FormDialog
              button="Save query"
              variant="default"
              title="Save these filters as a query"
              submit="Save"
              refresh={['/api/v1/saved-queries']}
              fields={[
                { name: 'name', label: 'Name', required: true },
                { name: 'description', label: 'Description', kind: 'long' },
              ]}
              onSubmit={(values) =>
                dataOf(
                  client.POST('/api/v1/saved-queries', {
                    body: {
                      name: values.text('name'),
                      description: values.optional('description') ?? null,
                      filter: savedFilter(filters),
                      columns: [...exportedColumns(chosen)],
                    },
                  }),
                )
              }
            />
          ) : null}
          <ExportMenu filters={filters} columns={exportedColumns(chosen)} />
          <ColumnMenu chosen={chosen} onChange={(keys) => address.set({ columns: keys })} />
        </>
      }
    >
      <div className="resources-layout">
        <FacetRail facets={facets} states={states} isPast={isPast} />
        <Stack gap="sm" miw={0}>
          <Group gap="sm" align="flex-end" role="search">
            <TextFilter filter={{ key: 'q', label: 'Name, id or ARN' }} />
            <TextFilter filter={{ key: 'tag', label: 'Tag: key or key=value' }} />
            <TextFilter filter={{ key: 'as_of', label: 'As of', kind: 'time' }} />
            {isPast ? null : <PropertyFilter />}
            {Object.keys(filters).length === 0 ? null : (
              <Button
                size="xs"
                variant="subtle"
                onClick={() => void navigate({ to: '/resources', search: {} })}
              >
                Clear filters
              </Button>
            )}
            <Switch
              size="xs"
              label="Keys j, k, Enter, /"
              checked={hasKeys}
              onChange={({ currentTarget }) => setHasKeys(currentTarget.checked)}
            />
          </Group>
          {isPast ? (
            <Text size="sm" c="dimmed">
              The past has names, tags, configurations and statuses. Code, drift, exposure and owners have no
              history.
            </Text>
          ) : null}
          {isCut ? (
            <Text size="sm" c="dimmed">
              The first {formatCount(rows.length)} are loaded. Another order or a filter leads to the others.
            </Text>
          ) : null}
          {query.isPending ? (
            <RowSkeletons rows={14} />
          ) : query.isError && rows.length === 0 ? (
            <FailureNote error={query.error} onRetry={() => void query.refetch()} />
          ) : rows.length === 0 ? (
            <Text className="empty-note" component="div">
              {Object.keys(filters).length === 0
                ? 'No resource was read yet. The first scan of an account fills this page.'
                : 'No resource matches the filters.'}
            </Text>
          ) : (
            <ResourceTable
              rows={rows}
              total={total ?? rows.length}
              columns={columns}
              sort={sort}
              onSort={(next) => address.set({ sort: next })}
              hasKeys={hasKeys}
              hasMore={query.hasNextPage}
              isLoading={query.isFetchingNextPage}
              onLoad={() => void query.fetchNextPage()}
            />
          )}
        </Stack>
      </div>
    </PageFrame>
  );
}

/** A saved query has the filters of the list as they are, without the time. */
function savedFilter(filters: Search): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([key, value]) =>
      value === undefined || key === 'as_of'
        ? []
        : [[key, typeof value === 'string' ? value : [...value]] as const],
    ),
  );
}

function SavedQueryMenu() {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const { data } = useQuery({
    ...getting('/api/v1/saved-queries', { query: { limit: 200 } }),
    enabled: isOpen,
  });
  return (
    <Menu opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button size="xs" variant="default">
          Saved queries
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60dvh" className="menu-scroll">
        {(data?.items ?? []).map(({ id, name, filter, columns }) => (
          <Menu.Item
            key={id}
            onClick={() =>
              void navigate({ to: '/resources', search: { ...filter, columns: listedColumns(columns) } })
            }
          >
            <InventoryText text={name} width="18rem" />
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => void navigate({ to: '/queries' })}>All saved queries</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ExportMenu({ filters, columns }: { readonly filters: Search; readonly columns: readonly string[] }) {
  const href = (format: string) =>
    `/api/v1/resources/export${writeSearch({ ...filters, sort: undefined, columns, format })}`;
  return (
    <Menu>
      <Menu.Target>
        <Button size="xs" variant="default">
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={href('csv')} download="resources.csv">
          CSV
        </Menu.Item>
        <Menu.Item component="a" href={href('ndjson')} download="resources.ndjson">
          NDJSON
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const searchField = 'main [role=search] input';

/** While it is on, / moves to the search field from everywhere but a field. */
function useSearchKey(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [role=dialog]')
      )
        return;
      event.preventDefault();
      document.querySelector<HTMLInputElement>(searchField)?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}
