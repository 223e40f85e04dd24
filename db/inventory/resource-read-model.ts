import { presentRows } from './search/resource-row.ts';
import type { ResourceRow } from './search/resource-row.ts';
import { fixed, rowsOf, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** One resource with its document, deleted or not; `undefined` when the organization has none with this id. */
export async function findResource(tenant: Tenant, id: string): Promise<ResourceRow | undefined> {
  const [row] = await rowsOf<ResourceRow>(
    tenant,
    presentRows(tenant.organizationId, sql`select ${id}::uuid as id, 0 as key`, fixed('asc')),
  );
  return row;
}
