import { containsText } from '../fragments/contains-text.ts';
import { oneRowOf, rowOf, rowsOf } from '../query.ts';
import { allOf, anyOf, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Account } from './account.ts';

/** An account with the scan interval of its connection. */
export type AccountRecord = Account & { readonly connectionScanIntervalMinutes: number };

export interface AccountFilters {
  readonly connection_id?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly included?: boolean | undefined;
  /** A part of the name, account number, email or OU path; case-insensitive. */
  readonly q?: string | undefined;
}

/** Lists accounts by id, one more than `limit`. */
export async function listAccounts(
  tenant: Tenant,
  filters: AccountFilters,
  limit: number,
  after: string | undefined,
): Promise<readonly AccountRecord[]> {
  const conditions = [...conditionsOf(filters), ...(after === undefined ? [] : [sql`a.id > ${after}`])];
  return rowsOf<AccountRecord>(
    tenant,
    sql`${selectAccounts(tenant)} and ${allOf(conditions)} order by a.id limit ${limit + 1}`,
  );
}

/** Counts the accounts that match. */
export async function countAccounts(tenant: Tenant, filters: AccountFilters): Promise<number> {
  const { total } = await oneRowOf<{ total: number }>(
    tenant,
    sql`select count(*) as total from (${selectAccounts(tenant)} and ${allOf(conditionsOf(filters))}) matching`,
  );
  return total;
}

function conditionsOf(filters: AccountFilters): readonly Sql[] {
  return [
    ...anyOf('a.connection_id', filters.connection_id, 'uuid'),
    ...anyOf('a.status', filters.status),
    ...(filters.included === undefined ? [] : [sql`a.included = ${filters.included}`]),
    ...(filters.q === undefined
      ? []
      : [containsText('concat_ws(chr(10), a.name, a.account_id, a.email, a.ou_path)', filters.q)]),
  ];
}

/** Finds an account that is not deleted. */
export async function findAccountRecord(tenant: Tenant, id: string): Promise<AccountRecord | undefined> {
  return rowOf<AccountRecord>(tenant, sql`${selectAccounts(tenant)} and a.id = ${id}`);
}

function selectAccounts({ organizationId }: Tenant): Sql {
  return sql`select a.*, c.scan_interval_minutes as connection_scan_interval_minutes
    from aws_accounts a
    join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id
    where a.organization_id = ${organizationId} and a.deleted_at is null`;
}
