import type { Knex } from 'knex';

/**
 * The function that records the oldest last_complete_at of the cells that a scan attempted.
 *
 * @param condition on these cells `c`
 */
const recordFreshness = (condition: string): string => String.raw`
create or replace function record_freshness() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into account_freshness (organization_id, aws_account_id, recorded_at, last_successful_scan_at)
    select c.organization_id, c.aws_account_id, now(), min(c.last_complete_at)
      from scan_accounts a
      join coverage_cells c on c.organization_id = a.organization_id and c.aws_account_id = a.aws_account_id
      where a.organization_id = new.organization_id and a.scan_id = new.id
        and c.last_attempt_at >= new.started_at and c.last_complete_at is not null${condition}
      group by 1, 2
    on conflict on constraint account_freshness_pkey do update
      set last_successful_scan_at = excluded.last_successful_scan_at;
  return null;
end $$;
`;

/**
 * 1. Regions, cells and CloudTrail feeds that a policy of the customer's AWS organization denies. They are not called until
 *    `blocked_until`.
 *    They do not make the inventory of the account older.
 * 2. The time at which the last complete attempt of a cell began: changes of its resources happened later.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
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
alter table blocked_regions enable row level security, force row level security;
create policy blocked_regions_tenant on blocked_regions to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on blocked_regions to inventory_app;

alter table coverage_cells
  add column blocked_until timestamptz,
  add column last_complete_begun_at timestamptz,
  drop constraint coverage_cells_outcome_check,
  add constraint coverage_cells_outcome_check check (
    outcome in ('complete', 'denied', 'throttled', 'unsupported', 'error', 'blocked_by_scp'));

alter table cloudtrail_feeds
  add column blocked_until timestamptz,
  drop constraint cloudtrail_feeds_status_check,
  add constraint cloudtrail_feeds_status_check check (
    status in ('ok', 'denied', 'throttled', 'error', 'never', 'blocked_by_scp'));
${recordFreshness(`
        and c.outcome <> 'blocked_by_scp'`)}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
alter table cloudtrail_feeds no force row level security;
update cloudtrail_feeds set status = 'denied' where status = 'blocked_by_scp';
alter table cloudtrail_feeds
  force row level security,
  drop column blocked_until,
  drop constraint cloudtrail_feeds_status_check,
  add constraint cloudtrail_feeds_status_check check (status in ('ok', 'denied', 'throttled', 'error', 'never'));

alter table coverage_cells no force row level security;
update coverage_cells set outcome = 'denied' where outcome = 'blocked_by_scp';
alter table coverage_cells
  force row level security,
  drop column blocked_until,
  drop column last_complete_begun_at,
  drop constraint coverage_cells_outcome_check,
  add constraint coverage_cells_outcome_check check (
    outcome in ('complete', 'denied', 'throttled', 'unsupported', 'error'));

drop table blocked_regions;
${recordFreshness('')}`);
}
