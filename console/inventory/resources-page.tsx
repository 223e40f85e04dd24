import { Button, Checkbox, Group, Menu, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { FailureNote } from '../shared/failure-note.tsx';
import { TextFilter } from '../shared/filter-bar.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { FreshnessNote } from '../shared/freshness-note.tsx';
import { formatCount } from '../shared/numbers.ts';
import { PageFrame, RowSkeletons, stateOf } from '../shared/page-frame.tsx';
import { useAddress, writeSearch } from '../shared/use-address.ts';
import type { Search } from '../shared/use-address.ts';
import { FacetRail } from './facet-rail.tsx';
import { defaultResourceColumns, resourceColumns } from './resource-columns.tsx';
import { ResourceTable } from './resource-table.tsx';
import { useResourcePages } from './use-resource-pages.ts';

/** Parameters of the address that are no filters. */
const viewKeys = new Set(['columns', 'sort']);

export function ResourcesPage() {
  const address = useAddress();
  const navigate = useNavigate();
  const { can } = useSession();
  const [hasKeys, setHasKeys] = useState(true);
  const filters = Object.fromEntries(Object.entries(address.search).filter(([key]) => !viewKeys.has(key)));
  const sort = address.one('sort') ?? '-last_changed_at';
  const chosen = address.all('columns').length === 0 ? defaultResourceColumns : address.all('columns');
  const columns = resourceColumns.filter(({ key }) => chosen.includes(key));
  const { query, rows, total, freshness, facets } = useResourcePages({ ...filters, sort });
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
                    },
                  }),
                )
              }
            />
          ) : null}
          <ExportMenu filters={filters} />
          <ColumnMenu chosen={chosen} onChange={(keys) => address.set({ columns: keys })} />
        </>
      }
    >
      <div className="resources-layout">
        <FacetRail facets={facets} />
        <Stack gap="sm" miw={0}>
          <Group gap="sm" align="flex-end" role="search">
            <TextFilter filter={{ key: 'q', label: 'Name, id or ARN' }} />
            <TextFilter filter={{ key: 'tag', label: 'Tag: key or key=value' }} />
            <TextFilter filter={{ key: 'property', label: 'Property: path=value' }} />
            <TextFilter filter={{ key: 'as_of', label: 'As of', kind: 'time' }} />
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
        {(data?.items ?? []).map(({ id, name, filter }) => (
          <Menu.Item key={id} onClick={() => void navigate({ to: '/resources', search: filter })}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => void navigate({ to: '/queries' })}>All saved queries</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ExportMenu({ filters }: { readonly filters: Search }) {
  const href = (format: string) => `/api/v1/resources/export${writeSearch({ ...filters, format })}`;
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

function ColumnMenu({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[];
  readonly onChange: (keys: readonly string[]) => void;
}) {
  return (
    <Menu closeOnItemClick={false}>
      <Menu.Target>
        <Button size="xs" variant="default">
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {resourceColumns.map(({ key, header }) => (
          <Menu.Item
            key={key}
            role="menuitemcheckbox"
            aria-checked={chosen.includes(key)}
            disabled={key === 'name'}
            onClick={() =>
              onChange(chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key])
            }
            leftSection={<Checkbox.Indicator size="xs" checked={chosen.includes(key)} />}
          >
            {header}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
