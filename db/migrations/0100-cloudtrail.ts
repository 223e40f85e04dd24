import type { Knex } from 'knex';
import { feedStatuses } from '../../domain/values.ts';
import {
  dropDefinerFunctions,
  makeDefinerFunction,
  oneOf,
  protectTenantTable,
} from '../migration-support/tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  // A change found by a scan happened after the cell's completion before it: the window in which its cause is sought.
  // The ledger still holds that completion while the change is written.
  await knex.raw('alter table changes add column since timestamptz, add column event_id text');
  await knex.raw(`
    create function note_since() returns trigger language plpgsql as $$
    begin
      new.since := (select last_complete_at from coverage_cells c
        where c.organization_id = new.organization_id and c.aws_account_id = new.aws_account_id
          and c.region = new.region and c.resource_type = new.resource_type);
      return new;
    end $$`);
  await knex.raw(`
    create trigger changes_since before insert on changes
    for each row when (new.source = 'scan' and new.since is null) execute function note_since()`);
  await knex.raw(`
    create index changes_unattributed_index on changes (organization_id, aws_account_id, region, detected_at)
    where attribution = 'unattributed' and source = 'scan'`);

  await knex.raw(`
    create table cloudtrail_feeds (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      aws_account_id uuid not null,
      region text not null,
      status text not null default 'never',
      watermark timestamptz,
      last_event_at timestamptz,
      last_polled_at timestamptz,
      last_error text,
      created_at timestamptz not null default now(),
      constraint cloudtrail_feeds_pkey primary key (organization_id, id),
      constraint cloudtrail_feeds_place_key unique (organization_id, aws_account_id, region),
      constraint cloudtrail_feeds_organization_fkey foreign key (organization_id)
        references organizations (id) on delete cascade,
      constraint cloudtrail_feeds_status_check check (${oneOf('status', feedStatuses)})
    )`);
  await protectTenantTable(knex, 'cloudtrail_feeds', { readableByDefiner: true });

  await knex.raw(`
    create table cloudtrail_events (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      aws_account_id uuid not null,
      region text not null,
      event_id text not null,
      event_name text not null,
      event_source text not null,
      occurred_at timestamptz not null,
      actor_type text,
      actor_arn text,
      actor_name text,
      keys text[] not null,
      constraint cloudtrail_events_pkey primary key (organization_id, id),
      constraint cloudtrail_events_event_key unique (organization_id, aws_account_id, event_id),
      constraint cloudtrail_events_organization_fkey foreign key (organization_id)
        references organizations (id) on delete cascade
    )`);
  await knex.raw(
    'create index cloudtrail_events_occurred_index on cloudtrail_events (organization_id, occurred_at)',
  );
  await protectTenantTable(knex, 'cloudtrail_events');

  // One row per identifier: equality is leakproof, so that row-level security lets this index be used; array operators are not.
  await knex.raw(`
    create table cloudtrail_event_keys (
      organization_id uuid not null,
      aws_account_id uuid not null,
      key text not null,
      event_row_id uuid not null,
      constraint cloudtrail_event_keys_pkey primary key (organization_id, aws_account_id, key, event_row_id),
      constraint cloudtrail_event_keys_event_fkey foreign key (organization_id, event_row_id)
        references cloudtrail_events (organization_id, id) on delete cascade
    )`);
  await knex.raw(
    'create index cloudtrail_event_keys_event_index on cloudtrail_event_keys (organization_id, event_row_id)',
  );
  await protectTenantTable(knex, 'cloudtrail_event_keys');

  await knex.raw(`
    create function due_feeds(polled_before interval, at_most integer)
    returns table (organization_id uuid, id uuid)
    language sql stable as $$
      select f.organization_id, f.id from cloudtrail_feeds f
      where f.last_polled_at is null or f.last_polled_at < now() - polled_before
      order by f.last_polled_at nulls first limit at_most
    $$`);
  await makeDefinerFunction(knex, 'due_feeds(interval, integer)');

  await knex.raw(`
    create function organizations_with_accounts() returns table (organization_id uuid)
    language plpgsql stable as $$
    begin
      return query select distinct a.organization_id from aws_accounts a where a.included and a.status = 'connected';
    end $$`);
  await makeDefinerFunction(knex, 'organizations_with_accounts()');
}

export async function down(knex: Knex): Promise<void> {
  await dropDefinerFunctions(knex, ['due_feeds(interval, integer)', 'organizations_with_accounts()']);
  await knex.raw('drop table cloudtrail_event_keys, cloudtrail_events, cloudtrail_feeds');
  await knex.raw('drop trigger changes_since on changes');
  await knex.raw('drop function note_since()');
  await knex.raw('drop index changes_unattributed_index');
  await knex.raw('alter table changes drop column since, drop column event_id');
}
