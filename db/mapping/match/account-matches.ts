import { execute, rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

export interface AccountToMatch {
  readonly id: string;
  /** The account number: 12 digits. */
  readonly accountId: string;
}

/**
 * Lists the accounts that a source reaches: its own, those of its entries, and those of the resources that the entries
 * claim. The evidence for the management states of these accounts depends on the source.
 */
export async function listReachedAccounts(
  tenant: Tenant,
  stateSourceId: string,
): Promise<readonly AccountToMatch[]> {
  const { organizationId } = tenant;
  return rowsOf<AccountToMatch>(
    tenant,
    sql`with entries as materialized (
        select distinct e.aws_account_number, r.aws_account_id from state_entries e
        left join resources r on r.organization_id = e.organization_id and r.id = e.resource_id
        where e.organization_id = ${organizationId} and e.state_source_id = ${stateSourceId}
      )
      select a.id, a.account_id from aws_accounts a
      where a.organization_id = ${organizationId} and a.deleted_at is null and (
        a.id in (select aws_account_id from entries) or a.account_id in (select aws_account_number from entries)
        or a.id = (select s.aws_account_id from state_sources s
          where s.organization_id = ${organizationId} and s.id = ${stateSourceId}))
      order by a.id`,
  );
}

/** Stores that the resources of an account are to be matched. A match that runs is repeated. */
export async function requestAccountMatch(tenant: Tenant, accountIds: readonly string[]): Promise<void> {
  await execute(
    tenant,
    sql`update aws_accounts set match_requested_at = now()
      where organization_id = ${tenant.organizationId} and id = any(${accountIds}::uuid[])`,
  );
}

/** Clears the request for a match of an account. Returns whether there was one. */
export async function beginAccountMatch(tenant: Tenant, accountId: string): Promise<boolean> {
  const cleared = await execute(
    tenant,
    sql`update aws_accounts set match_requested_at = null
      where organization_id = ${tenant.organizationId} and id = ${accountId} and match_requested_at is not null`,
  );
  return cleared > 0;
}

/** Returns the account, locked until the transaction ends, if a match was requested since the last one began. */
export async function findAccountToMatch(
  tenant: Tenant,
  accountId: string,
): Promise<AccountToMatch | undefined> {
  return rowOf<AccountToMatch>(
    tenant,
    sql`select id, account_id from aws_accounts where organization_id = ${tenant.organizationId}
        and id = ${accountId} and match_requested_at is not null
      for no key update`,
  );
}

/** Finds an account by id, if the organization has state sources or corrections. */
export async function findMatchableAccount(
  tenant: Tenant,
  accountId: string,
): Promise<AccountToMatch | undefined> {
  return rowOf<AccountToMatch>(
    tenant,
    sql`select id, account_id from aws_accounts
      where organization_id = ${tenant.organizationId} and id = ${accountId} and deleted_at is null
        and (exists (select from state_sources s where s.organization_id = ${tenant.organizationId})
          or exists (select from mapping_corrections c where c.organization_id = ${tenant.organizationId}))`,
  );
}

/** Lists the enabled sources with an entry whose resource in the account was deleted after the source's last sync. */
export async function listSourcesOfDeletedResources(
  tenant: Tenant,
  accountId: string,
): Promise<readonly { readonly id: string; readonly bucket: string; readonly key: string }[]> {
  return rowsOf<{ id: string; bucket: string; key: string }>(
    tenant,
    sql`select s.id, s.bucket, s.key from state_sources s
      where s.organization_id = ${tenant.organizationId} and not s.disabled and exists (
        select from state_entries e
        join resources r on r.organization_id = e.organization_id and r.id = e.resource_id
        where e.organization_id = s.organization_id and e.state_source_id = s.id
          and r.aws_account_id = ${accountId} and r.status = 'deleted' and r.deleted_at > s.last_success_at)
      order by s.id`,
  );
}

/** Lists the enabled sources that no account could read, whose bucket the inventory of the account has. */
export async function listSourcesWithFoundBucket(
  tenant: Tenant,
  accountId: string,
): Promise<readonly { readonly id: string; readonly bucket: string; readonly key: string }[]> {
  return rowsOf<{ id: string; bucket: string; key: string }>(
    tenant,
    sql`select s.id, s.bucket, s.key from state_sources s
      where s.organization_id = ${tenant.organizationId} and not s.disabled and s.aws_account_id is null
        and s.last_error like 'no~_account:%' escape '~' and exists (
          select from resources r
          where r.organization_id = s.organization_id and r.aws_account_id = ${accountId}
            and r.resource_type = 'AWS::S3::Bucket' and r.native_id = s.bucket and r.status = 'active')
      order by s.id`,
  );
}
