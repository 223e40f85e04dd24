import { oneRowOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Returns the approximate number of an organization's resources, including deleted ones, without unfolded deltas. */
export async function countInventory(tenant: Tenant): Promise<number> {
  return sumOf(tenant, rawSql('active + deleted + unobserved'));
}

/** As {@link countInventory}, without deleted resources. */
export async function countLiveInventory(tenant: Tenant): Promise<number> {
  return sumOf(tenant, rawSql('active + unobserved'));
}

async function sumOf(tenant: Tenant, columns: Sql): Promise<number> {
  const { size } = await oneRowOf<{ size: number }>(
    tenant,
    sql`select coalesce(sum(${columns}), 0)::bigint as size from resource_pair_counts
      where organization_id = ${tenant.organizationId} and facet = 0 and other = 0`,
  );
  return size;
}
