import { execute } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Cell } from './live-cells.ts';

/** Marks active resources of accounts that are no longer scanned as `unobserved`: whether they exist is unknown. */
export async function markUnobserved(tenant: Tenant, accountIds: readonly string[]): Promise<void> {
  await execute(
    tenant,
    sql`update resources set status = 'unobserved', management_state = 'unknown'
      where organization_id = ${tenant.organizationId} and aws_account_id = any(${accountIds}::uuid[])
        and status = 'active'`,
  );
}

/** Marks active resources of an account outside of `regions`, its scanned regions, as `unobserved`. */
export async function markOtherRegionsUnobserved(
  tenant: Tenant,
  accountId: string,
  regions: readonly string[],
): Promise<void> {
  await execute(
    tenant,
    sql`update resources set status = 'unobserved', management_state = 'unknown'
      where organization_id = ${tenant.organizationId} and aws_account_id = ${accountId}
        and region <> all(${regions}::text[]) and status = 'active'`,
  );
}

/**
 * Marks the resources of cells that scans no longer read as deleted, without a change, because they are read in other cells.
 * The ledger keeps the last outcome of the cells.
 */
export async function deleteObsoleteResources(
  tenant: Tenant,
  accountId: string,
  cells: readonly Cell[],
): Promise<void> {
  if (cells.length === 0) return;
  const { organizationId } = tenant;
  const regions = cells.map(({ region }) => region);
  const types = cells.map(({ resourceType }) => resourceType);
  await execute(
    tenant,
    sql`with obsolete as (
       select * from unnest(${regions}::text[], ${types}::text[]) as o(region, resource_type)
     )
     update resources r set status = 'deleted', deleted_at = now() from obsolete o
     where r.organization_id = ${organizationId} and r.aws_account_id = ${accountId} and r.region = o.region
       and r.resource_type = o.resource_type and r.status <> 'deleted'`,
  );
}
