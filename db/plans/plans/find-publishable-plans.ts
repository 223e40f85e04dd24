import type { PlanSummary } from '../../../domain/plans/read/planned-change.ts';
import { rowOf, rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { StoredImpact } from './compute-impact.ts';

/** A plan whose impact may be written to its pull request. Its project is in the repository of the pull request. */
export interface PublishablePlan {
  readonly id: string;
  readonly pullRequestId: string;
  readonly iacProjectId: string;
  readonly workspace: string;
  /** In full, if the plan names the beginning of the head commit. */
  readonly commitSha: string;
  readonly isErrored: boolean;
  readonly summary: PlanSummary;
  readonly impact: StoredImpact;
  readonly createdAt: Date;
}

/**
 * Finds a plan to report to its pull request. Returns `undefined` without a pull request, project or commit, and when the
 * repository has no grant to write to pull requests.
 */
export async function findPublishablePlan(
  tenant: Tenant,
  planId: string,
): Promise<PublishablePlan | undefined> {
  return rowOf<PublishablePlan>(tenant, selectPublishable(tenant.organizationId, [planId]));
}

/** Finds the newest of the given plans for each project and workspace of an open pull request, for its head commit. */
export async function findHeadPlans(
  tenant: Tenant,
  planIds: readonly string[],
): Promise<readonly PublishablePlan[]> {
  return rowsOf<PublishablePlan>(
    tenant,
    sql`select distinct on (f.pull_request_id, f.iac_project_id, f.workspace) f.*
      from (${selectPublishable(tenant.organizationId, planIds)}) f
      join pull_requests r on r.organization_id = ${tenant.organizationId} and r.id = f.pull_request_id
        and r.state = 'open' and r.head_sha = f.commit_sha
      order by f.pull_request_id, f.iac_project_id, f.workspace, f.created_at desc, f.id desc`,
  );
}

/** Returns a query for {@link PublishablePlan}s. */
function selectPublishable(organizationId: string, planIds: readonly string[]): Sql {
  const commit = rawSql('lower(coalesce(p.commit_sha, e.commit_sha))');
  return sql`select p.id, p.pull_request_id, p.iac_project_id, p.workspace, p.is_errored, p.summary, p.impact,
      p.created_at, case when starts_with(r.head_sha, ${commit}) then r.head_sha else ${commit} end as commit_sha
    from plans p
    join executions e on e.organization_id = ${organizationId} and e.id = p.execution_id
    join pull_requests r on r.organization_id = ${organizationId} and r.id = p.pull_request_id
    join iac_projects i on i.organization_id = ${organizationId} and i.id = p.iac_project_id
      and i.repository_id = r.repository_id
    join repositories s on s.organization_id = ${organizationId} and s.id = r.repository_id and s.status <> 'removed'
      and s.automation_grants && array['comment_on_pull_requests', 'set_commit_status']
    where p.organization_id = ${organizationId} and p.id = any(${planIds}::uuid[])
      and coalesce(p.commit_sha, e.commit_sha) is not null`;
}
