import { errors } from '../../domain/errors.ts';
import { scanOutcome } from '../../domain/discovery/scan-outcomes.ts';
import { finishRun } from '../runs/run-store.ts';
import type { NewRun } from '../runs/run-store.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';
import { insertScan } from './insert-scan.ts';
import { Scan } from './scan.ts';
import { ScanTask } from './scan-task.ts';

export async function findScan(tenant: Tenant, id: string): Promise<Scan | undefined> {
  return Scan.query(queryOf(tenant)).findById([tenant.organizationId, id]);
}

/**
 * Asks a scan to stop: its tasks end at their next page, and one that no workflow has begun ends at once.
 * A scan that has ended stays as it is.
 */
export async function cancelScan(tenant: Tenant, id: string): Promise<void> {
  await lockRuns(tenant, [id]);
  const [scan] = await Scan.query(queryOf(tenant))
    .where({ organization_id: tenant.organizationId, id })
    .whereIn('status', ['queued', 'running'])
    .patch({ cancel_requested_at: queryOf(tenant).fn.now() as unknown as Date })
    .returning('*');
  if (scan?.status === 'queued') await finishRun(tenant, id, 'cancelled');
}

/**
 * Takes accounts out of every active scan, as when they are excluded or their connection goes. The scans go on with
 * their other accounts; a scan without any ends as cancelled.
 */
export async function cancelScansOf(tenant: Tenant, accountIds: readonly string[]): Promise<void> {
  const bindings = [tenant.organizationId, [...accountIds]];
  const { rows: active } = await queryOf(tenant).raw<{ rows: { scan_id: string }[] }>(
    `select scan_id from scan_accounts
     where organization_id = ? and aws_account_id = any(?::uuid[]) and active`,
    bindings,
  );
  await lockRuns(
    tenant,
    active.map(({ scan_id: scan }) => scan),
  );
  const { rows } = await queryOf(tenant).raw<{ rows: { scan_id: string }[] }>(
    `update scan_accounts set active = false
     where organization_id = ? and aws_account_id = any(?::uuid[]) and active returning scan_id`,
    bindings,
  );
  const scans = rows.map(({ scan_id: scan }) => scan);
  await queryOf(tenant).raw(
    `update scan_tasks set status = 'cancelled', claimed_by = null, lease_expires_at = null, finished_at = now()
     where organization_id = ? and aws_account_id = any(?::uuid[]) and scan_id = any(?::uuid[])
       and status in ('queued', 'running')`,
    [...bindings, scans],
  );
  const { rows: empty } = await queryOf(tenant).raw<{ rows: { id: string }[] }>(
    `select id from scans s where organization_id = ? and id = any(?::uuid[]) and not exists (
       select from scan_accounts a where a.organization_id = s.organization_id and a.scan_id = s.id and a.active)`,
    [tenant.organizationId, scans],
  );
  for (const { id } of empty) await cancelScan(tenant, id);
}

/** The run's row before those of its scan, as when the run begins or ends: otherwise the two wait for each other. */
async function lockRuns(tenant: Tenant, ids: readonly string[]): Promise<void> {
  await queryOf(tenant).raw(
    'select from runs where organization_id = ? and id = any(?::uuid[]) order by id for no key update',
    [tenant.organizationId, [...ids]],
  );
}

/**
 * Repeats a failed task as a scan of its own, whose result the task takes over when it ends.
 * @throws CatalogueError `not_found`; `conflict` unless the task failed; those of {@link insertScan}.
 */
export async function insertRetryOfTask(
  tenant: Tenant,
  wanted: { readonly scanId: string; readonly taskId: string; readonly requestedBy: string },
): Promise<{ task: ScanTask; run: NewRun & { readonly id: string } }> {
  const task = await ScanTask.query(queryOf(tenant))
    .findById([tenant.organizationId, wanted.taskId])
    .where('scan_id', wanted.scanId)
    .forUpdate();
  if (task === undefined) throw errors.notFound();
  if (task.status !== 'failed') throw errors.conflict('Only a failed task can be retried.');
  const { run } = await insertScan(tenant, {
    trigger: 'retry',
    accountIds: [task.aws_account_id],
    regions: [task.region],
    resourceTypes: task.resource_types,
    requestedBy: wanted.requestedBy,
    retryOfTaskId: task.id,
  });
  await task.$query(queryOf(tenant)).patch({ status: 'queued' });
  return { task, run };
}

/** How a scan whose tasks have all ended ends. */
export async function endingOfScan(tenant: Tenant, id: string): Promise<ReturnType<typeof scanOutcome>> {
  const { rows } = await queryOf(tenant).raw<{
    rows: { cancel_requested: boolean; tasks: number; failed: number }[];
  }>(
    `select s.cancel_requested_at is not null as cancel_requested, count(t.id) as tasks,
            count(*) filter (where t.status = 'failed') as failed
     from scans s left join scan_tasks t on t.organization_id = s.organization_id and t.scan_id = s.id
     where s.organization_id = ? and s.id = ? group by s.organization_id, s.id`,
    [tenant.organizationId, id],
  );
  const [row] = rows;
  if (row === undefined) return 'cancelled';
  return scanOutcome({ cancelRequested: row.cancel_requested, tasks: row.tasks, failed: row.failed });
}

/** Accounts of a scan that is not to stop, in pages by id. */
export async function accountsOfScan(
  tenant: Tenant,
  scanId: string,
  after: string | null,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await queryOf(tenant).raw<{ rows: { aws_account_id: string }[] }>(
    `select a.aws_account_id from scan_accounts a join scans s on s.organization_id = a.organization_id and s.id = a.scan_id
     where a.organization_id = ? and a.scan_id = ? and a.active and s.cancel_requested_at is null
       and (?::uuid is null or a.aws_account_id > ?) order by a.aws_account_id limit ?`,
    [tenant.organizationId, scanId, after, after, limit],
  );
  return rows.map(({ aws_account_id: id }) => id);
}
