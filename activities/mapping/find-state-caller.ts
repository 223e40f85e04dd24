import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { findScannableAccounts } from '../../db/connections/scannable-accounts.ts';
import { findStateReader } from '../../db/mapping/states/state-sync-store.ts';
import type { StateSource } from '../../db/mapping/states/state-source.ts';
import { roleOfScannableAccount } from '../connections/customer-roles.ts';
import { RoleRefused } from '../connections/role-refused.ts';
import type { Dependencies } from '../dependencies.ts';
import { StateSyncError } from './state-sync-error.ts';

export interface StateCaller {
  readonly caller: AwsCaller;
  /** The region of the source or of the bucket in the inventory, else the region of calls to global services. */
  readonly region: string;
}

/**
 * Returns a caller with the role of the account that reads a source.
 * @throws StateSyncError `no_account` when no connected account is chosen or has the bucket; `access_denied` when the role
 *   cannot be assumed
 */
export async function findStateCaller(
  { database, roles }: Pick<Dependencies, 'database' | 'roles'>,
  organizationId: string,
  source: Pick<StateSource, 'awsAccountId' | 'region'> & { readonly bucket: string },
): Promise<StateCaller> {
  const { reader, account } = await database.withTenant(organizationId, async (tenant) => {
    const found = await findStateReader(tenant, source);
    const accounts = found === undefined ? [] : await findScannableAccounts(tenant, { accountId: found.id });
    return { reader: found, account: accounts[0] };
  });
  if (reader === undefined)
    throw new StateSyncError(
      'no_account',
      'No account of the inventory has the bucket. Choose the account whose role reads the state.',
    );
  if (account === undefined)
    throw new StateSyncError('no_account', 'The account whose role reads the state is not connected.');
  try {
    const caller = await roles.callerFor(roleOfScannableAccount(organizationId, account));
    const region = source.region ?? reader.bucketRegion ?? roles.region;
    return { caller, region };
  } catch (error) {
    if (!(error instanceof RoleRefused)) throw error;
    throw new StateSyncError(
      'access_denied',
      `sts:AssumeRole on ${account.roleArn} was denied: ${error.message}`,
      { cause: error },
    );
  }
}
