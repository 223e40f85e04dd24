import { errors } from '../../domain/errors.ts';
import type { AccountStatus } from '../../domain/values.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';
import { Account } from './account.ts';
import type { ValidationSummary } from './account.ts';
import type { Connection } from './connection.ts';

/** The role of an account in a connection. */
export function roleArnOf(partition: string, awsAccountNumber: string, roleName: string): string {
  return `arn:${partition}:iam::${awsAccountNumber}:role/${roleName}`;
}

/**
 * Adds one account. One that was deleted or has departed comes back as the same row, in this connection.
 * @throws CatalogueError `account_exists` when it is in a connection of the organization.
 */
export async function addAccount(
  tenant: Tenant,
  connection: Connection,
  given: { readonly awsAccountNumber: string; readonly name: string | null; readonly partition: string },
): Promise<Account> {
  const { rows } = await queryOf(tenant).raw<{ rows: { id: string }[] }>(
    `insert into aws_accounts (organization_id, connection_id, account_id, name, name_chosen, role_arn)
     values (?, ?, ?, ?, ?, ?)
     on conflict on constraint aws_accounts_account_id_key do update
       set connection_id = excluded.connection_id, name = excluded.name, name_chosen = excluded.name_chosen,
           role_arn = excluded.role_arn, status = 'pending', included = true, regions = '{}', ou_path = null,
           scan_interval_minutes = null, deleted_at = null, created_at = now(), updated_at = now()
       where aws_accounts.deleted_at is not null or aws_accounts.status = 'departed'
     returning id`,
    [
      tenant.organizationId,
      connection.id,
      given.awsAccountNumber,
      given.name,
      given.name !== null,
      roleArnOf(given.partition, given.awsAccountNumber, connection.role_name),
    ],
  );
  const [row] = rows;
  if (row === undefined) throw errors.accountExists();
  return getAccount(tenant, row.id);
}

/** @throws CatalogueError `not_found`. */
export async function getAccount(tenant: Tenant, id: string): Promise<Account> {
  const account = await findAccount(tenant, id);
  if (account === undefined) throw errors.notFound();
  return account;
}

export async function findAccount(tenant: Tenant, id: string): Promise<Account | undefined> {
  return Account.query(queryOf(tenant)).findById([tenant.organizationId, id]).whereNull('deleted_at');
}

/** The account, locked until the transaction ends. @throws CatalogueError `not_found`. */
export async function lockAccount(tenant: Tenant, id: string): Promise<Account> {
  const account = await Account.query(queryOf(tenant))
    .findById([tenant.organizationId, id])
    .whereNull('deleted_at')
    .forNoKeyUpdate();
  if (account === undefined) throw errors.notFound();
  return account;
}

/** An account with what is needed to call it. */
export interface AccountAccess {
  readonly account: Account;
  readonly connection: Connection;
}

/** `undefined` when the account, or its connection, is gone or being deleted. */
export async function findAccountAccess(tenant: Tenant, id: string): Promise<AccountAccess | undefined> {
  const account = await findAccount(tenant, id);
  if (account === undefined) return undefined;
  const connection = await queryOf(tenant)<Connection>('aws_connections')
    .where({ organization_id: tenant.organizationId, id: account.connection_id })
    .whereNot('status', 'deleting')
    .first();
  return connection === undefined ? undefined : { account, connection };
}

export interface AccountChange {
  readonly included?: boolean | undefined;
  readonly regions?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly scan_interval_minutes?: number | null | undefined;
  readonly default_environment_id?: string | null | undefined;
}

/** Changes what is given; the schedule follows. The caller has locked the account. */
export async function updateAccount(tenant: Tenant, id: string, change: AccountChange): Promise<Account> {
  const values = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(values).length > 0) {
    const query = queryOf(tenant);
    await query('aws_accounts')
      .where({ organization_id: tenant.organizationId, id })
      .update({
        ...values,
        ...(change.name === undefined ? {} : { name_chosen: true }),
        schedule_due: true,
        updated_at: query.fn.now(),
      });
    if (change.regions !== undefined) await refreshEffectiveRegions(tenant, { accountId: id });
  }
  return getAccount(tenant, id);
}

