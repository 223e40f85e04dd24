import { RecordList } from '../shared/list-page.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';

/** The runs of Terraform that touched a resource. */
export function ResourceExecutions({ id }: { readonly id: string }) {
  return (
    <RecordList
      path="/api/v1/resources/{id}/executions"
      given={{ path: { id } }}
      label="Executions"
      empty="No reported run of Terraform touched the resource."
      columns={[
        {
          key: 'execution',
          header: 'Execution',
          render: (row) => (
            <PageLink to={`/executions/${row.id}`}>
              <InventoryText text={row.external_id} />
            </PageLink>
          ),
        },
        { key: 'kind', header: 'Kind', render: ({ kind }) => kind },
        { key: 'status', header: 'Status', render: ({ status }) => <StatusMark value={status} /> },
        {
          key: 'touched',
          header: 'Actions',
          render: ({ touched }) => (
            <InventoryText
              text={touched.map(({ actions, address }) => `${actions.join(', ')} ${address}`).join('; ')}
              code
            />
          ),
        },
        { key: 'actor', header: 'By', render: ({ actor }) => <InventoryText text={actor} /> },
        {
          key: 'finished',
          header: 'Finished',
          render: ({ finished_at: at }) => <TimeText at={at} missing="–" />,
        },
      ]}
    />
  );
}
