import { failuresOf, taskOutcome } from '../../domain/discovery/tasks/scan-outcomes.ts';
import type { CellResult } from '../../domain/discovery/tasks/scan-outcomes.ts';
import { toJsonText } from '../../domain/json/text.ts';
import type { Attempt } from './attempt.ts';
import { rowsOf, oneRowOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { endOfDay } from './policy-block-store.ts';
import { TaskLeaseLost, renewTaskLease, seenSetMarker } from './task-store.ts';

/**
 * Locks the lease of an attempt and returns the types with resources that are not in its seen-set. They are listed a second
 * time before a deletion.
 * @throws LeaseLost when a later attempt has begun or the task is not running; SeenSetLost after a crash of Postgres, which
 *   empties the unlogged table.
 */
export async function lockSeenSet(
  tenant: Tenant,
  attempt: Attempt,
  types: readonly string[],
): Promise<readonly string[]> {
  const [row] = await rowsOf<{ complete: boolean; unseenTypes: readonly string[] }>(
    tenant,
    sql`with lease as (${renewTaskLease(tenant, attempt)} returning id)
     select exists (
         select from seen_resources where organization_id = ${tenant.organizationId} and task_id = ${attempt.taskId}
           and attempt = ${attempt.attempt} and resource_id = ${seenSetMarker}) as complete,
       array(select distinct r.resource_type from resources r where ${unseen(tenant, attempt, types)}) as "unseenTypes"
     from lease`,
  );
  if (row === undefined) throw new TaskLeaseLost('another worker has claimed the task');
  if (!row.complete) throw new SeenSetLost('the seen-set was lost');
  return row.unseenTypes;
}

/** A crash of Postgres has emptied the seen-set of an attempt. */
export class SeenSetLost extends Error {
  override readonly name = 'SeenSetLost';
}

/**
 * Finishes a task: writes its cells to the ledger, with the number of their resources that have unreadable parts. Complete
 * cells are no longer due if their last event occurred before the attempt; CloudTrail truncates times to seconds. A blocked
 * cell of which nothing was read is not read again before the end of the UTC day. Marks unseen resources of `deletableTypes`
 * as deleted, deletes references to resources that AWS no longer lists in complete cells, and deletes the seen-set. The
 * caller has locked the lease of the attempt.
 */
export async function finishTask(
  tenant: Tenant,
  attempt: Attempt,
  cells: readonly CellResult[],
  deletableTypes: readonly string[],
): Promise<void> {
  const deleted = deletableTypes.length > 0 ? await deleteUnseen(tenant, attempt, deletableTypes) : 0;
  const failures = failuresOf(cells);
  const completeTypes = cells
    .filter(({ outcome }) => outcome === 'complete')
    .map(({ resourceType }) => resourceType);
  const [first] = failures;
  const storedFailures = failures.map((cell) => ({
    resource_type: cell.resourceType,
    outcome: cell.outcome,
    error_code: cell.errorCode ?? null,
    error: cell.error ?? null,
  }));
  const columns = {
    resourceType: 'text',
    outcome: 'text',
    errorCode: 'text',
    error: 'text',
    partial: 'boolean',
    calls: 'integer',
  } as const;
  await rowsOf(
    tenant,
    sql`with task as (
       select ${tenant.organizationId}::uuid as organization_id, ${attempt.accountId}::uuid as aws_account_id,
              ${attempt.region}::text as region, ${attempt.scanId}::uuid as scan_id, ${attempt.taskId}::uuid as task_id,
              ${attempt.begunAt}::timestamptz as begun_at,
              (select case when s.trigger = 'event' then now() end from scans s
                where s.organization_id = ${tenant.organizationId} and s.id = ${attempt.scanId}) as event_read_at
     ), ledger as (
       insert into coverage_cells as c (organization_id, aws_account_id, region, resource_type, outcome, error_code,
                                        error, blocked_until, scan_id, last_attempt_at, last_complete_at,
                                        last_complete_begun_at, calls, last_event_read_at, unreadable)
       select organization_id, aws_account_id, task.region, o.resource_type, outcome, error_code, error,
              case when outcome = 'blocked_by_scp' and partial is not true then ${endOfDay} end, scan_id, now(),
              case when outcome = 'complete' then now() end, case when outcome = 'complete' then begun_at end,
              o.calls, event_read_at,
              (select count(*) from resources r where r.organization_id = task.organization_id
                 and r.aws_account_id = task.aws_account_id and r.region = task.region
                 and r.resource_type = o.resource_type and r.status = 'active' and r.unreadable is not null)
       from ${rowset('o', columns, cells)}, task
       order by o.resource_type
       on conflict on constraint coverage_cells_pkey do update set
         outcome = excluded.outcome, error_code = excluded.error_code, error = excluded.error,
         blocked_until = excluded.blocked_until, scan_id = excluded.scan_id,
         last_attempt_at = excluded.last_attempt_at, unreadable = excluded.unreadable,
         last_complete_at = coalesce(excluded.last_complete_at, c.last_complete_at),
         last_complete_begun_at = coalesce(excluded.last_complete_begun_at, c.last_complete_begun_at),
         calls = coalesce(excluded.calls, c.calls),
         last_event_read_at = coalesce(excluded.last_event_read_at, c.last_event_read_at)
     ), no_longer_due as (
       delete from due_cells d using task
       where d.organization_id = task.organization_id and d.aws_account_id = task.aws_account_id
         and d.region = task.region and d.resource_type = any(${completeTypes}::text[])
         and d.last_event_at + interval '1 second' <= task.begun_at
     ), no_longer_shared as (
       delete from shared_references f using task
       where f.organization_id = task.organization_id and f.aws_account_id = task.aws_account_id
         and f.region = task.region and f.resource_type = any(${completeTypes}::text[])
         and f.id not in (select s.resource_id from seen_resources s where s.organization_id = ${tenant.organizationId}
           and s.task_id = ${attempt.taskId} and s.attempt = ${attempt.attempt})
     ), seen as (
       delete from seen_resources s using task
       where s.organization_id = task.organization_id and s.task_id = task.task_id)
     update scan_tasks t set status = ${taskOutcome(cells)}, deleted = t.deleted + ${deleted},
            error_code = ${first?.errorCode}, error = ${first?.error},
            failures = ${toJsonText(storedFailures)}::jsonb,
            unchanged = greatest(0, t.resources_seen - t.created - t.updated), claimed_by = null,
            lease_expires_at = null, finished_at = now()
     from task where t.organization_id = task.organization_id and t.id = task.task_id`,
  );
}

/** Marks unseen resources as deleted and records the changes. Returns the number of resources. */
async function deleteUnseen(tenant: Tenant, attempt: Attempt, types: readonly string[]): Promise<number> {
  const { deleted } = await oneRowOf<{ deleted: number }>(
    tenant,
    sql`with marked as (
       update resources r set status = 'deleted', deleted_at = now(), last_changed_at = now()
       where ${unseen(tenant, attempt, types)}
       returning r.organization_id, r.id, r.aws_account_id, r.region, r.resource_type
     ), recorded as (
       insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, source, scan_id,
                            revision, since)
       select g.organization_id, g.id, g.aws_account_id, g.region, g.resource_type, 'deleted', 'scan',
              ${attempt.scanId}::uuid, d.revision, c.last_complete_begun_at
       from marked g left join resource_documents d on d.organization_id = g.organization_id and d.resource_id = g.id
         left join coverage_cells c on c.organization_id = g.organization_id and c.aws_account_id = g.aws_account_id
           and c.region = g.region and c.resource_type = g.resource_type)
     select count(*) as deleted from marked`,
  );
  return deleted;
}

/**
 * The condition on `resources r` for resources of the task's cells that are not deleted and not in the seen-set.
 * `not in` always uses a hash table. The planner has no statistics for a seen-set, which is at most minutes old, and could
 * plan a join as a nested loop of quadratic cost.
 */
function unseen({ organizationId }: Tenant, attempt: Attempt, types: readonly string[]): Sql {
  return sql`r.organization_id = ${organizationId} and r.aws_account_id = ${attempt.accountId}
    and r.region = ${attempt.region} and r.resource_type = any(${types}::text[]) and r.status <> 'deleted'
    and r.id not in (select s.resource_id from seen_resources s where s.organization_id = ${organizationId}
      and s.task_id = ${attempt.taskId} and s.attempt = ${attempt.attempt})`;
}
