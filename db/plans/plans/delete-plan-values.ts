import { execute, rowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Source: the contract of plans. The changes without values are kept as long as their plan. */
export const planValueDays = 90;

const maximumBatch = 5_000;

/** Deletes the values of up to 5,000 changes of the oldest plan that is older than 90 days. Returns whether there may be more. */
export async function deletePlanValues(tenant: Tenant, share = 1): Promise<boolean> {
  const { organizationId } = tenant;
  const changesPerBatch = Math.max(1, Math.floor(maximumBatch * share));
  const plan = await rowOf<{ id: string }>(
    tenant,
    sql`select id from plans where organization_id = ${organizationId} and values_deleted_at is null
        and created_at < now() - make_interval(days => ${planValueDays})
      order by created_at limit 1 for no key update skip locked`,
  );
  if (plan === undefined) return false;
  const deleted = await execute(
    tenant,
    sql`update plan_changes set before = null, after = null
      where organization_id = ${organizationId} and plan_id = ${plan.id} and position = any(array(
        select position from plan_changes
        where organization_id = ${organizationId} and plan_id = ${plan.id} and (before is not null or after is not null)
        limit ${changesPerBatch}))`,
  );
  if (deleted < changesPerBatch)
    await execute(
      tenant,
      sql`update plans set values_deleted_at = now() where organization_id = ${organizationId} and id = ${plan.id}`,
    );
  return true;
}
