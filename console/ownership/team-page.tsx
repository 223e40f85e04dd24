import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { Team } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { Facts } from '../shared/facts.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { RecordPage } from '../shared/record-page.tsx';

export function TeamPage() {
  const { can } = useSession();
  return (
    <RecordPage
      route="/teams/{id}"
      path="/api/v1/teams/{id}"
      kind="Team"
      nameOf={({ name }) => name}
      actions={(team) =>
        can('teams:manage') ? (
          <ActionButton
            refresh={['/api/v1/teams/{id}', '/api/v1/teams']}
            run={() =>
              dataOf(
                client.PATCH('/api/v1/teams/{id}', {
                  params: { path: { id: team.id } },
                  body: { is_active: !team.is_active },
                }),
              )
            }
          >
            {team.is_active ? 'Deactivate' : 'Activate'}
          </ActionButton>
        ) : null
      }
    >
      {(team) => <TeamParts team={team} />}
    </RecordPage>
  );
}

function TeamParts({ team }: { readonly team: Team }) {
  const { can } = useSession();
  const { id } = team;
  const members = useQuery({
    ...getting('/api/v1/organization/members', { query: { limit: 200 } }),
    enabled: can('members:read') && can('teams:manage'),
  });
  const refresh = ['/api/v1/teams/{id}/members'];
  return (
    <>
      <section className="panel" aria-label="Facts">
        <Facts
          facts={[
            ['Short name', team.slug],
            [
              'Description',
              team.description === undefined ? undefined : <InventoryText text={team.description} />,
            ],
            ['Active', team.is_active ? 'yes' : 'no'],
            [
              'Resources',
              <PageLink key="resources" to="/resources" search={{ team_id: id }}>
                show those that it owns
              </PageLink>,
            ],
          ]}
        />
      </section>
      <section className="panel">
        <h2>Applications</h2>
        {can('applications:read') ? (
          <RecordList
            path="/api/v1/applications"
            given={{ query: { team_id: id } }}
            label="Applications of the team"
            empty="It owns no application."
            columns={(column) => [
              column.link(
                'Application',
                ({ name }) => name,
                (row) => `/applications/${row.id}`,
              ),
              column.status('Criticality', ({ criticality }) => criticality),
            ]}
          />
        ) : null}
      </section>
      <section className="panel">
        <h2>Members</h2>
        {can('teams:manage') ? (
          <FormDialog
            button="Add a member"
            title="Add a member"
            submit="Add"
            refresh={refresh}
            fields={[
              {
                name: 'user_id',
                label: 'Member',
                kind: 'choice',
                required: true,
                options: (members.data?.items ?? []).map(({ user }) => ({
                  value: user.id,
                  label: user.email,
                })),
              },
              { name: 'role', label: 'Role', kind: 'choice', options: ['lead', 'member'], initial: 'member' },
            ]}
            onSubmit={(values) =>
              dataOf(
                client.POST('/api/v1/teams/{id}/members', {
                  params: { path: { id } },
                  body: {
                    user_id: values.text('user_id'),
                    role: values.choice<'lead' | 'member'>('role') ?? 'member',
                  },
                }),
              )
            }
          />
        ) : null}
        <RecordList
          path="/api/v1/teams/{id}/members"
          given={{ path: { id } }}
          label="Members of the team"
          empty="It has no member."
          idOf={(row) => row.user_id}
          columns={(column) => [
            column.text('Name', ({ user }) => user.name),
            column.text('Email', ({ user }) => user.email),
            column.text('Role', ({ role }) => role),
            column.status('Status', ({ user }) => user.status),
            column.time('Since', (row) => row.created_at),
            {
              key: 'remove',
              header: 'Remove',
              render: ({ user }) =>
                can('teams:manage') ? (
                  <ActionButton
                    label={`Remove ${user.name}`}
                    refresh={refresh}
                    confirm={`${user.name} leaves the team.`}
                    run={() =>
                      dataOf(
                        client.DELETE('/api/v1/teams/{id}/members/{user_id}', {
                          params: { path: { id, user_id: user.id } },
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
      </section>
    </>
  );
}
