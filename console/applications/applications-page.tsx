import { dataOf } from '../../api-client/create-typed-client.ts';
import type { ApplicationCriticality, ApplicationLifecycle } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { FormDialog } from '../shared/form-dialog.tsx';
import { ListPage } from '../shared/list-page.tsx';
import { choicesOf } from '../shared/choices.ts';

export function ApplicationsPage() {
  const { can } = useSession();
  return (
    <ListPage
      route="/applications"
      title="Applications"
      path="/api/v1/applications"
      label="Applications"
      empty="No application exists. People create them, and inference rules find them by tags, names and code."
      actions={
        can('applications:manage') ? (
          <FormDialog
            button="Create application"
            title="Create an application"
            refresh={['/api/v1/applications']}
            fields={[
              { name: 'name', label: 'Name', required: true },
              { name: 'description', label: 'Description', kind: 'long' },
              {
                name: 'criticality',
                label: 'Criticality',
                kind: 'choice',
                options: choicesOf.criticality,
                initial: 'medium',
              },
              {
                name: 'lifecycle',
                label: 'Lifecycle',
                kind: 'choice',
                options: choicesOf.lifecycle,
                initial: 'active',
              },
            ]}
            onSubmit={(values) =>
              dataOf(
                client.POST('/api/v1/applications', {
                  body: {
                    name: values.text('name'),
                    description: values.optional('description') ?? null,
                    criticality: values.choice<ApplicationCriticality>('criticality') ?? 'medium',
                    lifecycle: values.choice<ApplicationLifecycle>('lifecycle') ?? 'active',
                  },
                }),
              )
            }
          />
        ) : undefined
      }
      filters={[
        { key: 'q', label: 'Name' },
        { key: 'criticality', label: 'Criticality', options: choicesOf.criticality },
        { key: 'lifecycle', label: 'Lifecycle', options: choicesOf.lifecycle },
        { key: 'source', label: 'Source', options: ['manual', 'inferred', 'imported'] },
        { key: 'archived', label: 'Archived', options: choicesOf.yesNo },
      ]}
      columns={(column) => [
        column.link(
          'Application',
          ({ name }) => name,
          ({ id }) => `/applications/${id}`,
        ),
        column.text('Description', ({ description }) => description),
        column.status('Criticality', ({ criticality }) => criticality),
        column.text('Lifecycle', ({ lifecycle }) => lifecycle),
        column.text('Source', ({ source }) => source),
        column.time('Created', (row) => row.created_at),
      ]}
    />
  );
}
