import { rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

interface AccountRow {
  readonly id: string;
  /** 12 digits. */
  readonly accountId: string;
}

/** Finds an account that is not deleted. */
export async function findScannedAccount(tenant: Tenant, id: string): Promise<AccountRow | undefined> {
  return rowOf<AccountRow>(
    tenant,
    sql`select id, account_id from aws_accounts
      where organization_id = ${tenant.organizationId} and id = ${id} and deleted_at is null`,
  );
}

/** Lists the accounts with resources, by id, also disconnected and deleted accounts. */
export async function listAccountsWithResources(tenant: Tenant): Promise<readonly AccountRow[]> {
  const { organizationId } = tenant;
  return rowsOf<AccountRow>(
    tenant,
    sql`select a.id, a.account_id from aws_accounts a where a.organization_id = ${organizationId}
      and exists (select from resources r where r.organization_id = ${organizationId} and r.aws_account_id = a.id)
      order by a.id`,
  );
}

/** Returns the 12 digits of accounts by their ids. */
export async function findAccountNumbers(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf<AccountRow>(
    tenant,
    sql`select id, account_id from aws_accounts
      where organization_id = ${tenant.organizationId} and id = any(${[...new Set(ids)]}::uuid[])`,
  );
  return new Map(rows.map(({ id, accountId: number }) => [id, number]));
}
