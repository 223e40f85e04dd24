import { markUnobserved } from '../../db/inventory/mark-unobserved.ts';
import { removeAccountsFromScans } from '../../db/discovery/scan-store.ts';
import type { Tenant } from '../../db/tenant.ts';

/** Removes accounts from active scans and marks their resources as unobserved. */
export async function retireAccounts(tenant: Tenant, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await removeAccountsFromScans(tenant, accountIds);
  await markUnobserved(tenant, accountIds);
}
