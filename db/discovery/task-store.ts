import type { PlannedTask } from '../../domain/discovery/plan-tasks.ts';
import type { Attempt } from '../inventory/store-page.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';
import type { ScanTask } from './scan-task.ts';

/** Somebody else has the task now, or the scan has ended: whoever gets this stops without writing. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Who claims tasks: one activity, the same through its retries. */
export interface Claim {
  readonly scanId: string;
  readonly accountId: string;
  readonly region: string;
  readonly claimant: string;
}

export type ClaimedTask = Pick<ScanTask, 'id' | 'service' | 'resource_types' | 'attempts'>;

const leaseSeconds = 60;
const lease = `now() + interval '${leaseSeconds} seconds'`;
/** The row that an attempt puts into its seen-set first; when it is missing, Postgres has lost the set. */
const marker = '00000000-0000-0000-0000-000000000000';

/** Writes the plan of an account; a plan that is there already stays. */
export async function insertTasks(
  tenant: Tenant,
  scanId: string,
  accountId: string,
  tasks: readonly PlannedTask[],
): Promise<void> {
  await queryOf(tenant).raw(
    `insert into scan_tasks (organization_id, scan_id, aws_account_id, region, service, resource_types)
     select ?, ?, ?, region, service, types
     from jsonb_to_recordset(?::jsonb) as t(region text, service text, types text[])
     on conflict on constraint scan_tasks_plan_key do nothing`,
    [
      tenant.organizationId,
      scanId,
      accountId,
      JSON.stringify(tasks.map(({ region, service, resourceTypes: types }) => ({ region, service, types }))),
    ],
  );
}

/** How many tasks of an account are not done, by region. */
export async function pendingTasks(
  tenant: Tenant,
  scanId: string,
  accountId: string,
): Promise<readonly { region: string; pending: number }[]> {
  const { rows } = await queryOf(tenant).raw<{ rows: { region: string; pending: number }[] }>(
    `select region, count(*) as pending from scan_tasks t
     join scans s on s.organization_id = t.organization_id and s.id = t.scan_id
     where t.organization_id = ? and t.scan_id = ? and t.aws_account_id = ? and t.status in ('queued', 'running')
       and s.cancel_requested_at is null and s.status in ('queued', 'running')
     group by region order by region`,
    [tenant.organizationId, scanId, accountId],
  );
  return rows;
}

/**
 * Takes up to `limit` tasks of a place: unclaimed ones, this claimant's own (an activity that is tried again), and
 * those whose lease ran out. A scan that is to stop gives none.
 */
export async function claimTasks(
  tenant: Tenant,
  claim: Claim,
  limit: number,
): Promise<readonly ClaimedTask[]> {
  const { rows } = await queryOf(tenant).raw<{ rows: ClaimedTask[] }>(
    `update scan_tasks t set claimed_by = ?, lease_expires_at = ${lease}
     from (
       select t.id from scan_tasks t join scans s on s.organization_id = t.organization_id and s.id = t.scan_id
       where t.organization_id = ? and t.scan_id = ? and t.aws_account_id = ? and t.region = ?
         and t.status in ('queued', 'running') and s.cancel_requested_at is null
         and (t.claimed_by is null or t.claimed_by = ? or t.lease_expires_at < now())
       order by t.claimed_by is distinct from ?, t.id limit ? for no key update of t skip locked) free
     where t.organization_id = ? and t.id = free.id
     returning t.id, t.service, t.resource_types, t.attempts`,
    [
      claim.claimant,
      tenant.organizationId,
      claim.scanId,
      claim.accountId,
      claim.region,
      claim.claimant,
      claim.claimant,
      limit,
      tenant.organizationId,
    ],
  );
  return rows;
}

/**
 * Renews the leases of a claimant.
 * @returns whether its scan goes on
 */
export async function renewClaim(tenant: Tenant, claim: Claim): Promise<boolean> {
  const { rows } = await queryOf(tenant).raw<{ rows: unknown[] }>(
    `with renewed as (
       update scan_tasks set lease_expires_at = ${lease}
       where organization_id = ? and scan_id = ? and claimed_by = ? and status in ('queued', 'running'))
     select from scans where organization_id = ? and id = ? and cancel_requested_at is null
       and status in ('queued', 'running')`,
    [tenant.organizationId, claim.scanId, claim.claimant, tenant.organizationId, claim.scanId],
  );
  return rows.length > 0;
}

/**
 * Begins a task at page one, with a seen-set of its own.
 * @throws LeaseLost when the task is not the claimant's any more.
 */
export async function beginAttempt(tenant: Tenant, claim: Claim, taskId: string): Promise<Attempt> {
  const { rows } = await queryOf(tenant).raw<{ rows: { attempts: number }[] }>(
    `with begun as (
       update scan_tasks set status = 'running', attempts = attempts + 1, resources_seen = 0, unchanged = 0,
              started_at = coalesce(started_at, now()), lease_expires_at = ${lease}
       where organization_id = ? and id = ? and claimed_by = ? and status in ('queued', 'running')
       returning organization_id, id, attempts
     ), marked as (
       insert into seen_resources (organization_id, task_id, attempt, resource_id)
       select organization_id, id, attempts, '${marker}' from begun)
     select attempts from begun`,
    [tenant.organizationId, taskId, claim.claimant],
  );
  const [row] = rows;
  if (row === undefined) throw new LeaseLost('the task has gone to another worker');
  const { scanId, accountId, region } = claim;
  return { scanId, taskId, attempt: row.attempts, accountId, region };
}

/**
 * Locks the attempt's row to the end of the transaction and renews its lease. Every write of an attempt begins with
 * it, so that a worker that was thought dead cannot write beside its successor.
 * @throws LeaseLost when the attempt is not the task's present one.
 */
export async function lockLease(tenant: Tenant, attempt: Attempt): Promise<void> {
  const { rowCount } = await queryOf(tenant).raw<{ rowCount: number }>(
    `update scan_tasks set lease_expires_at = ${lease}
     where organization_id = ? and id = ? and attempts = ? and status = 'running'`,
    [tenant.organizationId, attempt.taskId, attempt.attempt],
  );
  if (rowCount === 0) throw new LeaseLost('the task has gone to another worker');
}

/** Adds what a page brought; what was created and updated stays counted when the task is tried again. */
export async function countPage(
  tenant: Tenant,
  attempt: Attempt,
  counts: { readonly seen: number; readonly created: number; readonly updated: number },
): Promise<void> {
  await queryOf(tenant).raw(
    `update scan_tasks set resources_seen = resources_seen + ?, created = created + ?, updated = updated + ?
     where organization_id = ? and id = ?`,
    [counts.seen, counts.created, counts.updated, tenant.organizationId, attempt.taskId],
  );
}

/** Whether the attempt's seen-set is whole; a crash of Postgres empties it. */
export async function hasSeenSet(tenant: Tenant, attempt: Attempt): Promise<boolean> {
  const { rows } = await queryOf(tenant).raw<{ rows: unknown[] }>(
    `select from seen_resources where organization_id = ? and task_id = ? and attempt = ? and resource_id = '${marker}'`,
    [tenant.organizationId, attempt.taskId, attempt.attempt],
  );
  return rows.length > 0;
}
