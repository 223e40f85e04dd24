import { useNavigate } from '@tanstack/react-router';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { Facts } from '../shared/facts.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { RecordPage } from '../shared/record-page.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';

const refresh = ['/api/v1/state-sources/{id}', '/api/v1/state-sources'];

export function StateSourcePage() {
  const { can } = useSession();
  const navigate = useNavigate();
  return (
    <RecordPage
      route="/state-sources/{id}"
      path="/api/v1/state-sources/{id}"
      kind="State"
      nameOf={({ config }) => config.name ?? config.key ?? config.workspace ?? 'State'}
      actions={({ id, status }) =>
        can('state_sources:manage') ? (
          <>
            <ActionButton
              refresh={refresh}
              done="The state is read"
              run={() => dataOf(client.POST('/api/v1/state-sources/{id}/sync', { params: { path: { id } } }))}
            >
              Read again
            </ActionButton>
            <ActionButton
              refresh={refresh}
              run={() =>
                dataOf(
                  client.PATCH('/api/v1/state-sources/{id}', {
                    params: { path: { id } },
                    body: { disabled: status !== 'disabled' },
                  }),
                )
              }
            >
              {status === 'disabled' ? 'Enable' : 'Disable'}
            </ActionButton>
            <ActionButton
              refresh={['/api/v1/state-sources']}
              confirm="The state is forgotten. Its resources are no longer shown as managed by it. The file in AWS stays."
              onDone={() => void navigate({ to: '/state-sources' })}
              run={() => dataOf(client.DELETE('/api/v1/state-sources/{id}', { params: { path: { id } } }))}
            >
              Delete
            </ActionButton>
          </>
        ) : null
      }
    >
      {(source) => (
        <>
          <section className="panel" aria-label="Facts">
            <Facts
              facts={[
                ['Kind', source.kind],
                ['Status', <StatusMark key="status" value={source.status} />],
                [
                  'Error',
                  source.last_error === undefined ? undefined : <InventoryText text={source.last_error} />,
                ],
                ...Object.entries(source.config).map(
                  ([key, value]) => [key, <InventoryText key={key} text={String(value)} code />] as const,
                ),
                [
                  'Project',
                  source.iac_project_id === undefined ? undefined : (
                    <PageLink to={`/projects/${source.iac_project_id}`}>open the project</PageLink>
                  ),
                ],
                ['Read', <TimeText key="read" at={source.last_synced_at} />],
              ]}
            />
          </section>
          {can('mapping:read') ? (
            <RecordList
              path="/api/v1/state-sources/{id}/entries"
              given={{ path: { id: source.id } }}
              label="Entries of the state"
              empty="The state has no entry, or was not read yet."
              idOf={({ address }) => address}
              filters={[
                { key: 'q', label: 'Address' },
                {
                  key: 'class',
                  label: 'Class',
                  options: ['matched', 'missing', 'association', 'unsupported', 'unscanned', 'unlinked'],
                },
              ]}
              columns={(column) => [
                column.text('Address', ({ address }) => address, { code: true }),
                column.text('Type', (row) => row.resource_type),
                column.status('Class', (row) => row.class),
                column.link(
                  'Resource',
                  (row) => (row.resource_id === undefined ? row.reason : 'open'),
                  (row) => (row.resource_id === undefined ? undefined : `/resources/${row.resource_id}`),
                ),
              ]}
            />
          ) : null}
        </>
      )}
    </RecordPage>
  );
}
