import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import type { Tenant } from '../../tenant.ts';
import { rowsOf, sql } from '../../sql.ts';

/** The filter with its environments as the accounts whose default they are. */
export async function withinEnvironments(tenant: Tenant, filter: ResourceFilter): Promise<ResourceFilter> {
  const { environmentIds, withinAccounts, ...others } = filter;
  if (environmentIds === undefined) return filter;
  const accounts = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from aws_accounts where organization_id = ${tenant.organizationId}
      and default_environment_id = any(${environmentIds}::uuid[])`,
  );
  const ids = accounts.map(({ id }) => id);
  return {
    ...others,
    withinAccounts: withinAccounts === undefined ? ids : ids.filter((id) => withinAccounts.includes(id)),
  };
}
