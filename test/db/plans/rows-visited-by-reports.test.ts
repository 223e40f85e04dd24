import test from 'ava';
import { listExecutionsOfPlans } from '../../../db/plans/explain/executions-of-plans.ts';
import { explainReport } from '../../../db/plans/explain/explain-reports.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { makeExplainedOrganization } from '../../support/plans/explained-organization.ts';
import { rowsVisited } from '../../support/rows-visited.ts';

const api = useInventoryApi();

const size = 3000;

/** Inserts plans, each with an apply of its commit. */
async function insertApplies(organizationId: string, repositoryId: string): Promise<void> {
  await api.inventory.query(
    `with made as (
       insert into executions (organization_id, external_id, kind, provider, status, repository_id, repository_name,
         project_path, commit_sha, started_at, finished_at)
       select $1, kind || n, kind, 'github_actions', 'succeeded', $2, 'acme/infra', 'live', md5(n::text), now(), now()
       from generate_series(1, $3::integer) n cross join unnest(array['plan', 'apply']) kind
       returning id, kind, repository_id, commit_sha
     )
     insert into plans (organization_id, execution_id, project_path, hash, repository_id, commit_sha, format_version,
       is_errored, summary, impact, change_count)
     select $1, id, 'live', '', repository_id, commit_sha, '1.2', false, '{}', '{}', 0 from made where kind = 'plan'`,
    [organizationId, repositoryId, size],
  );
}

test('a report reads the plans of its execution and commit, not the other plans and executions of the organization', async (t) => {
  const other = await makeExplainedOrganization(api);
  await insertApplies(other.organizationId, other.repositoryId);
  // The statistics of a new organization: those of another one.
  for (const table of ['executions', 'plans']) await api.inventory.query(`analyze ${table}`);
  const organization = await makeExplainedOrganization(api);
  const { organizationId, repositoryId } = organization;
  await insertApplies(organizationId, repositoryId);
  const visits = (work: (tenant: Tenant) => Promise<unknown>) =>
    api.inventory.write(organizationId, (tenant) => rowsVisited(tenant, () => work(tenant)));
  const plan = await organization.addPlan(await organization.addExecution({ kind: 'plan' }), { changes: [] });
  const execution = await organization.addExecution();
  const unrelated = await organization.addExecution({ commit: 'decade0' });
  const withoutCommit = await organization.addExecution({ commit: null });
  const measured = {
    'apply of a plan': await visits((tenant) => explainReport(tenant, { executionId: execution })),
    'apply of another commit': await visits((tenant) => explainReport(tenant, { executionId: unrelated })),
    'apply without a commit': await visits((tenant) => explainReport(tenant, { executionId: withoutCommit })),
    plan: await visits((tenant) => explainReport(tenant, { planId: plan })),
    'applies of a plan': await visits((tenant) => listExecutionsOfPlans(tenant, [plan])),
  };
  t.log(measured);
  for (const [name, rows] of Object.entries(measured)) t.true(rows < 100, `${name}: ${rows}`);
});
