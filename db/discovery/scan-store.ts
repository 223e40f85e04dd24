import { fn } from 'objection';
import type { AccountToScan } from '../../domain/discovery/tasks/scan-input.ts';
import { scanOutcome } from '../../domain/discovery/tasks/scan-outcomes.ts';
import { execute, queryModel, rowOf, rowsOf } from '../query.ts';
import { finishRun } from '../runs/run-store.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { Scan } from './scan.ts';

/** Finds a scan. The counts of an active scan are 0; scan-read-model.ts sums the counts of its tasks. */
export async function findScan(tenant: Tenant, id: string): Promise<Scan | undefined> {
  return queryModel(tenant, Scan).findById([tenant.organizationId, id]);
}

/**
 * Requests the cancellation of an active scan. Running tasks stop at their next page. A scan whose workflow has not
 * started is cancelled at once. Returns whether the scan was active.
 */
export async function cancelScan(tenant: Tenant, id: string): Promise<boolean> {
  await lockRuns(tenant, [id]);
  const scan = await queryModel(tenant, Scan)
    .findById([tenant.organizationId, id])
    .whereIn('status', ['queued', 'running'])
    .patch({ cancelRequestedAt: fn.now() })
    .returning('*')
    .first();
  if (scan?.status === 'queued') await finishRun(tenant, id, 'cancelled');
  return scan !== undefined;
}

/**
 * Removes accounts from every active scan, for example when they are excluded or their connection is deleted. The scans
 * continue with their other accounts; a scan without any other account is cancelled.
 */
export async function removeAccountsFromScans(tenant: Tenant, accountIds: readonly string[]): Promise<void> {
  await removeFromScans(tenant, sql`a.aws_account_id = any(${accountIds}::uuid[])`);
}

/**
 * Cancels the active scans of due cells that cover one of the accounts with overlapping regions and types: they never make
 * another scan wait. Attempts at their tasks write nothing from now on. The cells that they have not read stay due.
 *
 * @param regions - `undefined`: every region
 * @param resourceTypes - `undefined`: every type
 */
export async function cancelEventScans(
  tenant: Tenant,
  accountIds: readonly string[],
  regions: readonly string[] | undefined,
  resourceTypes: readonly string[] | undefined,
): Promise<void> {
  await removeFromScans(
    tenant,
    sql`${overlaps(accountIds, regions, resourceTypes)} and exists (
        select from scans s where s.organization_id = a.organization_id and s.id = a.scan_id and s.trigger = 'event')`,
  );
}

/**
 * Returns the id of an active scan that covers one of the accounts with overlapping regions and types. With the accounts
 * locked by `lockScannableAccounts`, no other is inserted until the transaction ends.
 */
export async function findOverlappingScan(
  tenant: Tenant,
  accountIds: readonly string[],
  regions: readonly string[] | undefined,
  resourceTypes: readonly string[] | undefined,
): Promise<string | undefined> {
  const row = await rowOf<{ scanId: string }>(
    tenant,
    sql`select a.scan_id from scan_accounts a where a.organization_id = ${tenant.organizationId} and a.active
        and ${overlaps(accountIds, regions, resourceTypes)} order by a.scan_id limit 1`,
  );
  return row?.scanId;
}

/** Returns the condition that a row `a` of `scan_accounts` overlaps with accounts, regions and types. */
function overlaps(
  accountIds: readonly string[],
  regions: readonly string[] | undefined,
  resourceTypes: readonly string[] | undefined,
): Sql {
  return sql`a.aws_account_id = any(${accountIds}::uuid[]) and a.region_set && text_set(${regions}::text[])
      and a.resource_type_set && text_set(${resourceTypes}::text[])`;
}

