import { findScannableAccounts } from '../connections/scannable-accounts.ts';
import type { ScannableAccount } from '../connections/scannable-accounts.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

/**
 * The included, connected accounts among those wanted, with their rows locked in one order until the transaction
 * ends: requests of overlapping scans wait for each other here, and never for each other's locks.
 */
export async function lockScannableAccounts(
  tenant: Tenant,
  wanted: { readonly connectionId?: string | undefined; readonly accountIds?: readonly string[] | undefined },
): Promise<readonly ScannableAccount[]> {
  const { connectionId = null } = wanted;
  const ids = wanted.accountIds === undefined ? null : [...wanted.accountIds];
  await queryOf(tenant).raw(
    `select from aws_accounts where organization_id = ? and (?::uuid is null or connection_id = ?)
       and (?::uuid[] is null or id = any(?::uuid[]))
     order by id for no key update`,
    [tenant.organizationId, connectionId, connectionId, ids, ids],
  );
  const accounts = await findScannableAccounts(tenant, { connectionId: wanted.connectionId });
  return ids === null ? accounts : accounts.filter(({ id }) => ids.includes(id));
}
