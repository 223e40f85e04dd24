import { useSession } from '../identity/use-session.ts';
import { AddressTabs } from '../shared/address-tabs.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { formatBounds } from '../shared/numbers.ts';
import { OutsideLink } from '../shared/outside-link.tsx';
import { PageFrame } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { choicesOf } from '../shared/choices.ts';
import { useScmBases } from './use-scm-bases.ts';

export function CodePage() {
  const { can } = useSession();
  return (
    <PageFrame
      route="/code"
      title="Code"
      intro="Repositories, and the projects with infrastructure in them."
      state="ready"
    >
      <AddressTabs
        label="Code"
        tabs={[
          ...(can('iac_projects:read')
            ? [{ key: 'projects', label: 'Projects', render: () => <Projects /> }]
            : []),
          ...(can('repositories:read')
            ? [{ key: 'repositories', label: 'Repositories', render: () => <Repositories /> }]
            : []),
          ...(can('pull_requests:read')
            ? [{ key: 'pull-requests', label: 'Pull requests', render: () => <PullRequests /> }]
            : []),
        ]}
      />
    </PageFrame>
  );
}

/** Projects with infrastructure as code, of all repositories or of one. */
export function Projects({ repositoryId }: { readonly repositoryId?: string }) {
  return (
    <RecordList
      path="/api/v1/iac-projects"
      given={{ query: { repository_id: repositoryId } }}
      label="Projects"
      empty="No project was found. Connect GitHub or GitLab, and select repositories."
      filters={[
        { key: 'q', label: 'Path' },
        { key: 'system', label: 'System', options: choicesOf.iacSystem },
        { key: 'kind', label: 'Kind', options: choicesOf.iacKind },
        { key: 'has_state', label: 'Has a state', options: choicesOf.yesNo },
      ]}
      columns={(column) => [
        column.link(
          'Project',
          ({ path }) => path,
          ({ id }) => `/projects/${id}`,
        ),
        column.text('System', ({ system }) => system),
        column.text('Kind', ({ kind }) => kind),
        column.text('Backend', (row) => row.backend_type),
        column.status('State', (row) => row.state_source?.status),
        column.text('Matched', (row) =>
          row.matched_percent === undefined
            ? undefined
            : formatBounds(row.matched_percent, row.matched_percent),
        ),
        column.status('Status', ({ status }) => status),
      ]}
    />
  );
}

function Repositories() {
  return (
    <RecordList
      path="/api/v1/repositories"
      label="Repositories"
      empty={
        <>
          No repository is selected. <PageLink to="/source-control">Connect GitHub or GitLab</PageLink>
        </>
      }
      filters={[
        { key: 'q', label: 'Name' },
        { key: 'provider', label: 'Provider', options: ['github', 'gitlab'] },
        { key: 'status', label: 'Status', options: choicesOf.repositoryStatus },
      ]}
      columns={(column) => [
        column.link(
          'Repository',
          (row) => row.full_name,
          ({ id }) => `/repositories/${id}`,
        ),
        column.text('Provider', ({ provider }) => provider),
        column.status('Status', ({ status }) => status),
        column.text('Branch', (row) => row.default_branch),
        column.text('Error', (row) => row.last_error),
        column.time('Read', (row) => row.last_scanned_at),
      ]}
    />
  );
}

/** Pull and merge requests, of all repositories or of one. */
export function PullRequests({ repositoryId }: { readonly repositoryId?: string }) {
  const bases = useScmBases();
  return (
    <RecordList
      path="/api/v1/pull-requests"
      given={{ query: { repository_id: repositoryId } }}
      label="Pull requests"
      empty="No pull request changes a project."
      filters={[
        { key: 'state', label: 'State', options: choicesOf.pullRequestState },
        { key: 'author_login', label: 'Author' },
      ]}
      columns={(column) => [
        {
          key: 'title',
          header: 'Pull request',
          render: ({ url, number, title }) => (
            <OutsideLink url={url} bases={bases}>
              <InventoryText text={`#${number} ${title}`} />
            </OutsideLink>
          ),
        },
        column.status('State', ({ state }) => state),
        column.text('Author', (row) => row.author_login),
        {
          key: 'plans',
          header: 'Plans',
          render: ({ id }) => (
            <PageLink to="/plans" search={{ pull_request_id: id }}>
              show its plans
            </PageLink>
          ),
        },
        column.time('Opened', (row) => row.opened_at),
        column.time('Merged', (row) => row.merged_at, '–'),
      ]}
    />
  );
}
