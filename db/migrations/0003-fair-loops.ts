import type { Knex } from 'knex';
import { earlierFunctions } from './0003-fair-loops/earlier-functions.ts';
import { pagedFunctions } from './0003-fair-loops/paged-functions.ts';

/**
 * Time of the next poll of each CloudTrail feed, and functions with which the loops of the workers reach every row: the
 * claim of feeds gives each organization a share, and the lists are read page by page.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table cloudtrail_feeds add column next_poll_at timestamptz default now();
    create index cloudtrail_feeds_due_index on cloudtrail_feeds (organization_id, next_poll_at, aws_account_id)
      where next_poll_at is not null;
    comment on column cloudtrail_feeds.next_poll_at is
      'Null while the account cannot be read or does not use the region; such a feed is not polled.';

    -- claim_due_feeds changes this column, in all organizations.
    create policy cloudtrail_feeds_definer_claims on cloudtrail_feeds for update to inventory_definer
      using (true) with check (true);
    grant update (next_poll_at) on cloudtrail_feeds to inventory_definer;

    drop index runs_active_index;
    create index runs_active_status_index on runs (status, created_at, id) where status in ('queued', 'running');
  `);
  await knex.raw(`
    set local role inventory_definer;
    drop function due_feeds(interval, integer), organizations_with_accounts(), active_runs(interval, integer),
      due_schedules(integer), connections_to_sync(interval, integer);
    set local role inventory_owner;
  `);
  await knex.raw(pagedFunctions);
  await setOwnerAndPrivileges(knex, [
    'claim_due_feeds(interval, integer, uuid[])',
    'active_runs(text, interval, timestamptz, uuid, integer)',
    'oldest_active_runs()',
    'due_schedules(uuid, integer)',
    'connections_to_sync(interval, uuid, integer)',
  ]);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    set local role inventory_definer;
    drop function claim_due_feeds(interval, integer, uuid[]), oldest_active_runs(),
      active_runs(text, interval, timestamptz, uuid, integer), due_schedules(uuid, integer),
      connections_to_sync(interval, uuid, integer);
    set local role inventory_owner;
    drop index runs_active_status_index;
    create index runs_active_index on runs (created_at) where status in ('queued', 'running');
    revoke update (next_poll_at) on cloudtrail_feeds from inventory_definer;
    drop policy cloudtrail_feeds_definer_claims on cloudtrail_feeds;
    drop index cloudtrail_feeds_due_index;
    alter table cloudtrail_feeds drop column next_poll_at;
  `);
  await knex.raw(earlierFunctions);
  await setOwnerAndPrivileges(knex, [
    'due_feeds(interval, integer)',
    'organizations_with_accounts()',
    'active_runs(interval, integer)',
    'due_schedules(integer)',
    'connections_to_sync(interval, integer)',
  ]);
}

/** Gives the functions to inventory_definer, with whose privileges they run, and lets only the application call them. */
async function setOwnerAndPrivileges(knex: Knex, functions: readonly string[]): Promise<void> {
  const list = functions.join(', ');
  await knex.raw(`
    revoke all on function ${list} from public;
    grant execute on function ${list} to inventory_app;
    -- "alter function … owner" requires that the new owner can create objects in the schema.
    set local role none;
    grant create on schema public to inventory_definer;
    ${functions.map((name) => `alter function ${name} owner to inventory_definer;`).join('\n')}
    revoke create on schema public from inventory_definer;
    set local role inventory_owner;
  `);
}
