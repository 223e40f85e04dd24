import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { ListPage } from '../shared/list-page.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { choicesOf } from '../shared/choices.ts';

export function AccountsPage() {
  const { can } = useSession();
  return (
    <ListPage
      route="/accounts"
      title="Accounts"
      path="/api/v1/aws/accounts"
      label="AWS accounts"
      empty={
        <>
          No AWS account is connected. <PageLink to="/connections/new">Connect AWS</PageLink>
        </>
      }
      actions={
        <>
          {can('scans:run') ? (
            <ActionButton
              refresh={['/api/v1/scans', '/api/v1/overview']}
              done="The scan was started"
              run={() => dataOf(client.POST('/api/v1/scans', { body: {} }))}
            >
              Scan all
            </ActionButton>
          ) : null}
          {can('connections:manage') ? (
            <Button size="xs" component={Link} to="/connections/new">
              Connect AWS
            </Button>
          ) : null}
        </>
      }
      filters={[
        { key: 'q', label: 'Name or number' },
        { key: 'status', label: 'Status', options: choicesOf.accountStatus },
        { key: 'included', label: 'Scanned', options: choicesOf.yesNo },
      ]}
      columns={[
        {
          key: 'name',
          header: 'Account',
          render: (row) => (
            <PageLink to={`/accounts/${row.id}`}>
              <InventoryText text={row.name ?? row.account_id} />
            </PageLink>
          ),
        },
        { key: 'number', header: 'Number', render: (row) => <InventoryText text={row.account_id} code /> },
        { key: 'status', header: 'Status', render: ({ status }) => <StatusMark value={status} /> },
        { key: 'ou', header: 'Organizational unit', render: (row) => <InventoryText text={row.ou_path} /> },
        { key: 'included', header: 'Scanned', render: ({ included }) => (included ? 'yes' : 'no') },
        {
          key: 'regions',
          header: 'Regions',
          render: (row) => <InventoryText text={row.effective_regions.join(', ')} width="14rem" />,
        },
        {
          key: 'missing',
          header: 'Missing permissions',
          align: 'right',
          render: ({ validation }) => validation.missing_permissions.length,
        },
        { key: 'validated', header: 'Validated', render: (row) => <TimeText at={row.last_validated_at} /> },
      ]}
    />
  );
}
