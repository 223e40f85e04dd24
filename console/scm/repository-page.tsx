import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { AutomationGrant, Repository } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { Facts } from '../shared/facts.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { formatCount, plainWords } from '../shared/numbers.ts';
import { OutsideLink } from '../shared/outside-link.tsx';
import { RecordPage } from '../shared/record-page.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { choicesOf } from '../shared/choices.ts';
import { Projects, PullRequests } from './code-page.tsx';
import { useScmBases } from './use-scm-bases.ts';

const refresh = ['/api/v1/repositories/{id}'];

export function RepositoryPage() {
  const { can } = useSession();
  const bases = useScmBases();
  return (
    <RecordPage
      route="/repositories/{id}"
      path="/api/v1/repositories/{id}"
      kind="Repository"
      nameOf={(repository) => repository.full_name}
      actions={(repository) =>
        can('repositories:manage') ? <RepositoryActions repository={repository} /> : null
      }
    >
      {(repository) => (
        <>
          <section className="panel" aria-label="Facts">
            <Facts
              facts={[
                ['Address', <OutsideLink key="url" url={repository.url} bases={bases} />],
                ['Status', <StatusMark key="status" value={repository.status} />],
                [
                  'Error',
                  repository.last_error === undefined ? undefined : (
                    <InventoryText text={repository.last_error} />
                  ),
                ],
                ['Branch', repository.default_branch],
                ['Read', <TimeText key="read" at={repository.last_scanned_at} />],
                [
                  'Files',
                  repository.last_scan === undefined
                    ? undefined
                    : `${formatCount(repository.last_scan.files)}, ${formatCount(repository.last_scan.skipped_files)} skipped${repository.last_scan.truncated ? ', the tree is larger than what was read' : ''}`,
                ],
                ['May', repository.automation_grants.map(plainWords).join(', ') || 'nothing but read'],
              ]}
            />
          </section>
          {can('iac_projects:read') ? (
            <section className="panel">
              <h2>Projects</h2>
              <Projects repositoryId={repository.id} />
            </section>
          ) : null}
          {can('pull_requests:read') ? (
            <section className="panel">
              <h2>Pull requests</h2>
              <PullRequests repositoryId={repository.id} />
            </section>
          ) : null}
        </>
      )}
    </RecordPage>
  );
}

function RepositoryActions({ repository }: { readonly repository: Repository }) {
  const { can } = useSession();
  const params = { path: { id: repository.id } };
  const applications = useQuery({
    ...getting('/api/v1/applications', { query: { limit: 200 } }),
    enabled: can('applications:read'),
  });
  const teams = useQuery({
    ...getting('/api/v1/teams', { query: { limit: 200 } }),
    enabled: can('teams:read'),
  });
  const named = ({ id, name }: { readonly id: string; readonly name: string }) => ({
    value: id,
    label: name,
  });
  return (
    <>
      <ActionButton
        refresh={refresh}
        done="The repository is read again"
        run={() => dataOf(client.POST('/api/v1/repositories/{id}/rescan', { params }))}
      >
        Read again
      </ActionButton>
      <FormDialog
        button="Permissions"
        variant="default"
        title="What the service may do in the repository"
        submit="Save"
        refresh={refresh}
        fields={[
          {
            name: 'grants',
            label: 'Permissions',
            kind: 'choices',
            options: choicesOf.grant,
            initial: repository.automation_grants,
          },
        ]}
        onSubmit={(values) =>
          dataOf(
            client.PUT('/api/v1/repositories/{id}/automation-grants', {
              params,
              body: { grants: values.choices<AutomationGrant>('grants') },
            }),
          )
        }
      />
      <FormDialog
        button="Associations"
        variant="default"
        title="Whom the repository belongs to"
        submit="Save"
        refresh={refresh}
        fields={[
          {
            name: 'application_ids',
            label: 'Applications',
            kind: 'choices',
            options: (applications.data?.applications ?? []).map(named),
            initial: repository.application_ids,
          },
          {
            name: 'team_ids',
            label: 'Teams',
            kind: 'choices',
            options: (teams.data?.items ?? []).map(named),
            initial: repository.team_ids,
          },
        ]}
        onSubmit={(values) =>
          dataOf(
            client.PUT('/api/v1/repositories/{id}/associations', {
              params,
              body: {
                application_ids: values.choices('application_ids'),
                team_ids: values.choices('team_ids'),
              },
            }),
          )
        }
      />
    </>
  );
}
