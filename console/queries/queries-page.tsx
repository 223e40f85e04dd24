import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { ListPage } from '../shared/list-page.tsx';
import { formatCount } from '../shared/numbers.ts';
import { PageLink } from '../shared/page-link.tsx';

export function QueriesPage() {
  const { can } = useSession();
  return (
    <ListPage
      route="/queries"
      title="Saved queries"
      intro="Filters of the list of resources with a name. The service counts them every day."
      path="/api/v1/saved-queries"
      label="Saved queries"
      empty="No query is saved."
      columns={(column) => [
        {
          key: 'name',
          header: 'Query',
          render: ({ name, filter }) => (
            <PageLink to="/resources" search={filter}>
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
        {
          key: 'delete',
          header: 'Delete',
          render: ({ id, name, built_in: builtIn }) =>
            can('queries:manage') && builtIn === undefined ? (
              <ActionButton
                label={`Delete ${name}`}
                refresh={['/api/v1/saved-queries']}
                confirm={`The query “${name}” is deleted. Subscriptions to it receive nothing more.`}
                run={() => dataOf(client.DELETE('/api/v1/saved-queries/{id}', { params: { path: { id } } }))}
              >
                Delete
              </ActionButton>
            ) : null,
        },
      ]}
    />
  );
}
