import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { executionsOfPlans } from '../explain/executions-of-plans.ts';

/** A change of a plan that an execution made, or would make. */
export interface TouchingChange {
  readonly plan_id: string;
  readonly address: string;
  readonly actions: readonly string[];
}

/**
 * A query for the changes that executions make to resources: `(execution_id, plan_id, position, address, actions)`. No-ops
 * and reads touch nothing. A change belongs to the execution of its plan, and to each apply or destroy without a plan of
 * its own for which the plan is the newest earlier one of project, workspace and commit.
 *
 * @param resourceIds a query, or a parameter
 */
export function selectTouched(organizationId: string, resourceIds: Sql): Sql {
  return sql`with touching as materialized (
      select p.execution_id, p.id as plan_id, c.position, c.address, c.actions
      from plan_changes c join plans p on p.organization_id = ${organizationId} and p.id = c.plan_id
      where c.organization_id = ${organizationId} and c.resource_id in (${resourceIds})
        and not c.actions <@ array['no-op', 'read']
    ), applied as materialized (
      select execution_id, plan_id from (${executionsOfPlans(organizationId, sql`(select distinct plan_id from touching)`)}) used
      where is_own_or_newest
    )
    select execution_id, plan_id, position, address, actions from touching
    union all
    select a.execution_id, t.plan_id, t.position, t.address, t.actions
    from applied a join touching t on t.plan_id = a.plan_id and t.execution_id <> a.execution_id`;
}
