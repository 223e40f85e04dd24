import { oneRowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** Lists ids of a connection's included, connected accounts that no scan has included, by id. Scans of due cells do not count. */
export async function listNeverScannedAccounts(
  tenant: Tenant,
  connectionId: string,
): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select a.id from aws_accounts a
     where a.organization_id = ${tenant.organizationId} and a.connection_id = ${connectionId} and a.included
       and a.status = 'connected' and a.deleted_at is null and not exists (
         select from scan_accounts x join scans s on s.organization_id = x.organization_id and s.id = x.scan_id
         where x.organization_id = a.organization_id and x.aws_account_id = a.id and s.trigger <> 'event')
     order by a.id`,
  );
  return rows.map(({ id }) => id);
}

/** Counts a connection's included accounts whose role was created from a template older than `currentVersion`. */
export async function countOutdatedRoles(
  tenant: Tenant,
  connectionId: string,
  currentVersion: string,
): Promise<number> {
  const { count } = await oneRowOf<{ count: number }>(
    tenant,
    sql`select count(*) as count from aws_accounts
     where organization_id = ${tenant.organizationId} and connection_id = ${connectionId} and deleted_at is null
       and included and template_version ~ '^[0-9]{1,9}$' and template_version::integer < ${currentVersion}::integer`,
  );
  return count;
}

/** Lists the known CloudFormation stacks that created the roles of a connection's accounts, by id of the account. */
export async function listStacks(
  tenant: Tenant,
  connectionId: string,
): Promise<readonly { readonly id: string; readonly accountId: string; readonly stackId: string }[]> {
  return rowsOf<{ id: string; accountId: string; stackId: string }>(
    tenant,
    sql`select id, account_id, stack_id from aws_accounts
     where organization_id = ${tenant.organizationId} and connection_id = ${connectionId} and deleted_at is null
       and stack_id is not null order by id`,
  );
}
