import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { Application, ApplicationOwnerKind } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { getting, listedRecords, listing } from '../http/queries.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChangeEntries } from '../changes/change-entries.tsx';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { AddressTabs } from '../shared/address-tabs.tsx';
import { Facts } from '../shared/facts.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { plainWords } from '../shared/numbers.ts';
import { Loaded } from '../shared/page-frame.tsx';
import { RecordPage } from '../shared/record-page.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { choicesOf } from '../shared/choices.ts';

export function ApplicationPage() {
  return (
    <RecordPage
      route="/applications/{id}"
      path="/api/v1/applications/{id}"
      kind="Application"
      nameOf={({ name }) => name}
      actions={(application) => <ArchiveButton application={application} />}
    >
      {(application) => <ApplicationParts application={application} />}
    </RecordPage>
  );
}

function ArchiveButton({
  application: { id, name, archived_at: archivedAt },
}: {
  readonly application: Application;
}) {
  const { can } = useSession();
  if (!can('applications:manage')) return null;
  return (
    <ActionButton
      refresh={['/api/v1/applications/{id}', '/api/v1/applications']}
      {...(archivedAt === undefined ? { confirm: `“${name}” is archived. Its memberships stay.` } : {})}
      run={() =>
        dataOf(
          client.PATCH('/api/v1/applications/{id}', {
            params: { path: { id } },
            body: { archived: archivedAt === undefined },
          }),
        )
      }
    >
      {archivedAt === undefined ? 'Archive' : 'Restore'}
    </ActionButton>
  );
}

function ApplicationParts({ application }: { readonly application: Application }) {
  const { can } = useSession();
  const { id } = application;
  return (
    <>
      <section className="panel" aria-label="Facts">
        <Facts
          facts={[
            [
              'Description',
              application.description === undefined ? undefined : (
                <InventoryText text={application.description} />
              ),
            ],
            ['Criticality', application.criticality],
            ['Lifecycle', application.lifecycle],
            ['Source', application.source],
            [
              'Archived',
              application.archived_at === undefined ? undefined : <TimeText at={application.archived_at} />,
            ],
          ]}
        />
      </section>
      <AddressTabs
        label="Parts of the application"
        tabs={[
          { key: 'resources', label: 'Resources', render: () => <ApplicationResources id={id} /> },
          ...(can('ownership:read')
            ? [{ key: 'owners', label: 'Owners', render: () => <Owners id={id} /> }]
            : []),
          ...(can('changes:read')
            ? [{ key: 'changes', label: 'Changes', render: () => <ApplicationChanges id={id} /> }]
            : []),
          ...(can('graph:read')
            ? [{ key: 'relationships', label: 'Relationships', render: () => <Relationships id={id} /> }]
            : []),
        ]}
      />
    </>
  );
}

function ApplicationResources({ id }: { readonly id: string }) {
  return (
    <RecordList
      path="/api/v1/applications/{id}/resources"
      given={{ path: { id } }}
      label="Resources of the application"
      empty="No resource belongs to it. Inference rules and people add them."
      filters={[{ key: 'status', label: 'Membership', options: choicesOf.membershipStatus }]}
      columns={(column) => [
        column.link(
          'Resource',
          (row) => row.name ?? row.native_id,
          (row) => `/resources/${row.id}`,
        ),
        column.text('Type', (row) => row.resource_type),
        column.text('Account', (row) => row.account_name ?? row.account_id),
        column.text('Region', ({ region }) => region),
        column.status('Membership', ({ membership }) => membership.status),
        column.text('Confidence', ({ membership }) => membership.confidence),
        column.time('Changed', (row) => row.last_changed_at),
      ]}
    />
  );
}

function Owners({ id }: { readonly id: string }) {
  const { can } = useSession();
  const teams = useQuery({
    ...getting('/api/v1/teams', { query: { limit: 200 } }),
    enabled: can('teams:read'),
  });
  const refresh = ['/api/v1/applications/{id}/owners'];
  return (
    <>
      {can('ownership:manage') ? (
        <FormDialog
          button="Add an owner"
          title="Add an owner"
          submit="Add"
          refresh={refresh}
          fields={[
            {
              name: 'team_id',
              label: 'Team',
              kind: 'choice',
              required: true,
              options: (teams.data?.items ?? []).map((team) => ({ value: team.id, label: team.name })),
            },
            {
              name: 'kind',
              label: 'Kind',
              kind: 'choice',
              options: ['owner', 'on_call', 'contributor'],
              initial: 'owner',
            },
          ]}
          onSubmit={(values) =>
            dataOf(
              client.POST('/api/v1/applications/{id}/owners', {
                params: { path: { id } },
                body: {
                  team_id: values.text('team_id'),
                  kind: values.choice<ApplicationOwnerKind>('kind') ?? 'owner',
                },
              }),
            )
          }
        />
      ) : null}
      <RecordList
        path="/api/v1/applications/{id}/owners"
        given={{ path: { id } }}
        label="Owners"
        empty="Nobody owns it."
        columns={(column) => [
          column.link(
            'Owner',
            (row) => row.team_name ?? row.user_id,
            (row) => (row.team_id === undefined ? undefined : `/teams/${row.team_id}`),
          ),
          column.text('Kind', ({ kind }) => plainWords(kind)),
          column.time('Since', (row) => row.created_at),
          {
            key: 'remove',
            header: 'Remove',
            render: (owner) =>
              can('ownership:manage') ? (
                <ActionButton
                  label={`Remove ${owner.team_name ?? 'the owner'}`}
                  refresh={refresh}
                  confirm="The owner is removed. Resources that inherit it change with it."
                  run={() =>
                    dataOf(
                      client.DELETE('/api/v1/applications/{id}/owners/{owner_id}', {
                        params: { path: { id, owner_id: owner.id } },
                      }),
                    )
                  }
                >
                  Remove
                </ActionButton>
              ) : null,
          },
        ]}
      />
    </>
  );
}

function ApplicationChanges({ id }: { readonly id: string }) {
  const query = useInfiniteQuery(listing('/api/v1/applications/{id}/changes', { path: { id } }));
  return (
    <Loaded query={query}>
      <section className="panel" aria-label="Timeline">
        <ChangeEntries changes={listedRecords<'/api/v1/applications/{id}/changes'>(query.data?.pages)} />
      </section>
    </Loaded>
  );
}

function Relationships({ id }: { readonly id: string }) {
  return (
    <RecordList
      path="/api/v1/applications/{id}/relationships"
      given={{ path: { id } }}
      label="Relationships to the outside"
      empty="No member is related to a resource outside."
      columns={(column) => [
        column.text('Member', (row) => row.via_member?.name),
        column.text('Direction', ({ direction }) => direction),
        column.text('Relationship', (row) => plainWords(row.relationship_type)),
        column.link(
          'Other end',
          ({ peer }) => peer.name,
          ({ peer }) => (peer.entity_type === 'resource' ? `/resources/${peer.id}` : undefined),
        ),
        column.status('Status', ({ status }) => status),
      ]}
    />
  );
}
