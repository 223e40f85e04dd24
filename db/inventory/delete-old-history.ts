import { execute } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

const batch = 1000;

/**
 * Deletes up to 1,000 rows older than `before` from each history table, and up to 1,000 empty rows from each table of
 * counts. Returns whether there may be more. Does not delete the revision that was current at `before`, nor the latest
 * revision of a resource that is not deleted.
 */
export async function deleteOldHistoryBatch(tenant: Tenant, before: Date): Promise<boolean> {
  const { organizationId } = tenant;
  const own = (alias: string) => sql`${rawSql(alias)}.organization_id = ${organizationId}`;
  const superseded = sql`exists (select from resource_revisions n where ${own('n')}
    and n.resource_id = o.resource_id and n.revision > o.revision and n.observed_at < ${before})`;
  const ofDeleted = sql`exists (select from resources r where ${own('r')} and r.id = o.resource_id
    and r.deleted_at < ${before})`;
  const old: Readonly<Record<string, Sql>> = {
    resource_revisions: sql`o.observed_at < ${before} and (${superseded} or ${ofDeleted})`,
    changes: sql`o.occurred_at < ${before}`,
    resource_history: sql`o.valid_to < ${before}`,
    resource_former_texts: sql`o.valid_to < ${before}`,
    resource_tags: sql`o.valid_to < ${before}`,
    resource_counts: rawSql('o.active = 0 and o.deleted = 0 and o.unobserved = 0'),
    resource_pair_counts: rawSql('o.active = 0 and o.deleted = 0 and o.unobserved = 0'),
  };
  let more = false;
  for (const [table, isOld] of Object.entries(old)) {
    const deleted = await execute(
      tenant,
      sql`delete from ${rawSql(table)} where organization_id = ${organizationId} and ctid = any(array(
        select o.ctid from ${rawSql(table)} o where ${own('o')} and ${isOld} limit ${batch}))`,
    );
    more ||= deleted === batch;
  }
  return more;
}
