/** Scans, their tasks, and the completeness ledger. */
export const scans = String.raw`
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

-- The regions and types of an account that an active scan covers, as sets that a GiST index can compare; null means all.
-- The exclusion constraint rejects an active scan whose sets overlap with those of another active scan.
create type text_range as range (subtype = text, collation = "C");

create function text_set(given text[]) returns text_multirange language sql immutable parallel safe as $$
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

-- The completeness ledger: the outcome of the last attempt to read each cell (account, region and resource type). A cell
-- without a row was never scanned.
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
  constraint coverage_cells_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete cascade,
  constraint coverage_cells_outcome_check check (
    outcome in ('complete', 'denied', 'throttled', 'unsupported', 'error'))
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

-- Sets the counts of a scan to the sums of the counts of its tasks.
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
$$;

-- Copies the status of a run to its scan, whether the workflow, a cancellation or the sweeper (after an operator has
-- terminated the workflow) set it, and releases the scan's lock in scan_accounts when the run ends. If the scan retried a
-- failed task of an earlier scan, copies the outcome of the retry to that task.
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
end $$;

create trigger runs_scan after update of status on runs for each row
  when (new.kind = 'scan' and new.status is distinct from old.status) execute function follow_run();

-- Records the oldest last_complete_at of the cells that the scan attempted. So a cell that is now denied gives the account
-- the time of the cell's last complete scan.
create function record_freshness() returns trigger language plpgsql as $$
begin
  insert into account_freshness (organization_id, aws_account_id, recorded_at, last_successful_scan_at)
    select c.organization_id, c.aws_account_id, now(), min(c.last_complete_at)
      from scan_accounts a
      join coverage_cells c on c.organization_id = a.organization_id and c.aws_account_id = a.aws_account_id
      where a.organization_id = new.organization_id and a.scan_id = new.id
        and c.last_attempt_at >= new.started_at and c.last_complete_at is not null
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
`;
