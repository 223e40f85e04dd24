import type { NamedStateSource } from '../../../domain/mapping/state-source-name.ts';
import { execute, rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import { createdAt } from '../../runs/run-store.ts';
import type { Tenant } from '../../tenant.ts';

type SourceToSync = NamedStateSource & { readonly id: string };

export interface AccountToMatch {
  readonly id: string;
  /** The account number: 12 digits. */
  readonly accountId: string;
}

/**
 * Lists the accounts to match after a change of a source: those of its entries and of the resources that they claim. Without any,
 * one account of the organization, because every match computes the evidence of all accounts.
 */
export async function listReachedAccounts(
  tenant: Tenant,
  stateSourceId: string,
): Promise<readonly AccountToMatch[]> {
  const { organizationId } = tenant;
  const reached = await rowsOf<AccountToMatch>(
    tenant,
    sql`select a.id, a.account_id from aws_accounts a
      where a.organization_id = ${organizationId} and a.deleted_at is null and a.account_id in (
        select x.account_number from state_source_accounts x
        where x.organization_id = ${organizationId} and x.state_source_id = ${stateSourceId})
      order by a.id`,
  );
  return reached.length > 0 ? reached : listEvidenceAccount(tenant);
}

/** Returns one account of the organization, if it has any: its match computes the evidence of all accounts. */
export async function listEvidenceAccount(tenant: Tenant): Promise<readonly AccountToMatch[]> {
  return rowsOf<AccountToMatch>(
    tenant,
    sql`select id, account_id from aws_accounts
      where organization_id = ${tenant.organizationId} and deleted_at is null order by id limit 1`,
  );
}

/**
 * Stores that the resources of accounts are to be matched. A match that runs is repeated.
 *
 * @param all whether the match reads all entries and resources of the account, and not only what changed in its inventory
 */
export async function requestAccountMatch(
  tenant: Tenant,
  accountIds: readonly string[],
  all: boolean,
): Promise<void> {
  await execute(
    tenant,
    sql`update aws_accounts set match_requested_at = now(), match_all = match_all or ${all}
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

/**
 * Returns the account, locked until the transaction ends, if a match was requested since the last one began.
 *
 * @param afterRunId - only if it was requested after this run was created
 */
export async function findAccountToMatch(
  tenant: Tenant,
  accountId: string,
  afterRunId?: string,
): Promise<AccountToMatch | undefined> {
  return rowOf<AccountToMatch>(
    tenant,
    sql`select id, account_id from aws_accounts where organization_id = ${tenant.organizationId}
        and id = ${accountId} and match_requested_at > ${createdAt(tenant, afterRunId)}
      for no key update`,
  );
}

/**
 * Finds an account by id, if the organization has state sources, corrections or stacks whose resources were read, or if all code of
 * the account is connected.
 */
export async function findMatchableAccount(
  tenant: Tenant,
  accountId: string,
): Promise<AccountToMatch | undefined> {
  return rowOf<AccountToMatch>(
    tenant,
    sql`select id, account_id from aws_accounts
      where organization_id = ${tenant.organizationId} and id = ${accountId} and deleted_at is null
        and (code_complete or exists (select from state_sources s where s.organization_id = ${tenant.organizationId})
          or exists (select from mapping_corrections c where c.organization_id = ${tenant.organizationId})
          or exists (select from stack_readings s where s.organization_id = ${tenant.organizationId}))`,
  );
}

/** Lists the enabled sources with an entry whose resource in the account was deleted after the source's last sync. */
export async function listSourcesOfDeletedResources(
  tenant: Tenant,
  accountId: string,
): Promise<readonly SourceToSync[]> {
  return rowsOf<SourceToSync>(
    tenant,
    sql`select s.id, s.name, s.bucket, s.key from state_sources s
      where s.organization_id = ${tenant.organizationId} and not s.disabled and s.kind <> 'pushed' and exists (
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
): Promise<readonly SourceToSync[]> {
  return rowsOf<SourceToSync>(
    tenant,
    sql`select s.id, s.name, s.bucket, s.key from state_sources s
      where s.organization_id = ${tenant.organizationId} and not s.disabled and s.aws_account_id is null
        and s.last_error like 'no~_account:%' escape '~' and exists (
          select from resources r
          where r.organization_id = s.organization_id and r.aws_account_id = ${accountId}
            and r.resource_type = 'AWS::S3::Bucket' and r.native_id = s.bucket and r.status = 'active')
      order by s.id`,
  );
}
