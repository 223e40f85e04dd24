import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';
import type { Account } from './account.ts';
import { lockAnyConnection } from './connection-store.ts';

/** An account as the organization's directory has it. */
export interface DirectoryAccount {
  /** 12 digits. */
  readonly account_id: string;
  readonly name: string | null;
  readonly email: string | null;
  /** `/Root/Workloads/Production`. */
  readonly ou_path: string;
  readonly suspended: boolean;
}

export interface SyncOutcome {
  readonly found: number;
  readonly added: number;
  /** Ids of accounts that are not scanned any more: they left, or were suspended. */
  readonly gone: readonly string[];
  /** Accounts that another connection of this organization holds. */
  readonly elsewhere: number;
}

/**
 * Makes the stored accounts of a connection those of its directory, in one transaction and three statements whatever
 * their number. Accounts that are not in the directory are marked as departed; none is deleted. `undefined` when the
 * connection is being deleted.
 */
export async function storeAwsOrganization(
  tenant: Tenant,
  connectionId: string,
  directory: readonly DirectoryAccount[],
  partition: string,
): Promise<SyncOutcome | undefined> {
  const connection = await lockAnyConnection(tenant, connectionId);
  if (connection.status === 'deleting') return undefined;
  const query = queryOf(tenant);
  const bindings = [tenant.organizationId, connectionId];
  const { rows: written } = await query.raw<{ rows: { id: string; added: boolean; status: string }[] }>(
    `insert into aws_accounts as a (organization_id, connection_id, account_id, name, email, ou_path, role_arn, status)
     select ?, ?, d.account_id, d.name, d.email, d.ou_path,
            'arn:' || ?::text || ':iam::' || d.account_id || ':role/' || ?::text,
            case when d.suspended then 'suspended' else 'pending' end
     from jsonb_to_recordset(?::jsonb)
       as d(account_id text, name text, email text, ou_path text, suspended boolean)
     order by d.account_id
     on conflict on constraint aws_accounts_account_id_key do update
       set connection_id = excluded.connection_id, role_arn = excluded.role_arn, email = excluded.email,
           ou_path = excluded.ou_path, name = case when a.name_chosen then a.name else excluded.name end,
           status = case when excluded.status = 'suspended' then 'suspended'
                         when a.status in ('suspended', 'departed') then 'pending' else a.status end,
           included = a.included or a.deleted_at is not null,
           schedule_due = a.schedule_due or excluded.status = 'suspended' or a.status in ('suspended', 'departed'),
           deleted_at = null, updated_at = now()
       where (a.connection_id = excluded.connection_id or a.deleted_at is not null or a.status = 'departed')
         and (a.connection_id, a.role_arn, a.email, a.ou_path, a.status = 'suspended', a.deleted_at is null,
              a.status = 'departed', a.name_chosen or a.name is not distinct from excluded.name)
           is distinct from
             (excluded.connection_id, excluded.role_arn, excluded.email, excluded.ou_path,
              excluded.status = 'suspended', true, false, true)
     returning a.id, (xmax = 0) as added, a.status`,
    [...bindings, partition, connection.role_name, JSON.stringify(directory)],
  );
  const numbers = directory.map(({ account_id: number }) => number);
  const { rows: departed } = await query.raw<{ rows: { id: string }[] }>(
    `update aws_accounts set status = 'departed', schedule_due = true, updated_at = now()
     where organization_id = ? and connection_id = ? and deleted_at is null and status <> 'departed'
       and account_id <> all(?::text[]) returning id`,
    [...bindings, numbers],
  );
  const { rows: counted } = await query.raw<{ rows: { elsewhere: number }[] }>(
    `select count(*) as elsewhere from aws_accounts
     where organization_id = ? and connection_id <> ? and account_id = any(?::text[])`,
    [...bindings, numbers],
  );
  await query('aws_connections')
    .where({ organization_id: tenant.organizationId, id: connectionId })
    .update({ last_synced_at: query.fn.now(), updated_at: query.fn.now() });
  return {
    found: directory.length,
    added: written.filter(({ added }) => added).length,
    gone: [
      ...departed.map(({ id }) => id),
      ...written.filter(({ status, added }) => status === 'suspended' && !added).map(({ id }) => id),
    ],
    elsewhere: counted[0]?.elsewhere ?? 0,
  };
}

/** The numbers of a connection's accounts that have not left. */
export async function accountNumbersOf(tenant: Tenant, connectionId: string): Promise<readonly string[]> {
  const rows = await queryOf(tenant)<Account>('aws_accounts')
    .where({ organization_id: tenant.organizationId, connection_id: connectionId })
    .whereNull('deleted_at')
    .whereNot('status', 'departed')
    .select('account_id');
  return rows.map(({ account_id: number }) => number);
}
