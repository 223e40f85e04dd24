import { z } from 'zod';
import { listAccountNames } from '../../db/connections/account-names.ts';
import type { Tenant } from '../../db/tenant.ts';
import { recordId, repeatable } from './parameter-values.ts';

/** The filters of a list on AWS accounts; spread into its query schema. An unknown account matches nothing. */
export const accountParameters = {
  aws_account_id: repeatable(recordId).describe('Id of the record of an AWS account in this API, a UUID'),
  account_id: repeatable(z.string().regex(/^\d{12}$/, 'must be the 12 digits of an AWS account')).describe(
    'The 12 digits of an AWS account',
  ),
};

export interface AccountQuery {
  readonly aws_account_id?: readonly string[] | undefined;
  readonly account_id?: readonly string[] | undefined;
}

/** Returns the ids of the accounts that match {@link accountParameters}; `undefined` without a filter. */
export async function accountIdsOf(
  tenant: Tenant,
  query: AccountQuery,
): Promise<readonly string[] | undefined> {
  const { aws_account_id: ids, account_id: numbers } = query;
  if (numbers === undefined) return ids;
  return (await listAccountNames(tenant, { ids, numbers })).map((account) => account.id);
}
