import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../identity/use-session.ts';
import { InventoryText } from '../shared/inventory-text.tsx';
import { ListPage } from '../shared/list-page.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';

export function ConnectionsPage() {
  const { can } = useSession();
  return (
    <ListPage
      route="/connections"
      title="AWS connections"
      path="/api/v1/aws/connections"
      label="AWS connections"
      empty="No connection exists. A connection reads an AWS organization or a single account."
      actions={
        can('connections:manage') ? (
          <Button size="xs" component={Link} to="/connections/new">
            Connect AWS
          </Button>
        ) : undefined
      }
      columns={[
        {
          key: 'name',
          header: 'Connection',
          render: ({ id, name }) => (
            <PageLink to={`/connections/${id}`}>
              <InventoryText text={name} />
            </PageLink>
          ),
        },
        { key: 'kind', header: 'Kind', render: ({ kind }) => kind },
        { key: 'status', header: 'Status', render: ({ status }) => <StatusMark value={status} /> },
        {
          key: 'account',
          header: 'Management account',
          render: (row) => <InventoryText text={row.management_account_id} code />,
        },
        { key: 'validated', header: 'Validated', render: (row) => <TimeText at={row.last_validated_at} /> },
        { key: 'synced', header: 'Accounts read', render: (row) => <TimeText at={row.last_synced_at} /> },
        { key: 'error', header: 'Error', render: (row) => <InventoryText text={row.last_error} /> },
      ]}
    />
  );
}
