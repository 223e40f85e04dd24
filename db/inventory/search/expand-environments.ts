import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Replaces `environmentIds` of a filter by the accounts that have one of the environments as their default. */
export async function expandEnvironments(tenant: Tenant, filter: ResourceFilter): Promise<ResourceFilter> {
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
