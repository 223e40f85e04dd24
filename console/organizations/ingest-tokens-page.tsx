import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { ListPage } from '../shared/list-page.tsx';
import { CopyText } from '../shared/outside-link.tsx';

const refresh = ['/api/v1/organization/ingest-tokens'];

export function IngestTokensPage() {
  const { can } = useSession();
  return (
    <ListPage
      route="/settings/ingest-tokens"
      title="Ingest tokens"
      intro="For CI, which reports executions, plans and states. They can do nothing else."
      path="/api/v1/organization/ingest-tokens"
      label="Ingest tokens"
      empty="No token exists. CI needs one to report plans."
      actions={
        can('ingest_tokens:manage') ? (
          <FormDialog
            button="Create token"
            title="Create an ingest token"
            refresh={refresh}
            fields={[{ name: 'name', label: 'Name', required: true }]}
            onSubmit={(values) =>
              dataOf(
                client.POST('/api/v1/organization/ingest-tokens', { body: { name: values.text('name') } }),
              )
            }
            result={({ token }) => (
              <>
                <p>The token is shown only now.</p>
                <CopyText text={token} width="22rem" />
              </>
            )}
          />
        ) : undefined
      }
      columns={(column) => [
        column.text('Name', ({ name }) => name),
        column.text('Prefix', ({ prefix }) => prefix, { code: true }),
        column.time('Created', (row) => row.created_at),
        column.time('Last used', (row) => row.last_used_at),
        column.status('Status', (row) => (row.revoked_at === undefined ? 'active' : 'revoked')),
        {
          key: 'revoke',
          header: 'Revoke',
          render: (row) =>
            can('ingest_tokens:manage') && row.revoked_at === undefined ? (
              <ActionButton
                label={`Revoke ${row.name}`}
                refresh={refresh}
                confirm={`CI with the token “${row.name}” can no longer report.`}
                run={() =>
                  dataOf(
                    client.DELETE('/api/v1/organization/ingest-tokens/{id}', {
                      params: { path: { id: row.id } },
                    }),
                  )
                }
              >
                Revoke
              </ActionButton>
            ) : null,
        },
      ]}
    />
  );
}
