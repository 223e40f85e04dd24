import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { PageFrame } from '../shared/page-frame.tsx';
import { RecordForm } from '../shared/record-form.tsx';

export function NewStateSourcePage() {
  const navigate = useNavigate();
  const { can } = useSession();
  const accounts = useQuery({
    ...getting('/api/v1/aws/accounts', { query: { limit: 200 } }),
    enabled: can('accounts:read'),
  });
  return (
    <PageFrame route="/state-sources/new" title="Add a Terraform state" state="ready">
      <section className="panel" style={{ maxWidth: '34rem' }}>
        <RecordForm
          label="Add a Terraform state"
          submit="Add"
          fields={[
            { name: 'bucket', label: 'Bucket', required: true },
            { name: 'key', label: 'Key', required: true },
            { name: 'region', label: 'Region of the bucket' },
            {
              name: 'aws_account_id',
              label: 'Account of the bucket',
              kind: 'choice',
              options: (accounts.data?.items ?? []).map(({ id, name, account_id: number }) => ({
                value: id,
                label: name ?? number,
              })),
            },
          ]}
          onSubmit={async (values) => {
            const [region, account] = [values.optional('region'), values.optional('aws_account_id')];
            const { id } = await dataOf(
              client.POST('/api/v1/state-sources', {
                body: {
                  bucket: values.text('bucket'),
                  key: values.text('key'),
                  ...(region === undefined ? {} : { region }),
                  ...(account === undefined ? {} : { aws_account_id: account }),
                },
              }),
            );
            await navigate({ to: `/state-sources/${id}` });
          }}
        />
      </section>
    </PageFrame>
  );
}
