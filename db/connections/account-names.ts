import { rowsOf } from '../query.ts';
import { allOf, anyOf, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** The 12 digits and the name of an account. */
export interface AccountName {
  readonly id: string;
  readonly accountId: string;
  readonly name: string | undefined;
}

/** Returns the accounts with these ids and these 12 digits, deleted ones too. An absent list restricts nothing. */
export async function listAccountNames(
  tenant: Tenant,
  of: { readonly ids?: readonly string[] | undefined; readonly numbers?: readonly string[] | undefined },
): Promise<readonly AccountName[]> {
  return rowsOf<AccountName>(
    tenant,
    sql`select a.id, a.account_id, a.name from aws_accounts a where a.organization_id = ${tenant.organizationId}
      and ${allOf([...anyOf('a.id', of.ids, 'uuid'), ...anyOf('a.account_id', of.numbers)])}`,
  );
}
