import { useQuery, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { Facts } from '../shared/facts.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { RecordForm } from '../shared/record-form.tsx';
import { TimeText } from '../shared/time-text.tsx';

export function OrganizationPage() {
  const { can } = useSession();
  const queries = useQueryClient();
  const query = useQuery(getting('/api/v1/organization'));
  const organization = query.data;
  return (
    <PageFrame route="/settings/organization" title="Organization" state={stateOf(query)}>
      <Loaded query={query} rows={3}>
        {organization === undefined ? null : (
          <div className="panels">
            <section className="panel" aria-label="Facts">
              <Facts
                facts={[
                  ['Name', <InventoryText key="name" text={organization.name} />],
                  ['Short name', organization.slug],
                  ['Created', <TimeText key="created" at={organization.created_at} />],
                ]}
              />
            </section>
            {can('organization:update') ? (
              <section className="panel">
                <h2>Rename</h2>
                <RecordForm
                  label="Rename"
                  submit="Save"
                  fields={[
                    { name: 'name', label: 'Name', required: true, initial: organization.name },
                    { name: 'slug', label: 'Short name', required: true, initial: organization.slug },
                  ]}
                  onSubmit={async (values) => {
                    const body = { name: values.text('name'), slug: values.text('slug') };
                    await dataOf(client.PATCH('/api/v1/organization', { body }));
                    await queries.invalidateQueries();
                  }}
                />
              </section>
            ) : null}
          </div>
        )}
      </Loaded>
    </PageFrame>
  );
}
