import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

/** Included, connected accounts of a connection that no scan has covered yet. */
export async function accountsNeverScanned(tenant: Tenant, connectionId: string): Promise<readonly string[]> {
  const { rows } = await queryOf(tenant).raw<{ rows: { id: string }[] }>(
    `select a.id from aws_accounts a
     where a.organization_id = ? and a.connection_id = ? and a.included and a.status = 'connected'
       and a.deleted_at is null and not exists (
         select from scan_accounts s where s.organization_id = a.organization_id and s.aws_account_id = a.id)
     order by a.id`,
    [tenant.organizationId, connectionId],
  );
  return rows.map(({ id }) => id);
}

/** Accounts of a connection whose role is older than the current template, among those that work. */
export async function countBehind(
  tenant: Tenant,
  connectionId: string,
  currentVersion: string,
): Promise<number> {
  const { rows } = await queryOf(tenant).raw<{ rows: { count: number }[] }>(
    `select count(*) as count from aws_accounts
     where organization_id = ? and connection_id = ? and deleted_at is null and included
       and template_version ~ '^[0-9]{1,9}$' and template_version::integer < ?::integer`,
    [tenant.organizationId, connectionId, currentVersion],
  );
  return rows[0]?.count ?? 0;
}

/** The stacks that made the roles of a connection's accounts, where they say; one each by account id. */
export async function stackIdsOf(
  tenant: Tenant,
  connectionId: string,
): Promise<readonly { readonly id: string; readonly account_id: string; readonly stack_id: string }[]> {
  const { rows } = await queryOf(tenant).raw<{
    rows: { id: string; account_id: string; stack_id: string }[];
  }>(
    `select id, account_id, stack_id from aws_accounts
     where organization_id = ? and connection_id = ? and deleted_at is null and stack_id is not null order by id`,
    [tenant.organizationId, connectionId],
  );
  return rows;
}
