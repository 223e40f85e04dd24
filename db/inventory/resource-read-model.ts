import { rowOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { selectResourceRows } from './search/resource-row.ts';
import type { ResourceRow } from './search/resource-row.ts';

/** Finds one resource with its document, also when it is deleted. */
export async function findResource(tenant: Tenant, id: string): Promise<ResourceRow | undefined> {
  return rowOf<ResourceRow>(
    tenant,
    selectResourceRows(tenant.organizationId, sql`select ${id}::uuid as id, 0 as key`, rawSql('asc')),
  );
}
