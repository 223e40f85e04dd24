import { fixed, rowsOf, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

const batch = 1000;

/**
 * Deletes one small batch of each kind of the past that is older than `before`. Answers whether there may be more.
 * A revision that was the current one at that time stays, and with it the latest of every live resource.
 */
export async function forgetPast(tenant: Tenant, before: Date): Promise<boolean> {
  const { organizationId } = tenant;
  const own = (alias: string) => sql`${fixed(alias)}.organization_id = ${organizationId}`;
  const superseded = sql`exists (select from resource_revisions n where ${own('n')}
    and n.resource_id = o.resource_id and n.revision > o.revision and n.observed_at < ${before})`;
  const gone = sql`exists (select from resources r where ${own('r')} and r.id = o.resource_id
    and r.deleted_at < ${before})`;
  const old: Readonly<Record<string, Sql>> = {
    resource_revisions: sql`o.observed_at < ${before} and (${superseded} or ${gone})`,
    changes: sql`o.occurred_at < ${before}`,
    resource_history: sql`o.valid_to < ${before}`,
    resource_former_texts: sql`o.valid_to < ${before}`,
    resource_tags: sql`o.valid_to < ${before}`,
    resource_counts: fixed('o.active = 0 and o.deleted = 0 and o.unobserved = 0'),
    resource_pair_counts: fixed('o.active = 0 and o.deleted = 0 and o.unobserved = 0'),
  };
  let more = false;
  for (const [table, isOld] of Object.entries(old)) {
    const [{ deleted } = { deleted: 0 }] = await rowsOf<{ deleted: number }>(
      tenant,
      sql`with gone as (
          delete from ${fixed(table)} where organization_id = ${organizationId} and ctid = any(array(
            select o.ctid from ${fixed(table)} o where ${own('o')} and ${isOld} limit ${batch}))
          returning 1)
        select count(*) as deleted from gone`,
    );
    more ||= deleted === batch;
  }
  return more;
}
