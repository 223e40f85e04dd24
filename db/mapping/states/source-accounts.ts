import { execute } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/**
 * Stores the accounts of the entries of sources: those of the places of the entries, and those of the resources that they claim.
 * The evidence reads them in place of the entries. Writes only accounts that change.
 */
export async function storeSourceAccounts(tenant: Tenant, stateSourceIds: readonly string[]): Promise<void> {
  if (stateSourceIds.length === 0) return;
  const { organizationId } = tenant;
  const ofSources = sql`organization_id = ${organizationId} and state_source_id = any(${stateSourceIds}::uuid[])`;
  await execute(
    tenant,
    sql`with entry as materialized (
        select state_source_id, aws_account_number, resource_id from state_entries where ${ofSources}
      ), found as materialized (
        select state_source_id, aws_account_number as account_number from entry where aws_account_number is not null
        union
        select e.state_source_id, a.account_id from entry e
        join resources r on r.organization_id = ${organizationId} and r.id = e.resource_id
        join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id
      ), inserted as (
        insert into state_source_accounts (organization_id, state_source_id, account_number)
        select ${organizationId}::uuid, state_source_id, account_number from found
        on conflict on constraint state_source_accounts_pkey do nothing
      )
      delete from state_source_accounts s where ${ofSources} and not exists (select from found f
        where f.state_source_id = s.state_source_id and f.account_number = s.account_number)`,
  );
}
