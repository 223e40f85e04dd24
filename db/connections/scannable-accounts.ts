import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

/** What a scan needs to call AWS in an account. */
export interface ScannableAccount {
  readonly id: string;
  /** 12 digits. */
  readonly account_id: string;
  readonly name: string;
  readonly role_arn: string;
  /** Never in Temporal's history, never logged. */
  readonly external_id: string;
  /** Enabled in the account and chosen by its user; sorted. */
  readonly effective_regions: readonly string[];
}

/** The included, connected accounts: of the organization, of a connection, or the one that is named; by id. */
export async function findScannableAccounts(
  tenant: Tenant,
  wanted: { readonly connectionId?: string | undefined; readonly accountId?: string | undefined } = {},
): Promise<readonly ScannableAccount[]> {
  const { rows } = await queryOf(tenant).raw<{ rows: ScannableAccount[] }>(
    `select a.id, a.account_id, coalesce(a.name, a.account_id) as name, a.role_arn, c.external_id, a.effective_regions
     from aws_accounts a join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id
     where a.organization_id = ? and a.included and a.status = 'connected' and c.status <> 'deleting'
       and (?::uuid is null or a.connection_id = ?) and (?::uuid is null or a.id = ?)
     order by a.id`,
    [
      tenant.organizationId,
      wanted.connectionId ?? null,
      wanted.connectionId ?? null,
      wanted.accountId ?? null,
      wanted.accountId ?? null,
    ],
  );
  return rows;
}
