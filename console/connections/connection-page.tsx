import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { CloudConnection } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { Facts } from '../shared/facts.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { CopyText } from '../shared/outside-link.tsx';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { OnboardingSteps } from './onboarding-steps.tsx';

const refreshed = [
  '/api/v1/aws/connections/{id}',
  '/api/v1/aws/connections',
  '/api/v1/aws/connections/{id}/onboarding-steps',
];

export function ConnectionPage() {
  const { id = '' } = useParams({ strict: false });
  const { can } = useSession();
  const query = useQuery({
    ...getting('/api/v1/aws/connections/{id}', { path: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'active' ? false : 4000),
  });
  const connection = query.data;
  return (
    <PageFrame
      route="/connections/{id}"
      title={<InventoryText text={connection?.name ?? 'Connection'} />}
      documentTitle={connection?.name.slice(0, 80) ?? 'Connection'}
      state={stateOf(query)}
      actions={
        connection !== undefined && can('connections:manage') ? (
          <ConnectionActions connection={connection} />
        ) : undefined
      }
    >
      <Loaded query={query}>
        {connection === undefined ? null : (
          <div className="panels">
            <section className="panel">
              <h2>Connection</h2>
              <Facts
                facts={[
                  ['Status', <StatusMark key="status" value={connection.status} />],
                  ['Error', connection.last_error],
                  ['Kind', connection.kind],
                  [
                    'Management account',
                    <InventoryText key="account" text={connection.management_account_id} code />,
                  ],
                  ['External id', <CopyText key="external" text={connection.external_id} />],
                  ['Role', connection.role_name],
                  ['Regions', connection.regions.join(', ') || 'all enabled ones'],
                  ['Scan interval', `${connection.scan_interval_minutes} minutes`],
                  ['Template', connection.template.version],
                  ['Validated', <TimeText key="validated" at={connection.last_validated_at} />],
                  ['Accounts read', <TimeText key="synced" at={connection.last_synced_at} />],
                  [
                    'Accounts',
                    <PageLink key="accounts" to="/accounts" search={{ connection_id: connection.id }}>
                      show its accounts
                    </PageLink>,
                  ],
                ]}
              />
            </section>
            <OnboardingSteps connection={connection} />
          </div>
        )}
      </Loaded>
    </PageFrame>
  );
}

function ConnectionActions({ connection }: { readonly connection: CloudConnection }) {
  const navigate = useNavigate();
  const params = { path: { id: connection.id } };
  return (
    <>
      <ActionButton
        refresh={refreshed}
        done="The validation was started"
        run={() => dataOf(client.POST('/api/v1/aws/connections/{id}/validate', { params }))}
      >
        Validate
      </ActionButton>
      <ActionButton
        refresh={refreshed}
        done="The accounts are read"
        run={() => dataOf(client.POST('/api/v1/aws/connections/{id}/sync-accounts', { params }))}
      >
        Read accounts
      </ActionButton>
      <ActionButton
        refresh={refreshed}
        done="The upgrade was started"
        confirm="The role template of the stack or the stack set in AWS is replaced by the current one."
        run={() => dataOf(client.POST('/api/v1/aws/connections/{id}/upgrade-template', { params }))}
      >
        Upgrade template
      </ActionButton>
      <FormDialog
        button="Edit"
        variant="default"
        title="Edit the connection"
        submit="Save"
        refresh={refreshed}
        fields={[
          { name: 'name', label: 'Name', required: true, initial: connection.name },
          {
            name: 'regions',
            label: 'Regions',
            description: 'Separated by commas; empty: all',
            initial: connection.regions.join(', '),
          },
          {
            name: 'scan_interval_minutes',
            label: 'Minutes between scans',
            kind: 'number',
            initial: String(connection.scan_interval_minutes),
          },
        ]}
        onSubmit={(values) =>
          dataOf(
            client.PATCH('/api/v1/aws/connections/{id}', {
              params,
              body: {
                name: values.text('name'),
                regions: values
                  .text('regions')
                  .split(/[\s,]+/)
                  .filter((region) => region !== ''),
                scan_interval_minutes:
                  values.number('scan_interval_minutes') ?? connection.scan_interval_minutes,
              },
            }),
          )
        }
      />
      <ActionButton
        refresh={['/api/v1/aws/connections']}
        confirm={
          <>
            The connection <InventoryText text={connection.name} /> is deleted. Its accounts are no longer
            scanned, and their resources are marked as no longer observed.
          </>
        }
        onDone={() => void navigate({ to: '/connections' })}
        run={() => dataOf(client.DELETE('/api/v1/aws/connections/{id}', { params }))}
      >
        Delete
      </ActionButton>
    </>
  );
}
