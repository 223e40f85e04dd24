import type { Tenant } from '../../tenant.ts';
import { rowsOf, sql } from '../../sql.ts';

/** Roughly how many resources an organization has; deltas do not matter. */
export async function sizeOfInventory(tenant: Tenant): Promise<number> {
  const [row] = await rowsOf<{ size: number }>(
    tenant,
    sql`select coalesce(sum(active + deleted + unobserved), 0)::bigint as size from resource_pair_counts
      where organization_id = ${tenant.organizationId} and facet = 0 and other = 0`,
  );
  return row?.size ?? 0;
}
