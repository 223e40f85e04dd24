import { fn } from 'objection';
import { oneRowOf, rowsOf } from '../query.ts';
import { updateRow } from '../row-store.ts';
import { rowset } from '../rowset.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { roleArnOf } from './account-store.ts';
import { lockAnyConnection } from './connection-store.ts';
import { Connection } from './connection.ts';

/** An account in the directory of an AWS organization. */
export interface DirectoryAccount {
  /** The account number: 12 digits. */
  readonly account_id: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** `/Root/Workloads/Production`. */
  readonly ou_path: string;
  readonly suspended: boolean;
}

export interface SyncOutcome {
  /** The number of accounts in the directory. */
  readonly found: number;
  /** Ids of accounts that have departed or are suspended. The caller stops their scans. */
  readonly inactiveIds: readonly string[];
  /** Ids of known accounts whose organizational unit changed. */
  readonly movedIds: readonly string[];
  /** The number of accounts in the directory that belong to another connection of the tenant. */
  readonly inOtherConnections: number;
}

/**
 * Upserts the accounts of a connection from the directory of its AWS organization. Accounts that are missing from the
 * directory are marked as departed; no row is deleted. The number of statements does not depend on the number of
 * accounts. Returns `undefined` when the connection is being deleted.
 */
export async function storeAwsOrganization(
  tenant: Tenant,
  connectionId: string,
  directory: readonly DirectoryAccount[],
  partition: string,
): Promise<SyncOutcome | undefined> {
  const { organizationId } = tenant;
  const connection = await lockAnyConnection(tenant, connectionId);
  if (connection.status === 'deleting') return undefined;
  const columns = {
    account_id: 'text',
    role_arn: 'text',
    name: 'text',
    email: 'text',
    ou_path: 'text',
    suspended: 'boolean',
  } as const;
  const given = directory.map((account) => ({
    ...account,
    role_arn: roleArnOf(partition, account.account_id, connection.roleName),
  }));
  const written = await rowsOf<{ id: string; added: boolean; moved: boolean; status: string }>(
    tenant,
    sql`insert into aws_accounts as a (organization_id, connection_id, account_id, name, email, ou_path, role_arn, status)
     select ${organizationId}::uuid, ${connectionId}::uuid, d.account_id, d.name, d.email, d.ou_path,
            d.role_arn, case when d.suspended then 'suspended' else 'pending' end
     from ${rowset('d', columns, given)}
     order by d.account_id
     on conflict on constraint aws_accounts_account_id_key do update
       set connection_id = excluded.connection_id, role_arn = excluded.role_arn, email = excluded.email,
           ou_path = excluded.ou_path, name = case when a.name_chosen then a.name else excluded.name end,
           status = case when excluded.status = 'suspended' then 'suspended'
                         when a.status in ('suspended', 'departed') or a.role_arn <> excluded.role_arn
                           or a.connection_id <> excluded.connection_id then 'pending'
                         else a.status end,
           included = a.included or a.deleted_at is not null,
           schedule_due = a.schedule_due or excluded.status = 'suspended' or a.status in ('suspended', 'departed'),
           deleted_at = null, updated_at = now()
       where (a.connection_id = excluded.connection_id or a.deleted_at is not null or a.status = 'departed')
         and (a.connection_id, a.role_arn, a.email, a.ou_path, a.status = 'suspended', a.deleted_at is null,
              a.status = 'departed', a.name_chosen or a.name is not distinct from excluded.name)
           is distinct from
             (excluded.connection_id, excluded.role_arn, excluded.email, excluded.ou_path,
              excluded.status = 'suspended', true, false, true)
     returning a.id, (xmax = 0) as added, old.ou_path is distinct from a.ou_path as moved, a.status`,
  );
  const numbers = directory.map(({ account_id: number }) => number);
  const departed = await rowsOf<{ id: string }>(
    tenant,
    sql`update aws_accounts set status = 'departed', schedule_due = true, updated_at = now()
     where organization_id = ${organizationId} and connection_id = ${connectionId} and deleted_at is null
       and status <> 'departed' and account_id <> all(${numbers}::text[]) returning id`,
  );
  const others = await oneRowOf<{ count: number }>(
    tenant,
    sql`select count(*) as count from aws_accounts
     where organization_id = ${organizationId} and connection_id <> ${connectionId}
       and account_id = any(${numbers}::text[])`,
  );
  await updateRow(tenant, Connection, connectionId, { lastSyncedAt: fn.now() });
  return {
    found: directory.length,
    inactiveIds: [
      ...departed.map(({ id }) => id),
      ...written.filter(({ status, added }) => status === 'suspended' && !added).map(({ id }) => id),
    ],
    movedIds: written.filter(({ moved, added }) => moved && !added).map(({ id }) => id),
    inOtherConnections: others.count,
  };
}

/** Lists the account numbers of a connection's accounts that have not departed. */
export async function listAccountNumbers(tenant: Tenant, connectionId: string): Promise<readonly string[]> {
  const rows = await rowsOf<{ accountId: string }>(
    tenant,
    sql`select account_id from aws_accounts where organization_id = ${tenant.organizationId}
      and connection_id = ${connectionId} and deleted_at is null and status <> 'departed'`,
  );
  return rows.map(({ accountId: number }) => number);
}
