import { errors } from '../../domain/errors.ts';
import { toJsonText } from '../../domain/json/text.ts';
import type { AccountStatus } from '../../domain/values.ts';
import { execute, queryModel, rowOf, rowsOf } from '../query.ts';
import { updateRow } from '../row-store.ts';
import { allOf, rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { Account } from './account.ts';
import type { ValidationSummary } from './account.ts';
import { Connection } from './connection.ts';

/** Returns the ARN of the role that a connection assumes in an account. */
export function roleArnOf(partition: string, awsAccountNumber: string, roleName: string): string {
  return `arn:${partition}:iam::${awsAccountNumber}:role/${roleName}`;
}

/**
 * Inserts an account. The row of an account that was deleted or has departed is reused and moved to this connection.
 * @throws CatalogueError `account_exists` when a connection of the organization has the account.
 */
export async function addAccount(
  tenant: Tenant,
  connection: Connection,
  given: { readonly awsAccountNumber: string; readonly name: string | undefined; readonly partition: string },
): Promise<Account> {
  const { awsAccountNumber, name, partition } = given;
  const row = await rowOf<{ id: string }>(
    tenant,
    sql`insert into aws_accounts (organization_id, connection_id, account_id, name, name_chosen, role_arn)
     values (${tenant.organizationId}, ${connection.id}, ${awsAccountNumber}, ${name}, ${name !== undefined},
       ${roleArnOf(partition, awsAccountNumber, connection.roleName)})
     on conflict on constraint aws_accounts_account_id_key do update
       set connection_id = excluded.connection_id, name = excluded.name, name_chosen = excluded.name_chosen,
           role_arn = excluded.role_arn, status = 'pending', included = true, regions = '{}', ou_path = null,
           scan_interval_minutes = null, event_scans = true, code_complete = false, deleted_at = null,
           created_at = now(), updated_at = now()
       where aws_accounts.deleted_at is not null or aws_accounts.status = 'departed'
     returning id`,
  );
  if (row === undefined) throw errors.accountExists();
  return getAccount(tenant, row.id);
}

/** @throws CatalogueError `not_found`. */
export async function getAccount(tenant: Tenant, id: string): Promise<Account> {
  const account = await findAccount(tenant, id);
  if (account === undefined) throw errors.notFound();
  return account;
}

/** Returns the ids of the accounts with these numbers or ids, by what was given. */
export async function findAccountIds(
  tenant: Tenant,
  numbersOrIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const given = numbersOrIds.map((text) => text.toLowerCase());
  const rows = await rowsOf<{ id: string; given: string }>(
    tenant,
    sql`select a.id, g.given from aws_accounts a
      join unnest(${given}::text[]) as g(given) on g.given in (a.account_id, a.id::text)
      where a.organization_id = ${tenant.organizationId} and a.deleted_at is null`,
  );
  return new Map(rows.map((row) => [row.given, row.id]));
}

/** Finds an account that is not deleted. */
async function findAccount(tenant: Tenant, id: string): Promise<Account | undefined> {
  return queryModel(tenant, Account).findById([tenant.organizationId, id]).whereNull('deleted_at');
}

/** Returns the account, locked until the transaction ends. @throws CatalogueError `not_found`. */
export async function lockAccount(tenant: Tenant, id: string): Promise<Account> {
  const account = await queryModel(tenant, Account)
    .findById([tenant.organizationId, id])
    .whereNull('deleted_at')
    .forNoKeyUpdate();
  if (account === undefined) throw errors.notFound();
  return account;
}

/** An account and its connection, which has the external id and the role name for calls to AWS. */
export interface AccountWithConnection {
  readonly account: Account;
  readonly connection: Connection;
}

/** Returns `undefined` when the account or its connection is deleted or being deleted. */
export async function findAccountAccess(
  tenant: Tenant,
  id: string,
): Promise<AccountWithConnection | undefined> {
  const account = await findAccount(tenant, id);
  if (account === undefined) return undefined;
  const connection = await queryModel(tenant, Connection)
    .findById([tenant.organizationId, account.connectionId])
    .whereNot('status', 'deleting');
  return connection === undefined ? undefined : { account, connection };
}

export interface AccountChange {
  readonly included?: boolean | undefined;
  readonly codeComplete?: boolean | undefined;
  readonly regions?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly scanIntervalMinutes?: number | null | undefined;
  readonly eventScans?: boolean | undefined;
  readonly defaultEnvironmentId?: string | null | undefined;
}

/**
 * Updates the given fields and marks the account's schedule as due. The caller has locked the account.
 * @throws CatalogueError `not_found`.
 */
export async function updateAccount(tenant: Tenant, id: string, change: AccountChange): Promise<Account> {
  if (Object.values(change).some((value) => value !== undefined)) {
    await updateRow(tenant, Account, id, {
      ...change,
      nameChosen: change.name === undefined ? undefined : true,
      scheduleDue: true,
    });
    if (change.regions !== undefined) await refreshEffectiveRegions(tenant, { accountId: id });
  }
  return getAccount(tenant, id);
}

/**
 * Recomputes the scanned regions of a connection's accounts, or of one account: the enabled regions among those chosen
 * for the account, or for the connection when the account has none. Returns the accounts whose regions changed, with
 * the regions sorted.
 */
export async function refreshEffectiveRegions(
  tenant: Tenant,
  { connectionId, accountId }: { readonly connectionId?: string; readonly accountId?: string },
): Promise<readonly { readonly id: string; readonly effectiveRegions: readonly string[] }[]> {
  const { organizationId } = tenant;
  const conditions = [
    sql`b.organization_id = ${organizationId}`,
    ...(connectionId === undefined ? [] : [sql`b.connection_id = ${connectionId}`]),
    ...(accountId === undefined ? [] : [sql`b.id = ${accountId}`]),
  ];
  return rowsOf<{ id: string; effectiveRegions: string[] }>(
    tenant,
    sql`update aws_accounts a set effective_regions = computed.regions
     from (
       select b.id, coalesce(array_agg(r.region order by r.region collate "C") filter (
                where r.region is not null and (chosen.regions = '{}' or r.region = any(chosen.regions))), '{}') as regions
       from aws_accounts b
       join aws_connections c on c.organization_id = b.organization_id and c.id = b.connection_id
       cross join lateral (select case when b.regions <> '{}' then b.regions else c.regions end as regions) chosen
       left join lateral unnest(b.enabled_regions) r(region) on true
       where ${allOf(conditions)}
       group by b.id
     ) computed
     where a.organization_id = ${organizationId} and a.id = computed.id and a.effective_regions <> computed.regions
     returning a.id, a.effective_regions`,
  );
}

/**
 * Adds regions to those that are enabled in AWS, and recomputes the scanned regions. Writes nothing if all are stored. Only a
 * validation removes regions. Returns the scanned regions if they changed, sorted.
 */
export async function addEnabledRegions(
  tenant: Tenant,
  id: string,
  regions: readonly string[],
): Promise<readonly string[] | undefined> {
  const stored = await execute(
    tenant,
    sql`update aws_accounts set updated_at = now(), enabled_regions = array(
        select distinct region collate "C" from unnest(enabled_regions || ${regions}::text[]) as r(region) order by 1)
      where organization_id = ${tenant.organizationId} and id = ${id} and not enabled_regions @> ${regions}::text[]`,
  );
  if (stored === 0) return undefined;
  const [changed] = await refreshEffectiveRegions(tenant, { accountId: id });
  return changed?.effectiveRegions;
}

/** Sets the status `validating` on a pending account. A connected account keeps its status, so that scans continue. */
export async function markValidating(tenant: Tenant, id: string): Promise<void> {
  await queryModel(tenant, Account)
    .findById([tenant.organizationId, id])
    .where('status', 'pending')
    .patch({ status: 'validating' });
}

export interface ValidationResult {
  readonly status: AccountStatus;
  /** Whether an account that is connected when the result is stored stays connected. */
  readonly keepsConnected?: boolean;
  /** The role that was validated; `undefined` when the validation did not get that far. */
  readonly roleArn: string | undefined;
  readonly validation: ValidationSummary;
  /** `undefined` when unknown. */
  readonly templateVersion: string | undefined;
  /** Permission groups of the role; `undefined` when unknown. */
  readonly cloudControlGroups: readonly string[] | undefined;
  readonly stackId: string | undefined;
  /** `undefined` when they could not be listed; the stored regions then stay as they are. */
  readonly enabledRegions: readonly string[] | undefined;
}

/**
 * Stores the result of a validation and returns the status of the account; `undefined` when it is deleted. An account that was
 * suspended, has departed or got another role in the meantime stays as it is.
 */
export async function storeValidation(
  tenant: Tenant,
  id: string,
  result: ValidationResult,
): Promise<AccountStatus | undefined> {
  const status = sql`case when ${result.keepsConnected ?? false} and status = 'connected' then status else ${result.status} end`;
  await execute(
    tenant,
    sql`update aws_accounts
      set status = ${status}, validation = ${toJsonText(result.validation)},
          template_version = ${result.templateVersion}, stack_id = ${result.stackId},
          cloud_control_groups = ${result.cloudControlGroups}::text[],
          enabled_regions = coalesce(${result.enabledRegions}::text[], enabled_regions), last_validated_at = now(),
          schedule_due = schedule_due or status is distinct from ${status}, updated_at = now()
      where organization_id = ${tenant.organizationId} and id = ${id} and deleted_at is null
        and status not in ('suspended', 'departed')
        and (${result.roleArn}::text is null or role_arn = ${result.roleArn})`,
  );
  await refreshEffectiveRegions(tenant, { accountId: id });
  return (await findAccount(tenant, id))?.status;
}

/** Lists ids of a connection's included accounts that can be validated, by id after `after`. */
export async function listAccountsToValidate(
  tenant: Tenant,
  connectionId: string,
  request: { readonly after: string | undefined; readonly limit: number; readonly notConnectedOnly: boolean },
): Promise<readonly string[]> {
  const statuses = ['pending', 'validating', 'unreachable'];
  if (!request.notConnectedOnly) statuses.push('invalid', 'connected');
  return listIds(
    tenant,
    sql`connection_id = ${connectionId} and included and deleted_at is null and status = any(${statuses}::text[])`,
    request.after,
    request.limit,
  );
}

/** Counts a connection's included accounts by status. */
export async function countIncludedAccounts(
  tenant: Tenant,
  connectionId: string,
): Promise<Readonly<Partial<Record<AccountStatus, number>>>> {
  const rows = await rowsOf<{ status: AccountStatus; count: number }>(
    tenant,
    sql`select status, count(*) as count from aws_accounts
      where organization_id = ${tenant.organizationId} and connection_id = ${connectionId} and included
        and deleted_at is null
      group by status`,
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Lists ids of all accounts of a connection, including deleted ones, by id after `after`. */
export async function listAccountIds(
  tenant: Tenant,
  connectionId: string,
  after: string | undefined,
  limit: number,
): Promise<readonly string[]> {
  return listIds(tenant, sql`connection_id = ${connectionId}`, after, limit);
}

async function listIds(
  tenant: Tenant,
  condition: Sql,
  after: string | undefined,
  limit: number,
): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from aws_accounts where organization_id = ${tenant.organizationId} and ${condition}
        and ${after === undefined ? rawSql('true') : sql`id > ${after}`}
      order by id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}
