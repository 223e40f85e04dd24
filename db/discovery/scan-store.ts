import { fn } from 'objection';
import { errors } from '../../domain/errors.ts';
import { scanOutcome } from '../../domain/discovery/tasks/scan-outcomes.ts';
import { execute, queryModel, rowOf, rowsOf } from '../query.ts';
import { finishRun } from '../runs/run-store.ts';
import type { NewRun } from '../runs/run-store.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { insertScan } from './insert-scan.ts';
import { Scan } from './scan.ts';
import { ScanTask } from './scan-task.ts';

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
  const { organizationId } = tenant;
  const active = sql`organization_id = ${organizationId} and aws_account_id = any(${accountIds}::uuid[]) and active`;
  const found = await rowsOf<{ scanId: string }>(
    tenant,
    sql`select scan_id from scan_accounts where ${active}`,
  );
  await lockRuns(
    tenant,
    found.map(({ scanId }) => scanId),
  );
  const removed = await rowsOf<{ scanId: string }>(
    tenant,
    sql`update scan_accounts set active = false where ${active} returning scan_id`,
  );
  const scanIds = removed.map(({ scanId }) => scanId);
  const ended = await rowsOf<{ id: string }>(
    tenant,
    sql`update scan_tasks set status = 'cancelled', claimed_by = null, lease_expires_at = null, finished_at = now()
      where organization_id = ${organizationId} and aws_account_id = any(${accountIds}::uuid[])
        and scan_id = any(${scanIds}::uuid[]) and status in ('queued', 'running') returning id`,
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

/**
 * Inserts a new scan that retries a failed task. When the new scan ends, its result is copied to the task.
 * @throws CatalogueError `not_found`; `conflict` unless the task failed; the errors of {@link insertScan}.
 */
export async function insertRetryOfTask(
  tenant: Tenant,
  request: { readonly scanId: string; readonly taskId: string; readonly requestedBy: string },
): Promise<{ task: ScanTask; run: NewRun & { readonly id: string } }> {
  const key = [tenant.organizationId, request.taskId];
  const task = await queryModel(tenant, ScanTask).findById(key).where('scan_id', request.scanId).forUpdate();
  if (task === undefined) throw errors.notFound();
  if (task.status !== 'failed') throw errors.conflict('Only a failed task can be retried.');
  const { run } = await insertScan(tenant, {
    trigger: 'retry',
    accountIds: [task.awsAccountId],
    regions: [task.region],
    resourceTypes: task.resourceTypes,
    requestedBy: request.requestedBy,
    retryOfTaskId: task.id,
  });
  await queryModel(tenant, ScanTask).findById(key).patch({ status: 'queued' });
  return { task: task.$set({ status: 'queued' }), run };
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

/** Lists ids of the active accounts of a scan, by id after `after`. Returns none after a request to cancel the scan. */
export async function listAccountsOfScan(
  tenant: Tenant,
  scanId: string,
  after: string | undefined,
  limit: number,
): Promise<readonly string[]> {
  const rows = await rowsOf<{ awsAccountId: string }>(
    tenant,
    sql`select a.aws_account_id
     from scan_accounts a join scans s on s.organization_id = a.organization_id and s.id = a.scan_id
     where a.organization_id = ${tenant.organizationId} and a.scan_id = ${scanId} and a.active
       and s.cancel_requested_at is null and ${after === undefined ? rawSql('true') : sql`a.aws_account_id > ${after}`}
     order by a.aws_account_id limit ${limit}`,
  );
  return rows.map(({ awsAccountId: id }) => id);
}
