import { byCodeUnit } from '../../domain/json/canonical.ts';
import { cloudControlService } from '../../domain/discovery/cloud-control/cloud-control-types.ts';
import type { PlannedTask } from '../../domain/discovery/tasks/order-tasks.ts';
import type { Attempt } from './attempt.ts';
import { execute, rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { activeScan } from './lock-scan-account.ts';
import type { ScanTask } from './scan-task.ts';

/** Another worker has claimed the task, or the scan has ended. The caller must stop without writing. */
export class TaskLeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** The tasks that an activity claims. `claimant` identifies the activity and is the same in all of its attempts. */
export interface TaskClaim {
  readonly scanId: string;
  readonly accountId: string;
  readonly region: string;
  readonly claimant: string;
}

/** The columns of a claimed task that its run needs. */
export type ClaimedTask = Pick<ScanTask, 'id' | 'service' | 'resourceTypes' | 'attempts'>;

const leaseSeconds = 60;
const leaseExpiry = rawSql(`now() + interval '${leaseSeconds} seconds'`);
/**
 * Every attempt first inserts this id into its seen-set. `seen_resources` is unlogged: a crash of Postgres empties it,
 * and the marker is missing afterwards.
 */
export const seenSetMarker = '00000000-0000-0000-0000-000000000000';

/**
 * Inserts the planned tasks of an account. Does not change existing tasks. Returns `false`, without a task, when the scan
 * has ended, is to be cancelled, or no longer covers the account. Otherwise the scan covers the account until the
 * transaction ends.
 */
export async function insertTasks(
  tenant: Tenant,
  scanId: string,
  accountId: string,
  tasks: readonly PlannedTask[],
): Promise<boolean> {
  const active = await execute(
    tenant,
    sql`with ${activeScan(tenant, { scanId, accountId })}
     select from active_scan, scans s
     where s.organization_id = ${tenant.organizationId} and s.id = ${scanId} and s.cancel_requested_at is null`,
  );
  if (active === 0) return false;
  await execute(
    tenant,
    sql`insert into scan_tasks (organization_id, scan_id, aws_account_id, region, service, resource_types)
     select ${tenant.organizationId}::uuid, ${scanId}::uuid, ${accountId}::uuid, region, service, resource_types
     from ${rowset('t', { region: 'text', service: 'text', resourceTypes: 'text[]' }, tasks)}
     on conflict on constraint scan_tasks_plan_key do nothing`,
  );
  return true;
}

/**
 * Counts an account's queued and running tasks by region. Returns none when the scan is to be cancelled or no longer covers
 * the account.
 */
export async function countPendingTasks(
  tenant: Tenant,
  scanId: string,
  accountId: string,
): Promise<readonly { region: string; pending: number }[]> {
  return rowsOf<{ region: string; pending: number }>(
    tenant,
    sql`select region, count(*) as pending from scan_tasks t
     join scans s on s.organization_id = t.organization_id and s.id = t.scan_id
     join scan_accounts a on a.organization_id = t.organization_id and a.scan_id = t.scan_id
       and a.aws_account_id = t.aws_account_id and a.active
     where t.organization_id = ${tenant.organizationId} and t.scan_id = ${scanId} and t.aws_account_id = ${accountId}
       and t.status in ('queued', 'running') and s.cancel_requested_at is null
     group by region order by region`,
  );
}

/**
 * Claims up to `limit` tasks of an account and region: unclaimed tasks, tasks of this claimant (when the activity is
 * retried), and tasks whose lease has expired. Returns them in the order of the plan; none when the scan is to be cancelled or no
 * longer covers the account. The task for Cloud Control is claimed after the other tasks of the account and region have ended,
 * because they list the parents of its types.
 */
export async function claimTasks(
  tenant: Tenant,
  claim: TaskClaim,
  limit: number,
): Promise<readonly ClaimedTask[]> {
  const { organizationId } = tenant;
  const { claimant } = claim;
  // Materialized: a nested loop would evaluate the subquery for each task, and claim more than the limit.
  const claimed = await rowsOf<ClaimedTask>(
    tenant,
    sql`with ${activeScan(tenant, claim)}, claimable as materialized (
       select t.id from scan_tasks t join scans s on s.organization_id = t.organization_id and s.id = t.scan_id
       where t.organization_id = ${organizationId} and t.scan_id = ${claim.scanId}
         and t.aws_account_id = ${claim.accountId} and t.region = ${claim.region}
         and t.status in ('queued', 'running') and s.cancel_requested_at is null
         and (t.claimed_by is null or t.claimed_by = ${claimant} or t.lease_expires_at < now())
         and (t.service <> ${cloudControlService} or not exists (
           select from scan_tasks p where p.organization_id = t.organization_id and p.scan_id = t.scan_id
             and p.aws_account_id = t.aws_account_id and p.region = t.region and p.service <> t.service
             and p.status in ('queued', 'running')))
       order by t.claimed_by is distinct from ${claimant}, t.id limit ${limit}
       for no key update of t skip locked
     )
     update scan_tasks t set claimed_by = ${claimant}, lease_expires_at = ${leaseExpiry} from claimable
     where t.organization_id = ${organizationId} and t.id = claimable.id and exists (select from active_scan)
     returning t.id, t.service, t.resource_types, t.attempts`,
  );
  return claimed.toSorted((left, right) => byCodeUnit(left.id, right.id));
}

/**
 * Queues the tasks of a scan again that were begun or ended, of accounts that it still covers: after a worker with a newer rule
 * set joined it. The current attempt of a task loses its lease.
 */
export async function restartTasks(tenant: Tenant, scanId: string): Promise<void> {
  await execute(
    tenant,
    sql`update scan_tasks t set status = 'queued', claimed_by = null, lease_expires_at = null, finished_at = null,
        error_code = null, error = null, failures = '[]'
      from scan_accounts a
      where t.organization_id = ${tenant.organizationId} and t.scan_id = ${scanId}
        and t.status in ('running', 'succeeded', 'failed') and a.organization_id = t.organization_id
        and a.scan_id = t.scan_id and a.aws_account_id = t.aws_account_id and a.active`,
  );
}

/**
 * Renews the leases of a claimant. Returns `false` when the scan has ended, is to be cancelled, or no longer covers the
 * account.
 */
export async function renewLeases(tenant: Tenant, claim: TaskClaim): Promise<boolean> {
  const { organizationId } = tenant;
  const active = await execute(
    tenant,
    sql`with renewed as (
       update scan_tasks set lease_expires_at = ${leaseExpiry}
       where organization_id = ${organizationId} and scan_id = ${claim.scanId} and claimed_by = ${claim.claimant}
         and status in ('queued', 'running'))
     select from scans s join scan_accounts a on a.organization_id = s.organization_id and a.scan_id = s.id
       and a.aws_account_id = ${claim.accountId} and a.active
     where s.organization_id = ${organizationId} and s.id = ${claim.scanId} and s.cancel_requested_at is null`,
  );
  return active > 0;
}

/**
 * Starts an attempt at each of some claimed tasks, which begins with the first page and an empty seen-set. Returns the
 * attempts by the id of the task, without tasks that another worker has claimed; none when the scan no longer covers the
 * account.
 */
export async function beginAttempts(
  tenant: Tenant,
  claim: TaskClaim,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, Attempt>> {
  const { scanId, accountId, region } = claim;
  const rows = await rowsOf<{ id: string; attempts: number; begunAt: Date }>(
    tenant,
    sql`with ${activeScan(tenant, claim)}, begun as (
       update scan_tasks set status = 'running', attempts = attempts + 1, resources_seen = 0, unchanged = 0,
              started_at = coalesce(started_at, now()), lease_expires_at = ${leaseExpiry}
       where organization_id = ${tenant.organizationId} and id = any(${taskIds}::uuid[])
         and claimed_by = ${claim.claimant} and status in ('queued', 'running')
         and exists (select from active_scan)
       returning organization_id, id, attempts
     ), marked as (
       insert into seen_resources (organization_id, task_id, attempt, resource_id)
       select organization_id, id, attempts, ${seenSetMarker}::uuid from begun)
     select id, attempts, now() as begun_at from begun`,
  );
  return new Map(
    rows.map(({ id, attempts, begunAt }) => [
      id,
      { scanId, taskId: id, attempt: attempts, accountId, region, begunAt },
    ]),
  );
}

/**
 * Locks the task's row until the transaction ends and renews its lease. Called before every write of an attempt, so that
 * a worker whose lease has expired cannot write concurrently with the next one.
 * @throws LeaseLost when a later attempt has begun or the task is not running.
 */
export async function lockLease(tenant: Tenant, attempt: Attempt): Promise<void> {
  const renewed = await rowsOf(tenant, sql`${renewTaskLease(tenant, attempt)} returning id`);
  if (renewed.length === 0) throw new TaskLeaseLost('another worker has claimed the task');
}

/** The statement that renews the lease of an attempt. It updates no row when the lease is lost. */
export function renewTaskLease({ organizationId }: Tenant, { taskId, attempt }: Attempt): Sql {
  return sql`update scan_tasks set lease_expires_at = ${leaseExpiry}
     where organization_id = ${organizationId} and id = ${taskId} and attempts = ${attempt} and status = 'running'`;
}

/** Adds the counts of a page to the task. A new attempt resets `resources_seen` but not `created` and `updated`. */
export async function addPageCounts(
  tenant: Tenant,
  attempt: Attempt,
  counts: { readonly seen: number; readonly created: number; readonly updated: number },
): Promise<void> {
  await execute(
    tenant,
    sql`update scan_tasks set resources_seen = resources_seen + ${counts.seen}, created = created + ${counts.created},
          updated = updated + ${counts.updated}
        where organization_id = ${tenant.organizationId} and id = ${attempt.taskId}`,
  );
}
