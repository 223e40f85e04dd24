import type { Knex } from 'knex';

/**
 * 1. The end of a scan releases scan_accounts before it ends the unfinished tasks, and deletes the seen-sets of these
 *    tasks. A transaction that adds tasks locks its row of scan_accounts, so it commits before the tasks are ended, or
 *    finds the row released and adds none.
 * 2. Parts of resources that could not be read.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
-- Copies the status of a run to its scan, whether the workflow, a cancellation or the sweeper (after an operator has
-- terminated the workflow) set it. When the run ends, releases the scan's lock in scan_accounts first, because the
-- transactions that add or start tasks hold that row, then ends the unfinished tasks and deletes their seen-sets. The
-- deletion is a separate statement, so that it sees the rows of pages that were committed meanwhile. If the scan retried
-- a failed task of an earlier scan, copies the outcome of the retry to that task.
create or replace function follow_run() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  repeated uuid;
  original uuid;
  unfinished uuid[];
begin
  if new.status = 'running' then
    update scans set status = 'running', started_at = new.started_at
      where organization_id = new.organization_id and id = new.id and status = 'queued';
    return null;
  end if;
  update scan_accounts set active = false
    where organization_id = new.organization_id and scan_id = new.id and active;
  with ended as (
    update scan_tasks set status = case new.status when 'cancelled' then 'cancelled' else 'skipped' end,
                          claimed_by = null, lease_expires_at = null, finished_at = new.finished_at
      where organization_id = new.organization_id and scan_id = new.id and status in ('queued', 'running')
      returning id)
    select array_agg(id) into unfinished from ended;
  delete from seen_resources where organization_id = new.organization_id and task_id = any(unfinished);
  update scans set status = new.status, error = new.error, started_at = new.started_at,
                   finished_at = new.finished_at
    where organization_id = new.organization_id and id = new.id
    returning retry_of_task_id into repeated;
  perform sum_scan(new.organization_id, new.id);
  if repeated is not null then
    update scan_tasks t set
        status = case r.status when 'succeeded' then 'succeeded' when 'skipped' then r.status else 'failed' end,
        attempts = t.attempts + r.attempts, resources_seen = r.resources_seen, created = r.created,
        updated = r.updated, deleted = r.deleted, unchanged = r.unchanged, error_code = r.error_code,
        error = r.error, failures = r.failures, finished_at = new.finished_at
      from scan_tasks r
      where t.organization_id = new.organization_id and t.id = repeated
        and r.organization_id = new.organization_id and r.scan_id = new.id and r.service = t.service
        and r.status in ('succeeded', 'failed');
    update scan_tasks set status = 'failed'
      where organization_id = new.organization_id and id = repeated and status = 'queued';
    select scan_id into original from scan_tasks
      where organization_id = new.organization_id and id = repeated;
    perform sum_scan(new.organization_id, original);
    update scans set status = case when tasks_failed = 0 then 'succeeded' else status end
      where organization_id = new.organization_id and id = original and status in ('partial', 'failed');
  end if;
  return null;
end $$;

-- Parts that the last scan could not read: [{part, keeps, reason, action?, neverRead?}]; null when all parts were read.
alter table resources add column unreadable jsonb;
create index resources_unreadable_index on resources (organization_id, aws_account_id, region, resource_type)
  where unreadable is not null;
-- The number of resources of the cell that have unreadable parts.
alter table coverage_cells add column unreadable integer not null default 0;
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
alter table coverage_cells drop column unreadable;
drop index resources_unreadable_index;
alter table resources drop column unreadable;
create or replace function follow_run() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  repeated uuid;
  original uuid;
begin
  if new.status = 'running' then
    update scans set status = 'running', started_at = new.started_at
      where organization_id = new.organization_id and id = new.id and status = 'queued';
    return null;
  end if;
  update scan_tasks set status = case new.status when 'cancelled' then 'cancelled' else 'skipped' end,
                        claimed_by = null, lease_expires_at = null, finished_at = new.finished_at
    where organization_id = new.organization_id and scan_id = new.id and status in ('queued', 'running');
  update scan_accounts set active = false
    where organization_id = new.organization_id and scan_id = new.id and active;
  update scans set status = new.status, error = new.error, started_at = new.started_at,
                   finished_at = new.finished_at
    where organization_id = new.organization_id and id = new.id
    returning retry_of_task_id into repeated;
  perform sum_scan(new.organization_id, new.id);
  if repeated is not null then
    update scan_tasks t set
        status = case r.status when 'succeeded' then 'succeeded' when 'skipped' then r.status else 'failed' end,
        attempts = t.attempts + r.attempts, resources_seen = r.resources_seen, created = r.created,
        updated = r.updated, deleted = r.deleted, unchanged = r.unchanged, error_code = r.error_code,
        error = r.error, failures = r.failures, finished_at = new.finished_at
      from scan_tasks r
      where t.organization_id = new.organization_id and t.id = repeated
        and r.organization_id = new.organization_id and r.scan_id = new.id and r.service = t.service
        and r.status in ('succeeded', 'failed');
    update scan_tasks set status = 'failed'
      where organization_id = new.organization_id and id = repeated and status = 'queued';
    select scan_id into original from scan_tasks
      where organization_id = new.organization_id and id = repeated;
    perform sum_scan(new.organization_id, original);
    update scans set status = case when tasks_failed = 0 then 'succeeded' else status end
      where organization_id = new.organization_id and id = original and status in ('partial', 'failed');
  end if;
  return null;
end $$;
`);
}
