import type { Knex } from 'knex';
import { cellOutcomes, scanStatuses, scanTaskStatuses, scanTriggers } from '../../domain/values.ts';
import { oneOf, protectTenantTable } from '../migration-support/tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  // The scan's id is its run's: the run says what the workflow does, the scan what it found.
  await knex.raw(`
    create table scans (
      organization_id uuid not null,
      id uuid not null,
      trigger text not null,
      status text not null default 'queued',
      connection_id uuid,
      regions text[],
      resource_types text[],
      retry_of_task_id uuid,
      requested_by uuid,
      seen integer not null default 0,
      created integer not null default 0,
      updated integer not null default 0,
      deleted integer not null default 0,
      unchanged integer not null default 0,
      tasks_total integer not null default 0,
      tasks_done integer not null default 0,
      tasks_failed integer not null default 0,
      error text,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      cancel_requested_at timestamptz,
      finished_at timestamptz,
      constraint scans_pkey primary key (organization_id, id),
      constraint scans_run_fkey foreign key (organization_id, id) references runs (organization_id, id) on delete cascade,
      constraint scans_trigger_check check (${oneOf('trigger', scanTriggers)}),
      constraint scans_status_check check (${oneOf('status', scanStatuses)})
    )`);
  await protectTenantTable(knex, 'scans');

  // What an active scan covers of an account, as sets that a GiST index can compare: null covers everything. Two
  // active scans whose sets overlap violate the exclusion constraint; that is the lock against a second scan.
  await knex.raw('create type text_range as range (subtype = text, collation = "C")');
  await knex.raw(`
    create function text_set(given text[]) returns text_multirange language sql immutable parallel safe as $$
      select case when given is null then text_multirange(text_range(null, null))
                  else coalesce((select range_agg(text_range(value, value, '[]')) from unnest(given) value), '{}') end
    $$`);
  await knex.raw(`
    create table scan_accounts (
      organization_id uuid not null,
      scan_id uuid not null,
      aws_account_id uuid not null,
      active boolean not null default true,
      region_set text_multirange not null,
      resource_type_set text_multirange not null,
      constraint scan_accounts_pkey primary key (organization_id, scan_id, aws_account_id),
      constraint scan_accounts_scan_fkey foreign key (organization_id, scan_id)
        references scans (organization_id, id) on delete cascade,
      constraint scan_accounts_lock_excl exclude using gist (
        organization_id with =, aws_account_id with =, region_set with &&, resource_type_set with &&
      ) where (active)
    )`);
  await knex.raw(
    'create index scan_accounts_account_index on scan_accounts (organization_id, aws_account_id, scan_id)',
  );
  await protectTenantTable(knex, 'scan_accounts');

  await knex.raw(`
    create table scan_tasks (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      scan_id uuid not null,
      aws_account_id uuid not null,
      region text not null,
      service text not null,
      resource_types text[] not null,
      status text not null default 'queued',
      attempts integer not null default 0,
      claimed_by text,
      lease_expires_at timestamptz,
      resources_seen integer not null default 0,
      created integer not null default 0,
      updated integer not null default 0,
      deleted integer not null default 0,
      unchanged integer not null default 0,
      error_code text,
      error text,
      failures jsonb not null default '[]',
      started_at timestamptz,
      finished_at timestamptz,
      constraint scan_tasks_pkey primary key (organization_id, id),
      constraint scan_tasks_plan_key unique (organization_id, scan_id, aws_account_id, region, service),
      constraint scan_tasks_scan_fkey foreign key (organization_id, scan_id)
        references scans (organization_id, id) on delete cascade,
      constraint scan_tasks_status_check check (${oneOf('status', scanTaskStatuses)})
    )`);
  await protectTenantTable(knex, 'scan_tasks');

  // The completeness ledger: how every cell that was ever tried ended last. A cell without a row was never tried.
  await knex.raw(`
    create table coverage_cells (
      organization_id uuid not null,
      aws_account_id uuid not null,
      region text not null,
      resource_type text not null,
      outcome text not null,
      error_code text,
      error text,
      scan_id uuid,
      last_attempt_at timestamptz not null,
      last_complete_at timestamptz,
      constraint coverage_cells_pkey primary key (organization_id, aws_account_id, region, resource_type),
      constraint coverage_cells_organization_fkey foreign key (organization_id)
        references organizations (id) on delete cascade,
      constraint coverage_cells_outcome_check check (${oneOf('outcome', cellOutcomes)})
    )`);
  await protectTenantTable(knex, 'coverage_cells');

  await createScanEnding(knex);
}

/**
 * A scan ends with its run, whoever ends it: the workflow, a cancellation, or the sweeper after an operator
 * terminated the workflow. So no lock outlives its scan. The task that a retry repeated takes over the retry's ending.
 */
async function createScanEnding(knex: Knex): Promise<void> {
  await knex.raw(`
    create function follow_run() returns trigger language plpgsql as $$
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
    end $$`);
  await knex.raw(`
    create function sum_scan(organization uuid, scan uuid) returns void language sql as $$
      update scans s set seen = t.seen, created = t.created, updated = t.updated, deleted = t.deleted,
                         unchanged = t.unchanged, tasks_total = t.total, tasks_done = t.done, tasks_failed = t.failed
        from (
          select coalesce(sum(resources_seen), 0) as seen, coalesce(sum(created), 0) as created,
                 coalesce(sum(updated), 0) as updated, coalesce(sum(deleted), 0) as deleted,
                 coalesce(sum(unchanged), 0) as unchanged, count(*) as total,
                 count(*) filter (where status not in ('queued', 'running')) as done,
                 count(*) filter (where status = 'failed') as failed
          from scan_tasks where organization_id = organization and scan_id = scan) t
        where s.organization_id = organization and s.id = scan
    $$`);
  await knex.raw(`
    create trigger runs_scan after update of status on runs for each row
      when (new.kind = 'scan' and new.status is distinct from old.status) execute function follow_run()`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger runs_scan on runs');
  await knex.raw('drop function follow_run(), sum_scan(uuid, uuid)');
  await knex.raw('drop table coverage_cells, scan_tasks, scan_accounts, scans');
  await knex.raw('drop function text_set(text[])');
  await knex.raw('drop type text_range');
}
