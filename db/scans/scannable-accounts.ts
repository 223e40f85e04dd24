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
     where organization_id = ? and included and status = 'connected' and deleted_at is null
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

/** What a scan needs to call AWS in an account. */
export interface ScanAccess {
  /** 12 digits. */
  readonly accountId: string;
  /** Regions that are enabled and scanned. */
  readonly regions: readonly string[];
  readonly role: { readonly roleArn: string; readonly externalId: string };
}

/** `undefined` when the account is not included and connected any more. */
export async function findScanAccess(tenant: Tenant, awsAccountId: string): Promise<ScanAccess | undefined> {
  const { rows } = await queryOf(tenant).raw<{
    rows: { account_id: string; effective_regions: string[]; role_arn: string; external_id: string }[];
  }>(
    `select a.account_id, a.effective_regions, a.role_arn, c.external_id
     from aws_accounts a join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id
     where a.organization_id = ? and a.id = ? and a.included and a.status = 'connected' and a.deleted_at is null`,
    [tenant.organizationId, awsAccountId],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    accountId: row.account_id,
    regions: row.effective_regions,
    role: { roleArn: row.role_arn, externalId: row.external_id },
  };
}
