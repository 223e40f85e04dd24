import type { ScannableAccount } from '../../../db/connections/scannable-accounts.ts';
import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';
import { roleOfScannableAccount } from '../../connections/customer-roles.ts';
import type { CustomerRoles } from '../../connections/customer-roles.ts';
import { RoleRefused } from '../../connections/role-refused.ts';

/** The account of a scan with a caller that has its checked role. */
export interface AccountAccess {
  readonly account: ScannableAccount;
  readonly caller: AwsCaller;
}

/** The reason why the account of a scan cannot be read. */
export interface AccessFailure {
  readonly code: 'AccountNotConnected' | 'RoleRefused';
  readonly message: string;
}

/** Checks the role of an account. `account` is absent when it is no longer connected. */
export async function accessTo(
  roles: CustomerRoles,
  organizationId: string,
  account: ScannableAccount | undefined,
): Promise<AccountAccess | AccessFailure> {
  if (account === undefined)
    return { code: 'AccountNotConnected', message: 'The account is no longer connected.' };
  try {
    return { account, caller: await roles.callerFor(roleOfScannableAccount(organizationId, account)) };
  } catch (error) {
    if (error instanceof RoleRefused) return { code: 'RoleRefused', message: error.message };
    throw error;
  }
}
