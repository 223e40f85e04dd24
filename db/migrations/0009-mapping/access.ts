/** Row-level security and privileges of the tables of mapping, and the functions that read all organizations. */
export const access = String.raw`
alter table state_sources enable row level security, force row level security;
create policy state_sources_tenant on state_sources to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on state_sources to inventory_app;
create policy state_sources_definer on state_sources for select to inventory_definer using (true);
grant select on state_sources to inventory_definer;
-- claim_state_syncs changes this column, in all organizations.
create policy state_sources_definer_claims on state_sources for update to inventory_definer using (true) with check (true);
grant update (next_sync_at) on state_sources to inventory_definer;

alter table iac_project_states enable row level security, force row level security;
create policy iac_project_states_tenant on iac_project_states to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on iac_project_states to inventory_app;

alter table state_entries enable row level security, force row level security;
create policy state_entries_tenant on state_entries to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on state_entries to inventory_app;

alter table mapping_corrections enable row level security, force row level security;
create policy mapping_corrections_tenant on mapping_corrections to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on mapping_corrections to inventory_app;

alter table mapping_accounts enable row level security, force row level security;
create policy mapping_accounts_tenant on mapping_accounts to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on mapping_accounts to inventory_app;

alter table mapping_coverage_days enable row level security, force row level security;
create policy mapping_coverage_days_tenant on mapping_coverage_days to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on mapping_coverage_days to inventory_app;

alter table import_pull_requests enable row level security, force row level security;
create policy import_pull_requests_tenant on import_pull_requests to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on import_pull_requests to inventory_app;

-- Moves next_sync_at of up to at_most due sources by sync_interval, and returns them. A sync that fails at any point is
-- therefore repeated after the interval, and not before. Each organization with due sources gets the same share of at_most,
-- and no more than active_limit minus its active syncs. A source whose sync is active stays due. The lock serializes calls, so that concurrent calls return different sources.
create function claim_state_syncs(sync_interval interval, at_most integer, active_limit integer)
returns table (organization_id uuid, id uuid, bucket text, key text)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select pg_advisory_xact_lock(hashtext('inventory.state_syncs.claim'));
  with due_organizations as materialized (
    select o.id from organizations o where exists (
      select from state_sources s where s.organization_id = o.id and s.next_sync_at <= now())
  ), share as materialized (
    select greatest(1, at_most / greatest(1, count(*)))::integer as sources from due_organizations
  ), due as (
    select candidate.organization_id, candidate.id from due_organizations o cross join lateral (
      select s.organization_id, s.id, s.next_sync_at from state_sources s
      where s.organization_id = o.id and s.next_sync_at <= now() and not exists (
        select from runs r where r.organization_id = s.organization_id and r.kind = 'sync_state_source'
          and r.subject_id = s.id and r.status in ('queued', 'running'))
      order by s.next_sync_at limit (select least(share.sources, greatest(0, active_limit - (
        select count(*) from runs a where a.organization_id = o.id and a.kind = 'sync_state_source'
          and a.status in ('queued', 'running')))) from share)
    ) candidate
    order by candidate.next_sync_at limit at_most
  )
  update state_sources s set next_sync_at = now() + sync_interval
  from due where s.organization_id = due.organization_id and s.id = due.id
  returning s.organization_id, s.id, s.bucket, s.key
$$;
revoke all on function claim_state_syncs(interval, integer, integer) from public;
grant execute on function claim_state_syncs(interval, integer, integer) to inventory_app;

-- Returns the repositories whose states are due for detection, and makes them due again after detection_interval. Each
-- organization with due repositories gets the same share of at_most. The lock serializes calls.
create policy repositories_definer on repositories for select to inventory_definer using (true);
create policy repositories_definer_claims on repositories for update to inventory_definer using (true) with check (true);
grant select, update (next_state_detection_at) on repositories to inventory_definer;
create function claim_state_detections(detection_interval interval, at_most integer)
returns table (organization_id uuid, id uuid, full_name text)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select pg_advisory_xact_lock(hashtext('inventory.state_detections.claim'));
  with due_organizations as materialized (
    select o.id from organizations o where exists (
      select from repositories r where r.organization_id = o.id and r.next_state_detection_at <= now())
  ), share as materialized (
    select greatest(1, at_most / greatest(1, count(*)))::integer as repositories from due_organizations
  ), due as (
    select candidate.organization_id, candidate.id from due_organizations o cross join lateral (
      select r.organization_id, r.id, r.next_state_detection_at from repositories r
      where r.organization_id = o.id and r.next_state_detection_at <= now() and not exists (
        select from runs n where n.organization_id = r.organization_id and n.kind = 'detect_state_sources'
          and n.subject_id = r.id and n.status in ('queued', 'running'))
      order by r.next_state_detection_at limit (select repositories from share)
    ) candidate
    order by candidate.next_state_detection_at limit at_most
  )
  update repositories r set next_state_detection_at = now() + detection_interval
  from due where r.organization_id = due.organization_id and r.id = due.id
  returning r.organization_id, r.id, r.full_name
$$;
revoke all on function claim_state_detections(interval, integer) from public;
grant execute on function claim_state_detections(interval, integer) to inventory_app;

set local role none;
grant create on schema public to inventory_definer;
alter function claim_state_syncs(interval, integer, integer) owner to inventory_definer;
alter function claim_state_detections(interval, integer) owner to inventory_definer;
revoke create on schema public from inventory_definer;
set local role inventory_owner;
`;
