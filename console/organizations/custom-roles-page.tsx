import { dataOf } from '../../api-client/create-typed-client.ts';
import type { CustomRole, PermissionName } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { ListPage } from '../shared/list-page.tsx';
import type { Field, FormValues } from '../shared/record-form.tsx';

const refresh = ['/api/v1/organization/custom-roles'];

export function CustomRolesPage() {
  const { can, me } = useSession();
  const fieldsOf = (role?: CustomRole): readonly Field[] => [
    { name: 'name', label: 'Name', required: true, initial: role?.name ?? '' },
    { name: 'description', label: 'Description', initial: role?.description ?? '' },
    {
      name: 'permissions',
      label: 'Permissions',
      kind: 'choices',
      options: me?.permissions ?? [],
      initial: role?.permissions ?? [],
    },
  ];
  return (
    <ListPage
      route="/settings/roles"
      title="Roles"
      intro="Roles that this organization defined. Members hold them beside or instead of the built-in roles."
      path="/api/v1/organization/custom-roles"
      label="Roles"
      empty="No role is defined; the built-in roles apply."
      actions={
        can('roles:manage') ? (
          <FormDialog
            button="Create role"
            title="Create a role"
            refresh={refresh}
            fields={fieldsOf()}
            onSubmit={(values) =>
              dataOf(client.POST('/api/v1/organization/custom-roles', { body: bodyOf(values) }))
            }
          />
        ) : undefined
      }
      columns={(column) => [
        column.text('Name', ({ name }) => name),
        column.text('Description', ({ description }) => description),
        column.text('Permissions', ({ permissions }) => permissions.join(', ')),
        column.time('Changed', (row) => row.updated_at),
        {
          key: 'actions',
          header: 'Actions',
          render: (role) =>
            can('roles:manage') ? (
              <>
                <FormDialog
                  button="Change"
                  variant="default"
                  title={`Change ${role.name}`}
                  submit="Save"
                  refresh={refresh}
                  fields={fieldsOf(role)}
                  onSubmit={(values) =>
                    dataOf(
                      client.PATCH('/api/v1/organization/custom-roles/{id}', {
                        params: { path: { id: role.id }, header: { 'If-Match': `"${role.version}"` } },
                        body: bodyOf(values),
                      }),
                    )
                  }
                />{' '}
                <ActionButton
                  label={`Delete ${role.name}`}
                  refresh={refresh}
                  confirm={`The role “${role.name}” is deleted. This fails while a member or an invitation holds it.`}
                  run={() =>
                    dataOf(
                      client.DELETE('/api/v1/organization/custom-roles/{id}', {
                        params: { path: { id: role.id } },
                      }),
                    )
                  }
                >
                  Delete
                </ActionButton>
              </>
            ) : null,
        },
      ]}
    />
  );
}

function bodyOf(values: FormValues) {
  return {
    name: values.text('name'),
    description: values.optional('description') ?? null,
    permissions: values.choices<PermissionName>('permissions'),
  };
}
