import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { ListPage } from '../shared/list-page.tsx';
import { useRoleNames } from './use-role-names.ts';

const refresh = ['/api/v1/organization/members'];

export function MembersPage() {
  const { can } = useSession();
  const roleNames = useRoleNames();
  return (
    <ListPage
      route="/settings/members"
      title="Members"
      path="/api/v1/organization/members"
      label="Members"
      empty="No member."
      idOf={({ user }) => user.id}
      columns={(column) => [
        column.text('Name', ({ user }) => user.name),
        column.text('Email', ({ user }) => user.email),
        column.text('Roles', ({ roles }) => roleNames.namesOf(roles)),
        column.status('Status', ({ user }) => user.status),
        column.text('Break-glass', (row) => (row.break_glass ? 'yes' : undefined)),
        column.time('Last sign-in', (row) => row.last_login_at),
        {
          key: 'actions',
          header: 'Actions',
          render: ({ user, roles, break_glass: breakGlass }) =>
            can('members:manage') ? (
              <>
                <FormDialog
                  button="Roles"
                  variant="default"
                  title={`Roles of ${user.name}`}
                  submit="Save"
                  refresh={refresh}
                  fields={[
                    {
                      name: 'roles',
                      label: 'Roles',
                      kind: 'choices',
                      options: roleNames.options,
                      initial: roles,
                    },
                  ]}
                  onSubmit={(values) =>
                    dataOf(
                      client.PUT('/api/v1/organization/members/{user_id}/roles', {
                        params: { path: { user_id: user.id } },
                        body: { roles: values.choices('roles') },
                      }),
                    )
                  }
                />{' '}
                {can('roles:manage') && can('sso:read') ? (
                  <ActionButton
                    label={`${breakGlass ? 'End the break-glass mark of' : 'Mark as break-glass user:'} ${user.name}`}
                    refresh={refresh}
                    run={() =>
                      dataOf(
                        client.PUT('/api/v1/organization/members/{user_id}/break-glass', {
                          params: { path: { user_id: user.id } },
                          body: { break_glass: !breakGlass },
                        }),
                      )
                    }
                  >
                    {breakGlass ? 'No break-glass' : 'Break-glass'}
                  </ActionButton>
                ) : null}{' '}
                {can('sso:manage') ? (
                  <ActionButton
                    label={`Unbind ${user.name}`}
                    refresh={refresh}
                    confirm={`${user.name} is unbound from the account of the identity provider, and the sessions by single sign-on end.`}
                    run={() =>
                      dataOf(
                        client.DELETE('/api/v1/organization/members/{user_id}/identity', {
                          params: { path: { user_id: user.id } },
                        }),
                      )
                    }
                  >
                    Unbind
                  </ActionButton>
                ) : null}{' '}
                {user.status === 'active' ? (
                  <ActionButton
                    label={`Deactivate ${user.name}`}
                    refresh={refresh}
                    confirm={`${user.name} can no longer sign in. All sessions and API tokens of the member are revoked.`}
                    run={() =>
                      dataOf(
                        client.DELETE('/api/v1/organization/members/{user_id}', {
                          params: { path: { user_id: user.id } },
                        }),
                      )
                    }
                  >
                    Deactivate
                  </ActionButton>
                ) : (
                  <ActionButton
                    label={`Reactivate ${user.name}`}
                    refresh={refresh}
                    run={() =>
                      dataOf(
                        client.POST('/api/v1/organization/members/{user_id}/reactivate', {
                          params: { path: { user_id: user.id } },
                        }),
                      )
                    }
                  >
                    Reactivate
                  </ActionButton>
                )}
              </>
            ) : null,
        },
      ]}
    />
  );
}
