import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';
import type { Account } from './account.ts';

/** An account with what it has from its connection. */
export type AccountRecord = Account & { readonly connection_scan_interval_minutes: number };

export interface AccountFilters {
  readonly connection_id?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly included?: boolean | undefined;
  /** Substring of name, account id, email or OU path. */
  readonly q?: string | undefined;
}

/** Accounts by id, one more than `limit`. */
export async function listAccounts(
  tenant: Tenant,
  filters: AccountFilters,
  limit: number,
  after: string | undefined,
): Promise<readonly AccountRecord[]> {
  const query = records(tenant)
    .orderBy('a.id')
    .limit(limit + 1);
  if (after !== undefined) void query.where('a.id', '>', after);
  if (filters.connection_id !== undefined) void query.whereIn('a.connection_id', [...filters.connection_id]);
  if (filters.status !== undefined) void query.whereIn('a.status', [...filters.status]);
  if (filters.included !== undefined) void query.where('a.included', filters.included);
  if (filters.q !== undefined) {
    void query.whereRaw(
      "concat_ws(chr(10), a.name, a.account_id, a.email, a.ou_path) ilike '%' || ?::text || '%'",
      [filters.q.replaceAll(/[\\%_]/g, (character) => `\\${character}`)],
    );
  }
  return query;
}

export async function findAccountRecord(tenant: Tenant, id: string): Promise<AccountRecord | undefined> {
  const [record] = await records(tenant).where('a.id', id);
  return record;
}

function records(tenant: Tenant) {
  return queryOf(tenant)('aws_accounts as a')
    .join('aws_connections as c', (join) => {
      void join.on('c.organization_id', 'a.organization_id').andOn('c.id', 'a.connection_id');
    })
    .where('a.organization_id', tenant.organizationId)
    .whereNull('a.deleted_at')
    .select<AccountRecord[]>('a.*', 'c.scan_interval_minutes as connection_scan_interval_minutes');
}
