import { sealerDeletes, tenantAccess } from './access.ts';

/** Scans, their tasks, the completeness ledger, and the limits of calls to AWS. */
export const discovery = String.raw`
-- A scan has the id of its run. The run has the status of the workflow, the scan its parameters and counts.
create table scans (
  organization_id uuid not null,
  id uuid not null,
  trigger text not null,
  status text not null default 'queued',
  connection_id uuid,
  -- The one account that the caller named, if any.
  aws_account_id uuid,
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
  constraint scans_trigger_check check (trigger in ('manual', 'schedule', 'onboarding', 'retry')),
  constraint scans_status_check check (
    status in ('queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled'))
);
create index scans_active_index on scans (organization_id, id) where status in ('queued', 'running');
-- For retention.
create index scans_finished_index on scans (organization_id, finished_at) where finished_at is not null;

-- The regions and types of an account that an active scan covers, as sets that a GiST index can compare; null means all.
-- The exclusion constraint rejects an active scan whose sets overlap with those of another active scan.
create type text_range as range (subtype = text, collation = "C");

create function text_set(given text[]) returns text_multirange language sql immutable parallel safe
set search_path = pg_catalog, public, pg_temp as $$
  select case when given is null then text_multirange(text_range(null, null))
              else coalesce((select range_agg(text_range(value, value, '[]')) from unnest(given) value), '{}') end
$$;

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
  constraint scan_accounts_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete cascade,
  constraint scan_accounts_lock_excl exclude using gist (
    organization_id with =, aws_account_id with =, region_set with &&, resource_type_set with &&
  ) where (active)
);
create index scan_accounts_account_index on scan_accounts (organization_id, aws_account_id, scan_id);

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
  constraint scan_tasks_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete cascade,
  constraint scan_tasks_status_check check (
    status in ('queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'))
);

-- The resources that one attempt at a task has seen; all others in the task's cells no longer exist. The table is unlogged,
-- because every scan writes a row per resource and no row is needed after the attempt. A crash of Postgres empties the
-- table. To detect this, an attempt first inserts a row with the nil UUID.
create unlogged table seen_resources (
  organization_id uuid not null,
  task_id uuid not null,
  attempt integer not null,
  resource_id uuid not null,
  constraint seen_resources_pkey primary key (organization_id, task_id, attempt, resource_id)
);

-- The completeness ledger: the outcome of the last attempt to read each cell (account, region and resource type). A cell
-- without a row was never scanned. not_permitted: no scan reads the cell, because the role was never given an action that it
-- requires.
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
  -- The number of resources of the cell that have unreadable parts.
  unreadable integer not null default 0,
  -- A cell that a policy of the customer's AWS organization denies is not read until then.
  blocked_until timestamptz,
  -- When the last complete attempt began: changes of the cell's resources happened later.
  last_complete_begun_at timestamptz,
  constraint coverage_cells_pkey primary key (organization_id, aws_account_id, region, resource_type),
  constraint coverage_cells_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint coverage_cells_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete cascade,
  constraint coverage_cells_outcome_check check (
    outcome in ('complete', 'denied', 'throttled', 'unsupported', 'error', 'blocked_by_scp', 'not_permitted'))
);

-- Regions that a policy of the customer's AWS organization denies. They are not called until blocked_until.
create table blocked_regions (
  organization_id uuid not null,
  aws_account_id uuid not null,
  region text not null,
  blocked_until timestamptz not null,
  -- The message of AWS.
  error text not null,
  constraint blocked_regions_pkey primary key (organization_id, aws_account_id, region),
  constraint blocked_regions_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint blocked_regions_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete cascade
);

-- The time at which the inventory of an account was last complete, written once per finished scan. Search reads it instead
-- of the ledger.
create table account_freshness (
  organization_id uuid not null,
  aws_account_id uuid not null,
  recorded_at timestamptz not null,
  last_successful_scan_at timestamptz not null,
  constraint account_freshness_pkey primary key (organization_id, aws_account_id, recorded_at),
  constraint account_freshness_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade
);

-- Limits the calls to AWS per account, region and service.
create table token_buckets (
  organization_id uuid not null,
  aws_account_id uuid not null,
  region text not null,
  service text not null,
  tokens double precision not null,
  rate double precision not null,
  refilled_at timestamptz not null,
  blocked_until timestamptz,
  throttled_at timestamptz,
  constraint token_buckets_pkey primary key (organization_id, aws_account_id, region, service),
  constraint token_buckets_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint token_buckets_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete cascade
);

-- An organization's key for hashing secret values before they are stored. It never changes: a rotation of ENCRYPTION_KEYS
-- only encrypts it again.
create table secret_hash_keys (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  key_sealed text not null,
  created_at timestamptz not null default now(),
  constraint secret_hash_keys_pkey primary key (organization_id, id),
  constraint secret_hash_keys_organization_key unique (organization_id),
  constraint secret_hash_keys_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade
);

-- Sets the counts of a scan to the sums of the counts of its tasks.
create function sum_scan(organization uuid, scan uuid) returns void language sql
set search_path = pg_catalog, public, pg_temp as $$
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
$$;

-- Copies the status of a run to its scan, whether the workflow, a cancellation or the sweeper (after an operator has
-- terminated the workflow) set it. When the run ends, releases the scan's lock in scan_accounts first, because the
-- transactions that add or start tasks hold that row, then ends the unfinished tasks and deletes their seen-sets. The
-- deletion is a separate statement, so that it sees the rows of pages that were committed meanwhile. If the scan retried
-- a failed task of an earlier scan, copies the outcome of the retry to that task.
create function follow_run() returns trigger
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

create trigger runs_scan after update of status on runs for each row
  when (new.kind = 'scan' and new.status is distinct from old.status) execute function follow_run();

-- Records the oldest last_complete_at of the cells that the scan attempted. So a cell that is now denied gives the account
-- the time of the cell's last complete scan. Cells that a policy denies do not make the inventory of the account older.
create function record_freshness() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into account_freshness (organization_id, aws_account_id, recorded_at, last_successful_scan_at)
    select c.organization_id, c.aws_account_id, now(), min(c.last_complete_at)
      from scan_accounts a
      join coverage_cells c on c.organization_id = a.organization_id and c.aws_account_id = a.aws_account_id
      where a.organization_id = new.organization_id and a.scan_id = new.id
        and c.last_attempt_at >= new.started_at and c.last_complete_at is not null
        and c.outcome <> 'blocked_by_scp'
      group by 1, 2
    on conflict on constraint account_freshness_pkey do update
      set last_successful_scan_at = excluded.last_successful_scan_at;
  return null;
end $$;

-- Not for a scan of selected regions or resource types, which does not read the whole account.
create trigger scans_freshness after update of status on scans for each row
  when (new.status in ('succeeded', 'partial') and old.status is distinct from new.status
        and new.regions is null and new.resource_types is null)
  execute function record_freshness();

${tenantAccess(['scans', 'scan_accounts', 'scan_tasks', 'blocked_regions', 'account_freshness', 'token_buckets'])}
${tenantAccess(['coverage_cells', 'secret_hash_keys'], 'select, insert, update')}
${tenantAccess(['seen_resources'], 'select, insert, delete')}
-- This table has no foreign key that cascades from organizations: it would cost a check for each new row.
${sealerDeletes(['seen_resources'])}
`;
