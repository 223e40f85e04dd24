import type { Knex } from 'knex';

/**
 * Stores with each relationship how its ends fail with each other: `stops`, `degrades`, `cannot_change` or `observes`. They follow
 * from the types of the ends, so that reading the impact joins no resources. Null until the next extraction of the account:
 * the default of the type of the relationship applies. Columns without a default need no rewrite of the table.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table relationships
      add column source_failure text,
      add column target_failure text,
      add column failure_local boolean not null default false,
      add constraint relationships_source_failure_check
        check (source_failure = any (array['stops', 'degrades', 'cannot_change', 'observes'])) not valid,
      add constraint relationships_target_failure_check
        check (target_failure = any (array['stops', 'degrades', 'cannot_change', 'observes'])) not valid;
    alter table relationships validate constraint relationships_source_failure_check;
    alter table relationships validate constraint relationships_target_failure_check;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table relationships
      drop column source_failure,
      drop column target_failure,
      drop column failure_local;
  `);
}
