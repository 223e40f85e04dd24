import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { SavedQuery } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import {
  defaultResourceColumns,
  isValueColumn,
  resourceColumns,
  valueColumn,
} from '../inventory/resource-columns.tsx';
import { listedColumns } from '../inventory/exported-columns.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { ListPage, RecordList } from '../shared/list-page.tsx';
import { formatCount } from '../shared/numbers.ts';
import { Loaded } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import type { Field, FormValues } from '../shared/record-form.tsx';
import { useAddress } from '../shared/use-address.ts';
import { readFilterLines, writeFilterLines } from './filter-lines.ts';

const listPath = '/api/v1/saved-queries';
const onePath = '/api/v1/saved-queries/{id}';
const resourcesPath = '/api/v1/saved-queries/{id}/resources';
const refresh = [listPath, onePath, resourcesPath];

export function QueriesPage() {
  const { can } = useSession();
  const address = useAddress();
  const open = address.one('query');
  return (
    <ListPage
      route="/queries"
      title="Saved queries"
      intro="Filters of the list of resources with a name. The service counts them every day."
      path={listPath}
      label="Saved queries"
      empty="No query is saved."
      actions={
        can('queries:manage') ? (
          <FormDialog
            button="Create a query"
            title="Create a query"
            refresh={refresh}
            fields={fieldsOf(undefined)}
            onSubmit={(values) => dataOf(client.POST(listPath, { body: bodyOf(values) }))}
          />
        ) : undefined
      }
      columns={(column) => [
        {
          key: 'name',
          header: 'Query',
          render: ({ id, name }) => (
            <PageLink to="/queries" search={{ query: id }}>
              <InventoryText text={name} />
            </PageLink>
          ),
        },
        column.text('Description', ({ description }) => description),
        {
          key: 'count',
          header: 'Resources',
          align: 'right',
          render: ({ count, count_error: error }) =>
            count === undefined ? (
              <span className="missing">{error ?? 'not counted yet'}</span>
            ) : (
              formatCount(count)
            ),
        },
        column.time('Counted', (row) => row.counted_at, '–'),
        column.text('Source', (row) => (row.built_in === undefined ? 'saved here' : 'built in')),
      ]}
    >
      {open === undefined ? null : <QueryPanel key={open} id={open} />}
    </ListPage>
  );
}

/** One saved query: its filter, its resources as they are now, and what one can do with it. */
function QueryPanel({ id }: { readonly id: string }) {
  const address = useAddress();
  const query = useQuery(getting(onePath, { path: { id } }));
  return (
    <section className="panel" aria-label="Saved query">
      <Loaded query={query} rows={3}>
        {query.data === undefined ? null : (
          <QueryView saved={query.data} onClose={() => address.set({ query: undefined })} />
        )}
      </Loaded>
    </section>
  );
}

function QueryView({ saved, onClose }: { readonly saved: SavedQuery; readonly onClose: () => void }) {
  const { can } = useSession();
  const { id, name, filter, columns, version } = saved;
  const params = { path: { id } };
  const shown = listedColumns(columns) ?? defaultResourceColumns;
  return (
    <>
      <h2>
        <InventoryText text={name} />
      </h2>
      <pre className="code-block">{writeFilterLines(filter)}</pre>
      <Group gap="xs" my="sm">
        <PageLink to="/resources" search={{ ...filter, columns: listedColumns(columns) }}>
          Open in the list of resources
        </PageLink>
        {can('queries:manage') ? (
          <>
            <FormDialog
              key={version}
              button="Edit"
              variant="default"
              title="Edit the query"
              submit="Save"
              refresh={refresh}
              fields={fieldsOf(saved)}
              onSubmit={(values) => dataOf(client.PATCH(onePath, { params, body: bodyOf(values) }))}
            />
            <ActionButton
              refresh={[listPath]}
              confirm={`The query “${name}” is deleted. Subscriptions to it receive nothing more.`}
              onDone={onClose}
              run={() => dataOf(client.DELETE(onePath, { params }))}
            >
              Delete
            </ActionButton>
          </>
        ) : null}
        <Button size="xs" variant="subtle" onClick={onClose}>
          Close
        </Button>
      </Group>
      <RecordList
        path={resourcesPath}
        given={params}
        label="Resources of the query"
        empty="No resource matches the query now."
        columns={[
          ...resourceColumns.filter(({ key }) => shown.includes(key)),
          ...shown.filter(isValueColumn).map(valueColumn),
        ]}
      />
    </>
  );
}

function fieldsOf(saved: SavedQuery | undefined): readonly Field[] {
  return [
    { name: 'name', label: 'Name', required: true, initial: saved?.name ?? '' },
    { name: 'description', label: 'Description', kind: 'long', initial: saved?.description ?? '' },
    {
      name: 'filter',
      label: 'Filter',
      kind: 'long',
      required: true,
      description: 'A line for each value: parameter=value, such as resource_type=AWS::S3::Bucket',
      initial: saved === undefined ? '' : writeFilterLines(saved.filter),
    },
    {
      name: 'columns',
      label: 'Columns',
      kind: 'long',
      description: 'A line for each column: a field, tag:key or property:path. Empty: the usual ones',
      initial: (saved?.columns ?? []).join('\n'),
    },
  ];
}

function bodyOf(values: FormValues) {
  const columns = values
    .text('columns')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return {
    name: values.text('name'),
    description: values.optional('description') ?? null,
    filter: readFilterLines(values.text('filter')),
    columns: columns.length === 0 ? null : columns,
  };
}
