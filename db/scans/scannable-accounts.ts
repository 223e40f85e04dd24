import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

export interface ScannableAccount {
  readonly id: string;
  /** 12 digits. */
  readonly account_id: string;
  readonly name: string;
}

/** The included, connected accounts among those wanted, locked until the transaction ends. */
export async function lockScannableAccounts(
  tenant: Tenant,
  wanted: { readonly connectionId?: string | undefined; readonly accountIds?: readonly string[] | undefined },
): Promise<readonly ScannableAccount[]> {
  const { rows } = await queryOf(tenant).raw<{ rows: ScannableAccount[] }>(
    `select id, account_id, coalesce(name, account_id) as name from aws_accounts
     where organization_id = ? and included and status = 'connected'
       and (?::uuid is null or connection_id = ?) and (?::uuid[] is null or id = any(?::uuid[]))
     order by id for no key update`,
    [
      tenant.organizationId,
      wanted.connectionId ?? null,
      wanted.connectionId ?? null,
      wanted.accountIds === undefined ? null : [...wanted.accountIds],
      wanted.accountIds === undefined ? null : [...wanted.accountIds],
    ],
  );
  return rows;
}
