import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { PageFrame } from '../shared/page-frame.tsx';
import { RecordForm } from '../shared/record-form.tsx';

export function NewConnectionPage() {
  const navigate = useNavigate();
  return (
    <PageFrame route="/connections/new" title="Connect AWS" state="ready">
      <section className="panel" style={{ maxWidth: '34rem' }}>
        <Text mb="md">
          First name what to read. The next page shows the template of a role that can only read, and follows
          the steps.
        </Text>
        <RecordForm
          label="Connect AWS"
          submit="Continue"
          fields={[
            { name: 'name', label: 'Name', required: true },
            {
              name: 'kind',
              label: 'What to connect',
              kind: 'choice',
              required: true,
              initial: 'organization',
              options: [
                { value: 'organization', label: 'An AWS organization with its accounts' },
                { value: 'standalone', label: 'A single account' },
              ],
            },
            {
              name: 'management_account_id',
              label: 'Number of the management account',
              description: '12 digits; for an organization',
            },
            {
              name: 'regions',
              label: 'Regions',
              description: 'Separated by commas; empty: all that are enabled',
            },
          ]}
          onSubmit={async (values) => {
            const management = values.optional('management_account_id');
            const regions = values
              .text('regions')
              .split(/[\s,]+/)
              .filter((region) => region !== '');
            const connection = await dataOf(
              client.POST('/api/v1/aws/connections', {
                body: {
                  name: values.text('name'),
                  kind: values.choice<'organization' | 'standalone'>('kind') ?? 'organization',
                  ...(management === undefined ? {} : { management_account_id: management }),
                  ...(regions.length === 0 ? {} : { regions }),
                },
              }),
            );
            await navigate({ to: `/connections/${connection.id}` });
          }}
        />
      </section>
    </PageFrame>
  );
}
