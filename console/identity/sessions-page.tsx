import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { ListPage } from '../shared/list-page.tsx';
import { SecondFactorButtons } from './second-factor-buttons.tsx';

const refresh = ['/api/v1/auth/sessions'];

export function SessionsPage() {
  return (
    <ListPage
      route="/settings/sessions"
      title="Sessions and password"
      path="/api/v1/auth/sessions"
      label="Sessions"
      empty="No session."
      actions={
        <>
          <SecondFactorButtons />
          <FormDialog
            button="Change password"
            title="Change the password"
            submit="Change"
            refresh={refresh}
            fields={[
              {
                name: 'current_password',
                label: 'Current password',
                kind: 'password',
                required: true,
                autoComplete: 'current-password',
              },
              {
                name: 'new_password',
                label: 'New password',
                kind: 'password',
                required: true,
                autoComplete: 'new-password',
              },
            ]}
            onSubmit={(values) =>
              dataOf(
                client.POST('/api/v1/auth/password', {
                  body: {
                    current_password: values.text('current_password'),
                    new_password: values.text('new_password'),
                  },
                }),
              )
            }
            result={() => <p>The password is changed. All other sessions have ended.</p>}
          />
        </>
      }
      columns={(column) => [
        column.text('Browser', (row) => row.user_agent),
        column.text('Address', ({ ip }) => ip),
        column.time('Started', (row) => row.created_at),
        column.time('Last used', (row) => row.last_used_at),
        {
          key: 'end',
          header: 'End',
          render: ({ id, current }) =>
            current ? (
              'this session'
            ) : (
              <ActionButton
                refresh={refresh}
                confirm="The session ends at once."
                run={() => dataOf(client.DELETE('/api/v1/auth/sessions/{id}', { params: { path: { id } } }))}
              >
                End
              </ActionButton>
            ),
        },
      ]}
    />
  );
}
