import type { FreshnessOfInventory } from '../../db/inventory/search/freshness.ts';
import { iso, omitNull } from '../http/schemas.ts';

export function presentFreshness(freshness: FreshnessOfInventory) {
  return {
    oldest_successful_scan_at: iso(freshness.oldestSuccessfulScanAt),
    stale_accounts: freshness.staleAccounts.map((account) => ({
      aws_account_id: account.aws_account_id,
      account_id: account.account_id,
      name: omitNull(account.name),
      scan_interval_minutes: account.scan_interval_minutes,
      last_successful_scan_at: iso(account.last_successful_scan_at),
    })),
  };
}
