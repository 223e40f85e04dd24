import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { Facts } from '../shared/facts.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { formatCount } from '../shared/numbers.ts';
import { PageLink } from '../shared/page-link.tsx';
import { RecordPage } from '../shared/record-page.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { ValueTree } from '../shared/value-tree.tsx';

export function ProjectPage() {
  const { can } = useSession();
  return (
    <RecordPage
      route="/projects/{id}"
      path="/api/v1/iac-projects/{id}"
      kind="Project"
      nameOf={({ path }) => path}
      actions={({ id, status }) =>
        can('iac_projects:manage') ? (
          <ActionButton
            refresh={['/api/v1/iac-projects/{id}', '/api/v1/iac-projects']}
            run={() =>
              dataOf(
                client.PATCH('/api/v1/iac-projects/{id}', {
                  params: { path: { id } },
                  body: status === 'disabled' ? { disable: false } : { disable: true },
                }),
              )
            }
          >
            {status === 'disabled' ? 'Enable' : 'Disable'}
          </ActionButton>
        ) : null
      }
    >
      {(project) => (
        <>
          <div className="panels">
            <section className="panel">
              <h2>Project</h2>
              <Facts
                facts={[
                  ['System', project.system],
                  ['Kind', project.kind],
                  ['Detection', project.detection],
                  ['Status', <StatusMark key="status" value={project.status} />],
                  [
                    'Repository',
                    can('repositories:read') ? (
                      <PageLink to={`/repositories/${project.repository_id}`}>open the repository</PageLink>
                    ) : undefined,
                  ],
                  ['Backend', project.backend_type],
                  [
                    'State',
                    project.state_source === undefined ? (
                      <span className="missing">{project.state_reason ?? 'none'}</span>
                    ) : (
                      <PageLink to={`/state-sources/${project.state_source.id}`}>
                        <StatusMark value={project.state_source.status} />
                      </PageLink>
                    ),
                  ],
                  [
                    'Resources in the state',
                    `${formatCount(project.state_resources)}, ${formatCount(project.matched)} matched`,
                  ],
                  ['Missing in AWS', formatCount(project.missing_total)],
                  ['Drifted', formatCount(project.drifted)],
                  [
                    'Resources',
                    <PageLink key="resources" to="/resources" search={{ iac_project_id: project.id }}>
                      show those that it manages
                    </PageLink>,
                  ],
                ]}
              />
            </section>
            <section className="panel">
              <h2>Why it is a project</h2>
              <ul className="entries">
                {project.evidence.map(({ kind, path, detail }) => (
                  <li key={`${kind} ${path} ${detail}`}>
                    <InventoryText text={path} code /> <InventoryText text={detail} />
                  </li>
                ))}
              </ul>
              {project.unreadable_files.length === 0 ? null : (
                <>
                  <h2>Files that could not be read</h2>
                  <ul>
                    {project.unreadable_files.map(({ path, reason }) => (
                      <li key={path}>
                        <InventoryText text={path} code /> {reason}
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </section>
            <section className="panel">
              <h2>Backend and providers</h2>
              <ValueTree
                value={{ backend: project.backend_config, providers: project.required_providers }}
                label="backend and providers"
              />
            </section>
          </div>
          {project.missing.length === 0 ? null : (
            <section className="panel">
              <h2>In the state, not in AWS</h2>
              <ul className="entries">
                {project.missing.map(({ address, resource_type: type }) => (
                  <li key={address}>
                    <InventoryText text={address} code /> <span className="missing">{type}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </RecordPage>
  );
}
