import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { ListPage } from '../shared/list-page.tsx';
import { CopyText } from '../shared/outside-link.tsx';
import { useRoleNames } from './use-role-names.ts';

const refresh = ['/api/v1/organization/invitations'];

export function InvitationsPage() {
  const { can } = useSession();
  const roleNames = useRoleNames();
  return (
    <ListPage
      route="/settings/invitations"
      title="Invitations"
      path="/api/v1/organization/invitations"
      label="Invitations"
      empty="No invitation is waiting."
      actions={
        can('members:manage') ? (
          <FormDialog
            button="Invite"
            title="Invite a member"
            submit="Invite"
            refresh={refresh}
            fields={[
              { name: 'email', label: 'Email', kind: 'email', required: true },
              {
                name: 'roles',
                label: 'Roles',
                kind: 'choices',
                options: roleNames.options,
                initial: ['viewer'],
              },
            ]}
            onSubmit={(values) =>
              dataOf(
                client.POST('/api/v1/organization/invitations', {
                  body: { email: values.text('email'), roles: values.choices('roles') },
                }),
              )
            }
            result={({ accept_url: url }) => (
              <>
                <p>
                  The link accepts the invitation. It is shown only now, and mailed if the service can send
                  mail.
                </p>
                <CopyText text={url} width="22rem" />
              </>
            )}
          />
        ) : undefined
      }
      columns={(column) => [
        column.text('Email', ({ email }) => email),
        column.text('Roles', ({ roles }) => roleNames.namesOf(roles)),
        column.status('Status', ({ status }) => status),
        column.time('Valid until', (row) => row.expires_at),
        {
          key: 'revoke',
          header: 'Revoke',
          render: ({ id, email }) =>
            can('members:manage') ? (
              <ActionButton
                label={`Revoke the invitation of ${email}`}
                refresh={refresh}
                confirm={`The link that ${email} received stops working.`}
                run={() =>
                  dataOf(client.DELETE('/api/v1/organization/invitations/{id}', { params: { path: { id } } }))
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