/** @param covered - condition on `scan_accounts a` */
async function removeFromScans(tenant: Tenant, covered: Sql): Promise<void> {
  const { organizationId } = tenant;
  const active = sql`a.organization_id = ${organizationId} and a.active and ${covered}`;
  const found = await rowsOf<{ scanId: string }>(
    tenant,
    sql`select a.scan_id from scan_accounts a where ${active}`,
  );
  if (found.length === 0) return;
  await lockRuns(
    tenant,
    found.map(({ scanId }) => scanId),
  );
  const removed = await rowsOf<{ scanId: string; awsAccountId: string }>(
    tenant,
    sql`update scan_accounts a set active = false where ${active} returning a.scan_id, a.aws_account_id`,
  );
  const scanIds = removed.map(({ scanId }) => scanId);
  const ended = await rowsOf<{ id: string }>(
    tenant,
    sql`update scan_tasks t set status = 'cancelled', claimed_by = null, lease_expires_at = null, finished_at = now()
      from unnest(${scanIds}::uuid[], ${removed.map(({ awsAccountId: id }) => id)}::uuid[]) as r(scan_id, aws_account_id)
      where t.organization_id = ${organizationId} and t.scan_id = r.scan_id and t.aws_account_id = r.aws_account_id
        and t.status in ('queued', 'running') returning t.id`,
  );
  // A statement of its own sees the pages that were committed while the update waited for their tasks.
  await execute(
    tenant,
    sql`delete from seen_resources where organization_id = ${organizationId}
      and task_id = any(${ended.map(({ id }) => id)}::uuid[])`,
  );
  const empty = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from scans s where organization_id = ${organizationId} and id = any(${scanIds}::uuid[])
      and not exists (
        select from scan_accounts a where a.organization_id = s.organization_id and a.scan_id = s.id and a.active)`,
  );
  for (const { id } of empty) await cancelScan(tenant, id);
}

/** Locks the runs of scans. A run is always locked before its scan: another order could deadlock. */
async function lockRuns(tenant: Tenant, ids: readonly string[]): Promise<void> {
  await execute(
    tenant,
    sql`select from runs where organization_id = ${tenant.organizationId} and id = any(${ids}::uuid[])
      order by id for no key update`,
  );
}

/** Returns whether a scan has created, updated or deleted a resource so far. */
export async function hasFoundChanges(tenant: Tenant, id: string): Promise<boolean> {
  const row = await rowOf(
    tenant,
    sql`select from scan_tasks where organization_id = ${tenant.organizationId} and scan_id = ${id}
      and (created > 0 or updated > 0 or deleted > 0) limit 1`,
  );
  return row !== undefined;
}

/** Returns the final status of a scan whose tasks have all ended; `cancelled` when the scan does not exist. */
export async function getScanOutcome(tenant: Tenant, id: string): Promise<ReturnType<typeof scanOutcome>> {
  const row = await rowOf<{ cancelRequested: boolean; tasks: number; failed: number }>(
    tenant,
    sql`select s.cancel_requested_at is not null as cancel_requested, count(t.id) as tasks,
            count(*) filter (where t.status = 'failed') as failed
     from scans s left join scan_tasks t on t.organization_id = s.organization_id and t.scan_id = s.id
     where s.organization_id = ${tenant.organizationId} and s.id = ${id} group by s.organization_id, s.id`,
  );
  if (row === undefined) return 'cancelled';
  return scanOutcome({ cancelRequested: row.cancelRequested, tasks: row.tasks, failed: row.failed });
}

/** Lists the active accounts of a scan, by id after `after`. Returns none after a request to cancel the scan. */
export async function listAccountsOfScan(
  tenant: Tenant,
  scanId: string,
  after: string | undefined,
  limit: number,
): Promise<readonly AccountToScan[]> {
  return rowsOf<AccountToScan>(
    tenant,
    sql`select a.aws_account_id as id, c.account_id as number, c.name, o.name as organization
     from scan_accounts a join scans s on s.organization_id = a.organization_id and s.id = a.scan_id
     join aws_accounts c on c.organization_id = a.organization_id and c.id = a.aws_account_id
     join organizations o on o.id = a.organization_id
     where a.organization_id = ${tenant.organizationId} and a.scan_id = ${scanId} and a.active
       and s.cancel_requested_at is null and ${after === undefined ? rawSql('true') : sql`a.aws_account_id > ${after}`}
     order by a.aws_account_id limit ${limit}`,
  );
}
