import type { Knex } from 'knex';

/**
 * What an event of CloudTrail names is found among its parameters, where secrets may stand too: kept is what identifiers
 * can be compared with, not what they are. Going back does not bring the texts back.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function trail_key(given text) returns text language sql immutable parallel safe as $$
      select encode(sha256(convert_to(given, 'UTF8')), 'hex')
    $$`);
  await knex.raw(`
    alter table cloudtrail_events no force row level security;
    alter table cloudtrail_event_keys no force row level security;
    update cloudtrail_events set keys = array(select trail_key(key) from unnest(keys) key);
    update cloudtrail_event_keys set key = trail_key(key);
    alter table cloudtrail_events force row level security;
    alter table cloudtrail_event_keys force row level security`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function trail_key(text)');
}
