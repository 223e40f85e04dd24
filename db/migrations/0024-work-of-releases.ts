import type { Knex } from 'knex';

/**
 * Stores with a run the rule set of the worker that works at it, in place of graph_extractions.rule_set, which no release after
 * this one writes, and whether nobody waits for the run. Stores with a feed the version of the operation table of its poll.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
alter table runs
  add column rule_set text,
  -- When a worker last took the run with this rule set.
  add column rule_set_at timestamptz,
  -- Whether a schedule started it for many organizations at once. A request of a user sets it to false.
  add column in_background boolean not null default false;
-- Of the last poll that began.
alter table cloudtrail_feeds add column table_version text;
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
alter table cloudtrail_feeds drop column table_version;
alter table runs drop column in_background, drop column rule_set_at, drop column rule_set;
`);
}