/** What is scanned: the regions that are enabled, and chosen by the account or else by the connection; sorted. */
export async function refreshEffectiveRegions(
  tenant: Tenant,
  of: { readonly connectionId?: string; readonly accountId?: string },
): Promise<readonly { readonly id: string; readonly effective_regions: readonly string[] }[]> {
  const { rows } = await queryOf(tenant).raw<{ rows: { id: string; effective_regions: string[] }[] }>(
    `update aws_accounts a set effective_regions = wanted.regions
     from (
       select b.id, coalesce(array_agg(r.region order by r.region collate "C") filter (
                where r.region is not null and (chosen.regions = '{}' or r.region = any(chosen.regions))), '{}') as regions
       from aws_accounts b
       join aws_connections c on c.organization_id = b.organization_id and c.id = b.connection_id
       cross join lateral (select case when b.regions <> '{}' then b.regions else c.regions end as regions) chosen
       left join lateral unnest(b.enabled_regions) r(region) on true
       where b.organization_id = ? and (?::uuid is null or b.connection_id = ?) and (?::uuid is null or b.id = ?)
       group by b.id
     ) wanted
     where a.organization_id = ? and a.id = wanted.id and a.effective_regions <> wanted.regions
     returning a.id, a.effective_regions`,
    [
      tenant.organizationId,
      of.connectionId ?? null,
      of.connectionId ?? null,
      of.accountId ?? null,
      of.accountId ?? null,
      tenant.organizationId,
    ],
  );
  return rows;
}

/** Says that an account is being looked at, unless it works already: a look must not stop its scans. */
export async function markValidating(tenant: Tenant, id: string): Promise<void> {
  await queryOf(tenant)('aws_accounts')
    .where({ organization_id: tenant.organizationId, id, status: 'pending' })
    .update({ status: 'validating' });
}

export interface ValidationResult {
  readonly status: AccountStatus;
  readonly validation: ValidationSummary;
  /** `null`: unknown. */
  readonly templateVersion: string | null;
  readonly stackId: string | null;
  /** `null`: could not be asked; those known before stay. */
  readonly enabledRegions: readonly string[] | null;
}

/** Stores what a validation found; an account that left or was suspended meanwhile stays so. */
export async function storeValidation(tenant: Tenant, id: string, result: ValidationResult): Promise<void> {
  const query = queryOf(tenant);
  await query('aws_accounts')
    .where({ organization_id: tenant.organizationId, id })
    .whereNull('deleted_at')
    .whereNotIn('status', ['suspended', 'departed'])
    .update({
      status: result.status,
      validation: JSON.stringify(result.validation),
      template_version: result.templateVersion,
      stack_id: result.stackId,
      ...(result.enabledRegions === null ? {} : { enabled_regions: [...result.enabledRegions] }),
      last_validated_at: query.fn.now(),
      schedule_due: query.raw('schedule_due or status is distinct from ?', [result.status]),
      updated_at: query.fn.now(),
    });
  await refreshEffectiveRegions(tenant, { accountId: id });
}

/** Ids of a connection's accounts that can be validated, in pages by id. */
export async function accountsToValidate(
  tenant: Tenant,
  connectionId: string,
  wanted: { readonly after: string | null; readonly limit: number; readonly notConnectedOnly: boolean },
): Promise<readonly string[]> {
  const query = queryOf(tenant)<Account>('aws_accounts')
    .where({ organization_id: tenant.organizationId, connection_id: connectionId, included: true })
    .whereNull('deleted_at')
    .whereIn(
      'status',
      wanted.notConnectedOnly
        ? ['pending', 'validating', 'unreachable']
        : ['pending', 'validating', 'unreachable', 'invalid', 'connected'],
    )
    .orderBy('id')
    .limit(wanted.limit)
    .select('id');
  if (wanted.after !== null) void query.where('id', '>', wanted.after);
  return (await query).map(({ id }) => id);
}

/** How many of a connection's included accounts have which status. */
export async function countAccounts(
  tenant: Tenant,
  connectionId: string,
): Promise<Readonly<Partial<Record<AccountStatus, number>>>> {
  const { rows } = await queryOf(tenant).raw<{ rows: { status: AccountStatus; count: number }[] }>(
    `select status, count(*) as count from aws_accounts
     where organization_id = ? and connection_id = ? and included and deleted_at is null group by status`,
    [tenant.organizationId, connectionId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Ids of all accounts of a connection, in pages by id; also those of one that is being deleted. */
export async function accountIdsOf(
  tenant: Tenant,
  connectionId: string,
  after: string | null,
  limit: number,
): Promise<readonly string[]> {
  const query = queryOf(tenant)<Account>('aws_accounts')
    .where({ organization_id: tenant.organizationId, connection_id: connectionId })
    .orderBy('id')
    .limit(limit)
    .select('id');
  if (after !== null) void query.where('id', '>', after);
  return (await query).map(({ id }) => id);
}
