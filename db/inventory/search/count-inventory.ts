import { oneRowOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Returns the approximate number of an organization's resources, including deleted ones, without unfolded deltas. */
export async function countInventory(tenant: Tenant): Promise<number> {
  const { size } = await oneRowOf<{ size: number }>(
    tenant,
    sql`select ${sumOf(tenant.organizationId, rawSql('active + deleted + unobserved'))} as size`,
  );
  return size;
}

/** As {@link countInventory}, without deleted resources. */
export async function countLiveInventory(tenant: Tenant): Promise<number> {
  const { size } = await oneRowOf<{ size: number }>(
    tenant,
    sql`select ${liveInventorySize(tenant.organizationId)} as size`,
  );
  return size;
}

/** Returns the scalar subquery of {@link countLiveInventory}. */
export function liveInventorySize(organizationId: string): Sql {
  return sumOf(organizationId, rawSql('active + unobserved'));
}

function sumOf(organizationId: string, columns: Sql): Sql {
  return sql`(select coalesce(sum(${columns}), 0)::bigint from resource_pair_counts
    where organization_id = ${organizationId} and facet = 0 and other = 0)`;
}
