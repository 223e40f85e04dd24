import { markUnobserved } from '../../db/inventory/mark-unobserved.ts';
import { cancelScansOf } from '../../db/discovery/scan-store.ts';
import type { Tenant } from '../../db/tenant.ts';

/** Nothing of these accounts is scanned any more. */
export async function retireAccounts(tenant: Tenant, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await cancelScansOf(tenant, accountIds);
  await markUnobserved(tenant, accountIds);
}
