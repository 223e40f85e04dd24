import type { ExecutionStatus } from '../../../domain/values.ts';
import { namedRowsOf, rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { lookUpRows } from '../plans/look-up-rows.ts';

/** An apply or destroy that may have applied a plan. */
export interface ExecutionOfPlan {
  readonly planId: string;
  readonly executionId: string;
  readonly status: ExecutionStatus;
  readonly startedAt: Date;
  /** Null while the execution runs. */
  readonly finishedAt: Date | undefined;
  /** Whether the execution reported the plan; or, without a plan of its own, the plan is the newest one before its start. */
  readonly isOwnOrNewest: boolean;
}

/**
 * A condition that an execution `e` belongs to the commit, project and workspace of a plan. A plan without a path or workspace of
 * its own has those of its execution.
 */
function isOfSameCode(plan: Sql, planExecution: Sql): Sql {
  return sql`e.commit_sha = ${plan}.commit_sha
    and coalesce(e.workspace, 'default') = coalesce(nullif(${plan}.workspace, ''), ${planExecution}.workspace, 'default')
    and (e.iac_project_id = ${plan}.iac_project_id
      or ((e.iac_project_id is null or ${plan}.iac_project_id is null)
        and coalesce(e.project_path, '.') = coalesce(nullif(${plan}.project_path, ''), ${planExecution}.project_path, '.')
        and (e.repository_id = ${plan}.repository_id
          or lower(e.repository_name) is not distinct from lower(${planExecution}.repository_name))))`;
}

const startOfExecution = rawSql('coalesce(e.started_at, e.created_at)');
const startOfPlan = (plan: Sql, execution: Sql) => sql`coalesce(${execution}.started_at, ${plan}.created_at)`;

/** The statuses of an execution that may have changed resources. */
const hasStarted = rawSql(`e.kind in ('apply', 'destroy') and e.status <> 'queued'`);

/** Lists applies and destroys of plans: those that reported the plan, and those of its commit, project and workspace. */
export async function listExecutionsOfPlans(
  tenant: Tenant,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ExecutionOfPlan[]>> {
  if (planIds.length === 0) return new Map();
  const rows = await rowsOf<ExecutionOfPlan>(
    tenant,
    sql`select plan_id, execution_id, status, started_at, finished_at, is_own_or_newest
      from (${executionsOfPlans(tenant.organizationId, sql`unnest(${planIds}::uuid[])`)}) used`,
  );
  return Map.groupBy(rows, ({ planId }) => planId);
}

/**
 * Lists the plans that an apply or destroy may have applied: its own, and those of its commit. Most reports have none; the query
 * reads one execution and the index entries of its plans.
 */
export async function listPlansOfExecution(tenant: Tenant, executionId: string): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const commit = sql`(select e.commit_sha
    from ${lookUpRows(organizationId, 'executions', 'id', sql`${executionId}::uuid`)} e where ${hasStarted})`;
  const rows = await namedRowsOf<{ readonly id: string }>(
    tenant,
    sql`select p.id from ${lookUpRows(organizationId, 'plans', 'execution_id', sql`${executionId}::uuid`)} p
      union
      select p.id from ${lookUpRows(organizationId, 'plans', 'commit_sha', commit)} p`,
  );
  return rows.map(({ id }) => id);
}

/**
 * A query for the applies and destroys of plans.
 *
 * @param planIds an item of FROM with one column, the ids of the plans
 * @param condition may name the plan `p` and the execution `e`
 */
export function executionsOfPlans(organizationId: string, planIds: Sql, condition: Sql = sql`true`): Sql {
  const [p, pe, newer, ne] = [rawSql('p'), rawSql('pe'), rawSql('newer'), rawSql('ne')];
  const columns = sql`p.id as plan_id, p.created_at as planned_at, e.id as execution_id, e.status,
    ${startOfExecution} as started_at, case when e.status = 'running' then null else e.finished_at end as finished_at`;
  return sql`select ${columns}, true as is_own_or_newest
    from ${planIds} planned (id)
    cross join lateral ${lookUpRows(organizationId, 'plans', 'id', rawSql('planned.id'))} p
    cross join lateral ${lookUpRows(organizationId, 'executions', 'id', rawSql('p.execution_id'))} e
    where ${condition} and ${hasStarted}
    union all
    select ${columns},
           not exists (
             select from ${lookUpRows(organizationId, 'plans', 'execution_id', rawSql('e.id'))} own)
           and not exists (
             select from ${lookUpRows(organizationId, 'plans', 'commit_sha', rawSql('e.commit_sha'))} newer
             cross join lateral ${lookUpRows(organizationId, 'executions', 'id', rawSql('newer.execution_id'))} ne
             where ne.kind = 'plan' and newer.id <> p.id and not newer.is_errored
               and ${isOfSameCode(newer, ne)}
               and ${startOfPlan(newer, ne)} <= ${startOfExecution}
               and (${startOfPlan(newer, ne)}, newer.id) > (${startOfPlan(p, pe)}, p.id))
    from ${planIds} planned (id)
    cross join lateral ${lookUpRows(organizationId, 'plans', 'id', rawSql('planned.id'))} p
    cross join lateral ${lookUpRows(organizationId, 'executions', 'id', rawSql('p.execution_id'))} pe
    cross join lateral ${lookUpRows(organizationId, 'executions', 'commit_sha', rawSql('p.commit_sha'))} e
    where ${condition} and not p.is_errored and pe.kind = 'plan'
      and ${hasStarted} and ${isOfSameCode(p, pe)} and ${startOfPlan(p, pe)} <= ${startOfExecution}`;
}
