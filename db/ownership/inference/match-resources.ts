import type { Condition } from '../../../domain/ownership/condition.ts';
import { execute, oneRowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { compileConditions } from './compile-conditions.ts';
import { withEstimates } from '../../planner-settings.ts';
import { loadRuleContext } from './rule-context.ts';
import type { RuleContext } from './rule-context.ts';

/**
 * Inserts the ids of the resources that a rule's conditions match into `inference_scope`. Returns the number of inserted
 * ids.
 */
export async function addMatchesToScope(
  tenant: Tenant,
  conditions: Condition,
  context: RuleContext,
): Promise<number> {
  const matches = matchedResources(tenant, conditions, context);
  return withEstimates(tenant, () =>
    execute(
      tenant,
      sql`insert into inference_scope (organization_id, resource_id)
        select ${tenant.organizationId}::uuid, r.id from ${matches} on conflict do nothing`,
    ),
  );
}

/** Returns the number of matching resources that are not deleted, at most `limit`. */
export async function countRuleMatches(
  tenant: Tenant,
  conditions: Condition,
  limit: number,
): Promise<number> {
  const matches = matchedResources(tenant, conditions, await loadRuleContext(tenant));
  const { size } = await withEstimates(tenant, () =>
    oneRowOf<{ size: number }>(
      tenant,
      sql`select count(*) as size from (select from ${matches} limit ${limit}) found`,
    ),
  );
  return size;
}

/** Returns the table and the conditions of the matching resources `r` that are not deleted, for `from`. */
function matchedResources({ organizationId }: Tenant, conditions: Condition, context: RuleContext): Sql {
  const condition = compileConditions(organizationId, conditions, context);
  return sql`resources r where r.organization_id = ${organizationId} and r.status <> 'deleted' and ${condition}`;
}
