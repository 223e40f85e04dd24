import { useScmBases } from '../scm/use-scm-bases.ts';
import { Facts } from '../shared/facts.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { OutsideLink } from '../shared/outside-link.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { RecordPage } from '../shared/record-page.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';

export function ExecutionPage() {
  const bases = useScmBases();
  return (
    <RecordPage
      route="/executions/{id}"
      path="/api/v1/executions/{id}"
      kind="Execution"
      nameOf={({ external_id: id }) => id}
    >
      {(execution) => (
        <section className="panel" aria-label="Facts">
          <Facts
            facts={[
              ['Kind', execution.kind],
              ['Status', <StatusMark key="status" value={execution.status} />],
              ['Provider', execution.provider],
              [
                'Repository',
                execution.repository_id === undefined ? undefined : (
                  <PageLink to={`/repositories/${execution.repository_id}`}>open the repository</PageLink>
                ),
              ],
              [
                'Project',
                execution.iac_project_id === undefined ? (
                  execution.project_path
                ) : (
                  <PageLink to={`/projects/${execution.iac_project_id}`}>
                    {execution.project_path ?? 'open the project'}
                  </PageLink>
                ),
              ],
              ['Workspace', execution.workspace],
              [
                'Commit',
                execution.commit_sha === undefined ? undefined : (
                  <InventoryText text={execution.commit_sha} code />
                ),
              ],
              ['Branch', execution.branch],
              ['By', execution.actor === undefined ? undefined : <InventoryText text={execution.actor} />],
              [
                'Tool',
                [execution.tool.name, execution.tool.version].filter((text) => text !== undefined).join(' '),
              ],
              [
                'Run',
                execution.run_url === undefined ? undefined : (
                  <OutsideLink url={execution.run_url} bases={bases} />
                ),
              ],
              [
                'Plan',
                execution.plan_id === undefined ? undefined : (
                  <PageLink to={`/plans/${execution.plan_id}`}>open the plan</PageLink>
                ),
              ],
              ['Started', <TimeText key="started" at={execution.started_at} missing="–" />],
              ['Finished', <TimeText key="finished" at={execution.finished_at} missing="–" />],
            ]}
          />
        </section>
      )}
    </RecordPage>
  );
}
