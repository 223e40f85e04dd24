import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

/** Resources of accounts that are no longer scanned: nothing says that they are gone, and nothing that they are there. */
export async function markUnobserved(tenant: Tenant, accountIds: readonly string[]): Promise<void> {
  await queryOf(tenant).raw(
    `update resources set status = 'unobserved'
     where organization_id = ? and aws_account_id = any(?::uuid[]) and status = 'active'`,
    [tenant.organizationId, [...accountIds]],
  );
}

/** The same for an account's resources outside the regions that are scanned. */
export async function markOtherRegionsUnobserved(
  tenant: Tenant,
  accountId: string,
  regions: readonly string[],
): Promise<void> {
  await queryOf(tenant).raw(
    `update resources set status = 'unobserved'
     where organization_id = ? and aws_account_id = ? and region <> all(?::text[]) and status = 'active'`,
    [tenant.organizationId, accountId, [...regions]],
  );
}
