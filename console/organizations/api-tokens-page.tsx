import { dataOf } from '../../api-client/create-typed-client.ts';
import type { PermissionName } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { ListPage } from '../shared/list-page.tsx';
import { CopyText } from '../shared/outside-link.tsx';

const refresh = ['/api/v1/organization/api-tokens'];

export function ApiTokensPage() {
  const { can, me } = useSession();
  return (
    <ListPage
      route="/settings/api-tokens"
      title="API tokens"
      intro="For programs that use the API. A token has at most the permissions of its creator."
      path="/api/v1/organization/api-tokens"
      label="API tokens"
      empty="No token exists."
      actions={
        can('api_tokens:manage') ? (
          <FormDialog
            button="Create token"
            title="Create an API token"
            refresh={refresh}
            fields={[
              { name: 'name', label: 'Name', required: true },
              {
                name: 'permissions',
                label: 'Permissions',
                kind: 'choices',
                description: 'The token of a directory has the permission scim and no other.',
                options: me?.permissions ?? [],
              },
              { name: 'expires_in_days', label: 'Valid for days', kind: 'number', initial: '90' },
            ]}
            onSubmit={(values) => {
              const days = values.number('expires_in_days');
              return dataOf(
                client.POST('/api/v1/organization/api-tokens', {
                  body: {
                    name: values.text('name'),
                    permissions: values.choices<PermissionName>('permissions'),
                    ...(days === undefined ? {} : { expires_in_days: days }),
                  },
                }),
              );
            }}
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
        column.text('Permissions', ({ permissions }) => permissions.join(', ')),
        column.time('Last used', (row) => row.last_used_at),
        column.time('Valid until', (row) => row.expires_at),
        column.status('Status', (row) => (row.revoked_at === undefined ? 'active' : 'revoked')),
        {
          key: 'revoke',
          header: 'Revoke',
          render: (row) =>
            can('api_tokens:manage') && row.revoked_at === undefined ? (
              <ActionButton
                label={`Revoke ${row.name}`}
                refresh={refresh}
                confirm={`Programs with the token “${row.name}” are refused from now on.`}
                run={() =>
                  dataOf(
                    client.DELETE('/api/v1/organization/api-tokens/{id}', {
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
