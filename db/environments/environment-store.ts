import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

/** Whether the organization has this environment. */
export async function environmentExists(tenant: Tenant, id: string): Promise<boolean> {
  const row = await queryOf(tenant)('environments')
    .where({ organization_id: tenant.organizationId, id })
    .first('id');
  return row !== undefined;
}
