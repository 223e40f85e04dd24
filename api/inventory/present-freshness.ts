import type { FreshnessOfInventory } from '../../db/inventory/search/freshness.ts';
import { iso } from '../http/schemas.ts';

export function presentFreshness(freshness: FreshnessOfInventory) {
  return {
    oldest_successful_scan_at: iso(freshness.oldestSuccessfulScanAt),
    stale_accounts: freshness.staleAccounts.map((account) => ({
      aws_account_id: account.awsAccountId,
      account_id: account.accountId,
      name: account.name,
      scan_interval_minutes: account.scanIntervalMinutes,
      last_successful_scan_at: iso(account.lastSuccessfulScanAt),
    })),
  };
}
