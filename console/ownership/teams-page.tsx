import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { FormDialog } from '../shared/form-dialog.tsx';
import { ListPage } from '../shared/list-page.tsx';
import { choicesOf } from '../shared/choices.ts';

export function TeamsPage() {
  const { can } = useSession();
  return (
    <ListPage
      route="/teams"
      title="Teams"
      path="/api/v1/teams"
      label="Teams"
      empty="No team exists. Teams own applications and, through them, resources."
      actions={
        can('teams:manage') ? (
          <FormDialog
            button="Create team"
            title="Create a team"
            refresh={['/api/v1/teams']}
            fields={[
              { name: 'name', label: 'Name', required: true },
              {
                name: 'slug',
                label: 'Short name',
                required: true,
                description: 'Lower case, digits and hyphens',
              },
              { name: 'description', label: 'Description', kind: 'long' },
            ]}
            onSubmit={(values) =>
              dataOf(
                client.POST('/api/v1/teams', {
                  body: {
                    name: values.text('name'),
                    slug: values.text('slug'),
                    description: values.optional('description') ?? null,
                  },
                }),
              )
            }
          />
        ) : undefined
      }
      filters={[
        { key: 'q', label: 'Name' },
        { key: 'is_active', label: 'Active', options: choicesOf.yesNo },
      ]}
      columns={(column) => [
        column.link(
          'Team',
          ({ name }) => name,
          ({ id }) => `/teams/${id}`,
        ),
        column.text('Short name', ({ slug }) => slug),
        column.text('Description', ({ description }) => description),
        column.status('Status', (row) => (row.is_active ? 'active' : 'disabled')),
        column.time('Created', (row) => row.created_at),
      ]}
    />
  );
}
