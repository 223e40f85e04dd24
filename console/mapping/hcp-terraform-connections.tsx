import type { HcpTerraform } from '../../api-client/api-types.ts';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { RecordList } from '../shared/list-page.tsx';

const refresh = ['/api/v1/state-sources/hcp-terraform', '/api/v1/state-sources'];
const tokenField = {
  name: 'token',
  label: 'API token',
  kind: 'password',
  autoComplete: 'off',
  description: 'It needs to read workspaces and state versions.',
} as const;
const workspacesField = {
  name: 'workspaces',
  label: 'Workspaces',
  kind: 'words',
  description: 'Names with * and ?, each ended with Enter. Empty: all workspaces.',
} as const;

/** The connections with HCP Terraform and Terraform Enterprise, whose workspaces become state sources. */
export function HcpTerraformConnections() {
  const { can } = useSession();
  return (
    <section className="panel">
      <h2>HCP Terraform</h2>
      <RecordList
        path="/api/v1/state-sources/hcp-terraform"
        label="Connections with HCP Terraform"
        empty="No organization of HCP Terraform or Terraform Enterprise is connected."
        columns={(column) => [
          column.text('Organization', ({ organization }) => organization),
          column.text('Host', ({ hostname }) => hostname),
          column.text('Workspaces', ({ workspaces }) => workspaces?.join(', ') ?? 'all'),
          column.count('States', (row) => row.workspace_count),
          column.status('Status', ({ status }) => status),
          column.text('Error', (row) => row.last_error),
          column.time('Read', (row) => row.last_synced_at),
          {
            key: 'actions',
            header: 'Actions',
            render: (row) => (can('state_sources:manage') ? <Actions connection={row} /> : null),
          },
        ]}
      />
    </section>
  );
}

/** Connects an organization of HCP Terraform. */
export function ConnectHcpTerraformButton() {
  return (
    <FormDialog
      button="Connect HCP Terraform"
      variant="default"
      title="Connect an organization of HCP Terraform"
      submit="Connect"
      refresh={refresh}
      fields={[
        { name: 'organization', label: 'Organization', required: true },
        { ...tokenField, required: true },
        workspacesField,
        { name: 'hostname', label: 'Host', description: 'Empty: app.terraform.io' },
      ]}
      onSubmit={(values) => {
        const [hostname, workspaces] = [values.optional('hostname'), values.choices('workspaces')];
        return dataOf(
          client.POST('/api/v1/state-sources/hcp-terraform', {
            body: {
              organization: values.text('organization'),
              token: values.text('token'),
              ...(workspaces.length === 0 ? {} : { workspaces }),
              ...(hostname === undefined ? {} : { hostname }),
            },
          }),
        );
      }}
    />
  );
}

function Actions({
  connection: { id, organization, workspaces = [] },
}: {
  readonly connection: HcpTerraform;
}) {
  const params = { path: { id } };
  return (
    <>
      <FormDialog
        button="Edit"
        variant="default"
        title={`Token and workspaces of ${organization}`}
        submit="Save"
        refresh={refresh}
        fields={[
          { ...tokenField, description: 'Empty: the token stays.' },
          { ...workspacesField, initial: workspaces },
        ]}
        onSubmit={(values) => {
          const [token, chosen] = [values.optional('token'), values.choices('workspaces')];
          return dataOf(
            client.PATCH('/api/v1/state-sources/hcp-terraform/{id}', {
              params,
              body: {
                ...(token === undefined ? {} : { token }),
                workspaces: chosen.length === 0 ? null : chosen,
              },
            }),
          );
        }}
      />{' '}
      <ActionButton
        label={`Delete the connection of ${organization}`}
        refresh={refresh}
        confirm={`The connection of ${organization} is deleted with its token and the states of its workspaces. HCP Terraform keeps them.`}
        run={() => dataOf(client.DELETE('/api/v1/state-sources/hcp-terraform/{id}', { params }))}
      >
        Delete
      </ActionButton>
    </>
  );
}
