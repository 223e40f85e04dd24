import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../identity/use-session.ts';
import { ListPage } from '../shared/list-page.tsx';
import { choicesOf } from '../shared/choices.ts';
import { ConnectHcpTerraformButton, HcpTerraformConnections } from './hcp-terraform-connections.tsx';

export function StateSourcesPage() {
  const { can } = useSession();
  return (
    <ListPage
      route="/state-sources"
      title="State sources"
      path="/api/v1/state-sources"
      label="State sources"
      empty="No Terraform state is known. Backends of projects are found by themselves; others are added here or pushed by CI."
      actions={
        can('state_sources:manage') ? (
          <>
            <ConnectHcpTerraformButton />
            <Button size="xs" component={Link} to="/state-sources/new">
              Add a state
            </Button>
          </>
        ) : undefined
      }
      filters={[
        { key: 'status', label: 'Status', options: choicesOf.stateStatus },
        { key: 'origin', label: 'Origin', options: ['manual', 'detected'] },
      ]}
      columns={(column) => [
        column.link(
          'State',
          ({ config }) =>
            config.name ??
            (config.bucket === undefined ? config.workspace : `s3://${config.bucket}/${config.key ?? ''}`),
          ({ id }) => `/state-sources/${id}`,
        ),
        column.text('Kind', ({ kind }) => kind),
        column.status('Status', ({ status }) => status),
        column.text('Account', (row) => row.account_name ?? row.account_id),
        column.text('Origin', ({ origin }) => origin),
        column.text('Error', (row) => row.last_error),
        column.time('Read', (row) => row.last_synced_at),
      ]}
    >
      <HcpTerraformConnections />
    </ListPage>
  );
}
