import { oneRowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Returns the approximate number of an organization's resources, including deleted ones, without unfolded deltas. */
export async function countInventory(tenant: Tenant): Promise<number> {
  const { size } = await oneRowOf<{ size: number }>(
    tenant,
    sql`select coalesce(sum(active + deleted + unobserved), 0)::bigint as size from resource_pair_counts
      where organization_id = ${tenant.organizationId} and facet = 0 and other = 0`,
  );
  return size;
}
