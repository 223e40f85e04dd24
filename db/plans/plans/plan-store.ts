import { errors } from '../../../domain/errors.ts';
import type { ParsedPlan } from '../../../domain/plans/read/planned-change.ts';
import { execute, oneRowOf, rowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { computeImpact } from './compute-impact.ts';
import type { Execution } from '../executions/execution.ts';
import { insertPlanChanges } from './insert-plan-changes.ts';
import type { MappedChange } from './map-changes.ts';
import type { Plan } from './plan.ts';

/** The project, repository, pull request and commit of a plan; null for those that are not known. */
export interface PlanOrigin {
  /** As the report of the plan names it. With the workspace, a part of the plan's identity. */
  readonly projectPath: string | undefined;
  readonly workspace: string | undefined;
  readonly repositoryId: string | undefined;
  readonly iacProjectId: string | undefined;
  readonly pullRequestId: string | undefined;
  readonly commitSha: string | undefined;
}

/**
 * Finds the stored plan with the same identity: execution, project path and workspace.
 *
 * @throws CatalogueError `conflict` when the stored plan has another hash
 */
export async function findSamePlan(
  tenant: Tenant,
  executionId: string,
  { projectPath, workspace }: Pick<PlanOrigin, 'projectPath' | 'workspace'>,
  hash: string,
): Promise<Plan | undefined> {
  const stored = await rowOf<Plan>(
    tenant,
    sql`select * from plans where organization_id = ${tenant.organizationId} and execution_id = ${executionId}
      and project_path = ${projectPath ?? ''} and workspace = ${workspace ?? ''}`,
  );
  if (stored !== undefined && stored.hash !== hash)
    throw errors.conflict('The execution has another plan of this project and workspace.');
  return stored;
}

/**
 * Stores a plan with its changes and impact, and makes it the plan of its execution. Stores nothing when the same plan is
 * stored.
 *
 * @param mapped - the result of `mapChanges` for the changes of the plan
 * @throws CatalogueError `conflict` when the execution has another plan of the project and workspace
 */
export async function storePlan(
  tenant: Tenant,
  execution: Execution,
  plan: ParsedPlan,
  mapped: readonly MappedChange[],
  origin: PlanOrigin,
): Promise<{ readonly plan: Plan; readonly created: boolean }> {
  const { organizationId } = tenant;
  const inserted = await rowOf<{ id: string }>(
    tenant,
    sql`insert into plans (organization_id, execution_id, project_path, workspace, hash, repository_id, iac_project_id,
        pull_request_id, commit_sha, tool_name, tool_version, format_version, is_errored, summary, impact, outputs, checks,
        change_count)
      values (${organizationId}, ${execution.id}, ${origin.projectPath ?? ''}, ${origin.workspace ?? ''}, ${plan.hash},
        ${origin.repositoryId}, ${origin.iacProjectId}, ${origin.pullRequestId}, ${origin.commitSha},
        ${execution.toolName ?? toolOf(plan)}, ${plan.terraformVersion ?? execution.toolVersion}, ${plan.formatVersion},
        ${plan.isErrored}, ${JSON.stringify(plan.summary)}::jsonb, '{}', ${JSON.stringify(plan.outputs)}::jsonb,
        ${JSON.stringify(plan.checks)}::jsonb, ${plan.changes.length})
      on conflict on constraint plans_identity_key do nothing returning id`,
  );
  if (inserted === undefined) {
    const stored = await findSamePlan(tenant, execution.id, origin, plan.hash);
    // The retention has deleted the conflicting row since then.
    if (stored === undefined) throw errors.conflict('The plan was deleted at the same time. Send it again.');
    return { plan: stored, created: false };
  }
  const { id } = inserted;
  await insertPlanChanges(tenant, id, plan.changes, mapped);
  const impact = await computeImpact(tenant, id);
  const stored = await oneRowOf<Plan>(
    tenant,
    sql`update plans set impact = ${JSON.stringify(impact)}::jsonb
      where organization_id = ${organizationId} and id = ${id} returning *`,
  );
  await execute(
    tenant,
    sql`update executions set plan_id = ${id}, updated_at = now()
      where organization_id = ${organizationId} and id = ${execution.id}`,
  );
  return { plan: stored, created: true };
}

/** Returns the tool that has the registry of the plan's providers. */
function toolOf({ changes }: ParsedPlan): string | undefined {
  if (changes.some(({ provider }) => provider.startsWith('registry.opentofu.org/'))) return 'opentofu';
  return changes.some(({ provider }) => provider.startsWith('registry.terraform.io/'))
    ? 'terraform'
    : undefined;
}
