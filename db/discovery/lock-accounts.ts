import { findScannableAccounts } from '../connections/scannable-accounts.ts';
import type { ScannableAccount } from '../connections/scannable-accounts.ts';
import { execute } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/**
 * Locks the rows of the requested accounts until the transaction ends and returns the included, connected ones. The rows
 * are locked in the order of their ids, so that concurrent requests for overlapping scans do not deadlock.
 */
export async function lockScannableAccounts(
  tenant: Tenant,
  {
    connectionId,
    accountIds,
  }: { readonly connectionId?: string | undefined; readonly accountIds?: readonly string[] | undefined },
): Promise<readonly ScannableAccount[]> {
  await execute(
    tenant,
    sql`select from aws_accounts where organization_id = ${tenant.organizationId}
        and ${connectionId === undefined ? rawSql('true') : sql`connection_id = ${connectionId}`}
        and ${accountIds === undefined ? rawSql('true') : sql`id = any(${accountIds}::uuid[])`}
      order by id for no key update`,
  );
  const accounts = await findScannableAccounts(tenant, { connectionId });
  return accountIds === undefined ? accounts : accounts.filter(({ id }) => accountIds.includes(id));
}
