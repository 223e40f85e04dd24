import { withPlannerSettings } from '../../planner-settings.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/**
 * Sets the repository, project and pull request of plans that were reported before these were known: those of the plan's
 * execution; the project also by repository and path. Marks the plans for `explainDueReport`. Run it after the executions were
 * linked. Returns the ids of the plans that changed.
 */
export async function linkPlans(tenant: Tenant): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const statement = sql`update plans p set repository_id = n.repository_id, iac_project_id = n.iac_project_id,
        pull_request_id = n.pull_request_id, explanation_due = true
      from (
        select u.id, e.repository_id, coalesce(u.iac_project_id, o.iac_project_id, f.id) as iac_project_id,
          coalesce(u.pull_request_id, e.pull_request_id) as pull_request_id
        from plans u
        join executions e on e.organization_id = ${organizationId} and e.id = u.execution_id
          and e.repository_id is not null and (u.repository_id is null or u.repository_id = e.repository_id)
        left join lateral (select e.iac_project_id where u.project_path in ('', e.project_path)) o on true
        left join lateral (
          select i.id from iac_projects i
          where i.organization_id = ${organizationId} and i.repository_id = e.repository_id and i.path = u.project_path
            and i.system in ('terraform', 'opentofu', 'terragrunt')
          order by i.status = 'active' desc, i.id limit 1) f on true
        where u.organization_id = ${organizationId}
          and (u.repository_id is null or u.iac_project_id is null
            or u.pull_request_id is null and e.pull_request_id is not null)
      ) n
      where p.organization_id = ${organizationId} and p.id = n.id
        and (p.repository_id, p.iac_project_id, p.pull_request_id)
          is distinct from (n.repository_id, n.iac_project_id, n.pull_request_id)
      returning p.id`;
  const rows = await withPlannerSettings(tenant, undefined, () =>
    rowsOf<{ readonly id: string }>(tenant, statement),
  );
  return rows.map(({ id }) => id);
}
