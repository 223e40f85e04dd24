import type { Plan } from '../../api-client/api-types.ts';
import { Facts } from '../shared/facts.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { formatCount, plainWords } from '../shared/numbers.ts';
import { PageLink } from '../shared/page-link.tsx';
import { RecordPage } from '../shared/record-page.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { ValueTree } from '../shared/value-tree.tsx';
import { useSession } from '../identity/use-session.ts';

export function PlanPage() {
  return (
    <RecordPage
      route="/plans/{id}"
      path="/api/v1/plans/{id}"
      kind="Plan"
      nameOf={({ commit_sha: commit }) => (commit === undefined ? 'Plan' : `Plan of ${commit.slice(0, 12)}`)}
    >
      {(plan) => <PlanParts plan={plan} />}
    </RecordPage>
  );
}

function PlanParts({ plan }: { readonly plan: Plan }) {
  const { can } = useSession();
  const { impact, summary } = plan;
  return (
    <>
      <div className="panels">
        <section className="panel">
          <h2>Plan</h2>
          <Facts
            facts={[
              [
                'Changes',
                Object.entries(summary)
                  .filter(([, count]) => count > 0)
                  .map(([kind, count]) => `${formatCount(count)} ${plainWords(kind)}`)
                  .join(', ') || 'none',
              ],
              [
                'Resources in the inventory',
                `${formatCount(impact.resources)}; ${formatCount(impact.unmapped)} are not in it`,
              ],
              [
                'Execution',
                can('executions:read') ? (
                  <PageLink to={`/executions/${plan.execution_id}`}>open the execution</PageLink>
                ) : undefined,
              ],
              [
                'Project',
                plan.iac_project_id === undefined ? undefined : (
                  <PageLink to={`/projects/${plan.iac_project_id}`}>open the project</PageLink>
                ),
              ],
              ['Reported', <TimeText key="at" at={plan.created_at} />],
            ]}
          />
        </section>
        <section className="panel">
          <h2>Risks</h2>
          {(impact.risks ?? []).length === 0 ? <p className="missing">None was found.</p> : null}
          <ul className="entries">
            {impact.risks?.map((risk) => (
              <li key={`${risk.kind} ${risk.address}`}>
                <StatusMark value={risk.severity} /> {plainWords(risk.kind)}:{' '}
                <InventoryText text={risk.detail} />{' '}
                {risk.resource_id === undefined ? (
                  <InventoryText text={risk.address} code />
                ) : (
                  <PageLink to={`/resources/${risk.resource_id}`}>
                    <InventoryText text={risk.address} code />
                  </PageLink>
                )}
              </li>
            ))}
          </ul>
        </section>
        <section className="panel">
          <h2>Whom it concerns</h2>
          <ul>
            {impact.teams.map(({ id, name, resources }) => (
              <li key={id}>
                <PageLink to={`/teams/${id}`}>
                  <InventoryText text={name} />
                </PageLink>
                : {formatCount(resources)}
              </li>
            ))}
            {impact.applications.map(({ id, name, resources }) => (
              <li key={id}>
                <PageLink to={`/applications/${id}`}>
                  <InventoryText text={name} />
                </PageLink>
                : {formatCount(resources)}
              </li>
            ))}
          </ul>
        </section>
      </div>
      <RecordList
        path="/api/v1/plans/{id}/resource-changes"
        given={{ path: { id: plan.id } }}
        label="Planned changes"
        empty="The plan changes nothing."
        idOf={({ address, deposed }) => `${address} ${deposed ?? ''}`}
        filters={[
          { key: 'q', label: 'Address' },
          {
            key: 'action',
            label: 'Action',
            options: ['create', 'update', 'delete', 'replace', 'import', 'forget', 'move', 'read'],
          },
          {
            key: 'mapped',
            label: 'In the inventory',
            options: [
              { value: 'true', label: 'yes' },
              { value: 'false', label: 'no' },
            ],
          },
        ]}
        columns={(column) => [
          column.status('Action', ({ actions }) => (actions.length > 1 ? 'replace' : actions[0])),
          column.text('Address', ({ address }) => address, { code: true }),
          column.link(
            'Resource',
            (row) => (row.resource_id === undefined ? plainWords(row.unmapped_reason ?? '') : 'open'),
            (row) => (row.resource_id === undefined ? undefined : `/resources/${row.resource_id}`),
          ),
          column.text('Changed', (row) => row.changed_paths.join(', '), { code: true }),
          {
            key: 'values',
            header: 'Values',
            render: ({ before, after }) => (
              <details>
                <summary>before and after</summary>
                <ValueTree value={{ before, after }} label="values" />
              </details>
            ),
          },
        ]}
      />
    </>
  );
}
