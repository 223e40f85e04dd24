import { dataOf } from '../../api-client/create-typed-client.ts';
import type { EnvironmentClass } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { ListPage } from '../shared/list-page.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { choicesOf } from '../shared/choices.ts';

export function EnvironmentsPage() {
  const { can } = useSession();
  const refresh = ['/api/v1/environments'];
  return (
    <ListPage
      route="/environments"
      title="Environments"
      path="/api/v1/environments"
      label="Environments"
      empty="No environment exists. Rules, tags and accounts assign resources to them."
      actions={
        can('environments:manage') ? (
          <FormDialog
            button="Create environment"
            title="Create an environment"
            refresh={refresh}
            fields={[
              { name: 'name', label: 'Name', required: true },
              {
                name: 'class',
                label: 'Class',
                kind: 'choice',
                required: true,
                options: choicesOf.environmentClass,
              },
            ]}
            onSubmit={(values) =>
              dataOf(
                client.POST('/api/v1/environments', {
                  body: {
                    name: values.text('name'),
                    class: values.choice<EnvironmentClass>('class') ?? 'production',
                  },
                }),
              )
            }
          />
        ) : undefined
      }
      columns={(column) => [
        column.text('Name', ({ name }) => name),
        column.text('Class', (row) => row.class),
        {
          key: 'resources',
          header: 'Resources',
          render: ({ id }) => (
            <PageLink to="/resources" search={{ environment_id: id }}>
              show them
            </PageLink>
          ),
        },
        column.time('Created', (row) => row.created_at),
        {
          key: 'delete',
          header: 'Delete',
          render: ({ id, name }) =>
            can('environments:manage') ? (
              <ActionButton
                label={`Delete ${name}`}
                refresh={refresh}
                confirm={`The environment “${name}” is deleted. This is refused while something uses it.`}
                run={() => dataOf(client.DELETE('/api/v1/environments/{id}', { params: { path: { id } } }))}
              >
                Delete
              </ActionButton>
            ) : null,
        },
      ]}
    />
  );
}
