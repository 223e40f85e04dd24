import type { Knex } from 'knex';

/**
 * Events of CloudTrail get keys of typed identifiers, and changes the other events that can have caused them. The feeds read
 * the last two days again, so that the stored events get these keys.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
alter table cloudtrail_events add column actor_via text, add column other_regions text[] not null default '{}',
  add column table_version text;
comment on column cloudtrail_events.table_version is
  'Version of the operation table by which the keys were read. Null: hashes of texts without a type.';

alter table cloudtrail_feeds add column attributed_until timestamptz;
comment on column cloudtrail_feeds.attributed_until is
  'Watermark of the last complete poll. Attributions of changes that were detected 15 minutes earlier are final.';
-- The owner of the table is subject to row-level security while it is forced.
alter table cloudtrail_feeds no force row level security;
update cloudtrail_feeds set watermark = watermark - interval '2 days';
alter table cloudtrail_feeds force row level security;

alter table changes add column actor_via text, add column owner jsonb, add column candidates jsonb not null default '[]';
comment on column changes.owner is 'The resource that the event names in place of the changed one: {resourceType, id, nativeId}.';
comment on column changes.candidates is
  'Events of other actors that can have caused the change, newest first: [{eventName, occurredAt, actor, owner}].';
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
alter table changes drop column candidates, drop column owner, drop column actor_via;
alter table cloudtrail_feeds drop column attributed_until;
alter table cloudtrail_events drop column table_version, drop column other_regions, drop column actor_via;
`);
}
