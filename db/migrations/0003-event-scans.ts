import type { Knex } from 'knex';

/** Cells that CloudTrail events make due, and scans of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
-- Whether events start scans of the account.
alter table aws_accounts add column event_scans boolean not null default true;

alter table scans drop constraint scans_trigger_check,
  add constraint scans_trigger_check check (trigger in ('manual', 'schedule', 'onboarding', 'retry', 'event'));
-- For retention.
create index scans_event_index on scans (organization_id, finished_at) where trigger = 'event';

alter table coverage_cells
  -- Calls to AWS of the last attempt; null before it was counted.
  add column calls integer,
  -- When a scan of due cells last attempted the cell.
  add column last_event_read_at timestamptz,
  -- When an event last made the cell due whose reading takes too many calls for a scan of due cells.
  add column left_to_scan_at timestamptz;

-- Cells that CloudTrail events have made due. A complete attempt that began after last_event_at deletes the row. An event that
-- is stored while such an attempt ends can leave a row, so readers also compare last_complete_begun_at of the ledger.
create table due_cells (
  organization_id uuid not null,
  aws_account_id uuid not null,
  region text not null,
  resource_type text not null,
  -- Times of the first and the last event.
  first_event_at timestamptz not null,
  last_event_at timestamptz not null,
  constraint due_cells_pkey primary key (organization_id, aws_account_id, region, resource_type),
  constraint due_cells_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint due_cells_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete cascade
);
alter table due_cells enable row level security, force row level security;
create policy due_cells_tenant on due_cells to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on due_cells to inventory_app;

create policy due_cells_definer on due_cells for select to inventory_definer using (true);
create policy coverage_cells_definer on coverage_cells for select to inventory_definer using (true);
create policy scan_accounts_definer on scan_accounts for select to inventory_definer using (true);
grant select on due_cells, coverage_cells, scan_accounts to inventory_definer;

set local role none;
grant create on schema public to inventory_definer;
set local role inventory_definer;
-- Returns the scans of due cells to start: of each account one region with its cells, the oldest events first. Organizations get
-- equal shares of at_most. CloudTrail truncates times to seconds. Not returned are
-- - accounts with an active scan, and accounts whose setting excludes scans by events;
-- - regions in which the last event is less than quiet and the first one less than three times as old;
-- - cells that such a scan attempted less than pause ago, or whose last attempt took more than most_calls calls;
-- - cells that AWS has refused since the last event.
create function due_event_scans(quiet interval, pause interval, most_calls integer, account uuid, at_most integer)
returns table (organization_id uuid, aws_account_id uuid, region text, resource_types text[])
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with waiting as materialized (
    select d.organization_id, d.aws_account_id, d.region, d.resource_type, d.last_event_at,
           greatest(d.first_event_at, c.last_complete_begun_at) as first_event_at
    from due_cells d
    join aws_accounts a on a.organization_id = d.organization_id and a.id = d.aws_account_id
    join aws_connections k on k.organization_id = a.organization_id and k.id = a.connection_id
    left join coverage_cells c on c.organization_id = d.organization_id and c.aws_account_id = d.aws_account_id
      and c.region = d.region and c.resource_type = d.resource_type
    where (account is null or d.aws_account_id = account)
      and a.event_scans and a.included and a.status = 'connected' and k.status <> 'deleting'
      and (d.region = 'global' or d.region = any(a.effective_regions))
      and (c.last_complete_begun_at is null or c.last_complete_begun_at < d.last_event_at + interval '1 second')
      and (c.last_event_read_at is null or c.last_event_read_at <= now() - pause)
      and (c.blocked_until is null or c.blocked_until <= now())
      and coalesce(c.calls, 0) <= most_calls
      and (c.outcome is null or c.outcome in ('complete', 'error', 'throttled') or c.last_attempt_at < d.last_event_at)
      and not exists (
        select from scan_accounts s
        where s.organization_id = d.organization_id and s.aws_account_id = d.aws_account_id and s.active)
  ), ready as (
    select w.organization_id, w.aws_account_id, w.region, min(w.first_event_at) as first_event_at,
           array_agg(w.resource_type order by w.resource_type collate "C") as resource_types
    from waiting w group by w.organization_id, w.aws_account_id, w.region
    having max(w.last_event_at) <= now() - quiet or min(w.first_event_at) <= now() - 3 * quiet
  ), next as (
    select distinct on (r.organization_id, r.aws_account_id) r.* from ready r
    order by r.organization_id, r.aws_account_id, r.first_event_at, r.region
  ), numbered as (
    select n.*, row_number() over (partition by n.organization_id order by n.first_event_at) as number from next n
  )
  select n.organization_id, n.aws_account_id, n.region, n.resource_types from numbered n
  order by n.number, n.first_event_at limit at_most
$$;
revoke all on function due_event_scans from public;
grant execute on function due_event_scans to inventory_app;
set local role none;
revoke create on schema public from inventory_definer;
set local role inventory_owner;
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
set local role inventory_definer;
drop function due_event_scans;
set local role inventory_owner;
drop table due_cells;
drop policy coverage_cells_definer on coverage_cells;
drop policy scan_accounts_definer on scan_accounts;
revoke select on coverage_cells, scan_accounts from inventory_definer;
alter table coverage_cells drop column calls, drop column last_event_read_at, drop column left_to_scan_at;
-- The owner of the tables sees their rows only without forced row-level security. The deletion cascades to the scans.
alter table runs no force row level security;
alter table scans no force row level security;
delete from runs r using scans s where s.organization_id = r.organization_id and s.id = r.id and s.trigger = 'event';
alter table runs force row level security;
alter table scans force row level security;
drop index scans_event_index;
alter table scans drop constraint scans_trigger_check,
  add constraint scans_trigger_check check (trigger in ('manual', 'schedule', 'onboarding', 'retry'));
alter table aws_accounts drop column event_scans;
`);
}
