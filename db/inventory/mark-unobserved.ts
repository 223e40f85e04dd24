import { execute } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

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
