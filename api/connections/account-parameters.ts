import { z } from 'zod';
import { listAccountNames } from '../../db/connections/account-names.ts';
import type { Tenant } from '../../db/tenant.ts';
import { accountIdsOf } from '../../commands/inventory/account-filter.ts';
import type { AccountQuery } from '../../commands/inventory/account-filter.ts';
import { id } from '../http/schemas.ts';

/** The fields of a record that name its account; spread into its schema. {@link accountNames} returns them. */
export const accountFields = {
  aws_account_id: id,
  account_id: z.string(),
  account_name: z.string().optional(),
};

/** {@link accountFields} of a record without an account. */
export const optionalAccountFields = {
  aws_account_id: id.optional(),
  account_id: z.string().optional(),
  account_name: z.string().optional(),
};

/** Returns the query of a list with `account_id` resolved into `aws_account_id`, as its read model expects it. */
export async function withAccountIds<Q extends AccountQuery>(
  tenant: Tenant,
  query: Q,
): Promise<Q & { readonly aws_account_id: readonly string[] | undefined }> {
  return { ...query, aws_account_id: await accountIdsOf(tenant, query) };
}

/** Reads the names of the accounts of records. Returns a function that presents an account, by its id, as fields of a record. */
export async function accountNames(tenant: Tenant, ids: readonly (string | undefined)[]) {
  const known = ids.filter((id) => id !== undefined);
  const accounts = known.length === 0 ? [] : await listAccountNames(tenant, { ids: [...new Set(known)] });
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return (id: string) => {
    const account = byId.get(id);
    return presentAccount({
      awsAccountId: id,
      accountNumber: account?.accountId,
      accountName: account?.name,
    });
  };
}

/** Presents the account of a record, as {@link accountNames} returns it. */
export type PresentAccount = Awaited<ReturnType<typeof accountNames>>;

/** Presents the account of a row that has its 12 digits and its name as {@link accountFields}. */
export function presentAccount(row: {
  readonly awsAccountId: string;
  readonly accountNumber: string | undefined;
  readonly accountName: string | undefined;
}) {
  return {
    aws_account_id: row.awsAccountId,
    account_id: row.accountNumber ?? '',
    account_name: row.accountName,
  };
}

/** As {@link PresentAccount}, for a record that may have no account. */
export function presentOptionalAccount(account: PresentAccount, id: string | undefined) {
  return id === undefined ? {} : account(id);
}
