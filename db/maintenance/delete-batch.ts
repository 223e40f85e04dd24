import { execute } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { RetentionCutoffs, RetentionRule } from './retention-rules.ts';

/**
 * Deletes one batch of the expired rows that a rule selects. Returns whether there may be more.
 *
 * @param share - the part of the rows of a batch
 */
export async function deleteBatch(
  tenant: Tenant,
  { table, batch, expired }: RetentionRule,
  cutoffs: RetentionCutoffs,
  share = 1,
): Promise<boolean> {
  const { organizationId } = tenant;
  const rows = Math.max(1, Math.floor(batch * share));
  const deleted = await execute(
    tenant,
    sql`delete from ${rawSql(table)} where organization_id = ${organizationId} and ctid = any(array(
      select o.ctid from ${rawSql(table)} o
        where o.organization_id = ${organizationId} and ${expired(organizationId, cutoffs)}
        limit ${rows}))`,
  );
  return deleted === rows;
}
