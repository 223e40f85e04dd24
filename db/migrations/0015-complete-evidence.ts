import type { Knex } from 'knex';

/**
 * Projects that can have states which detection did not list; when the last successful read of a state began, because a state can
 * be written while it is read; and when a difference was first seen, apart from the change that made it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table iac_projects add column has_unlisted_states boolean not null default false;
    alter table state_sources add column read_begun_at timestamptz;
    alter table drift_differences add column seen_at timestamptz not null default now();
    update drift_differences set seen_at = since;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table drift_differences drop column seen_at;
    alter table state_sources drop column read_begun_at;
    alter table iac_projects drop column has_unlisted_states;
  `);
}
