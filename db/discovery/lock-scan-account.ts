import { sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/**
 * Returns a common table expression `active_scan` for statements that add or start tasks of an account. It has a row only
 * while the scan covers the account, and locks that row of `scan_accounts` until the transaction ends. The end of the scan,
 * and the exclusion of the account, first update the row: so they wait for the transaction and then see its tasks.
 *
 * Statements of a running task lock the row of the task instead. The end of the scan updates that row, too.
 */
export function activeScan(
  { organizationId }: Tenant,
  { scanId, accountId }: { readonly scanId: string; readonly accountId: string },
): Sql {
  return sql`active_scan as materialized (
       select from scan_accounts a
       where a.organization_id = ${organizationId} and a.scan_id = ${scanId} and a.aws_account_id = ${accountId}
         and a.active
       for share)`;
}
