import type { Knex } from 'knex';

/**
 * Projects that can have states which detection did not list; when the last successful read of a state began, because a state can
 * be written while it is read; when a difference was first seen, apart from the change that made it; and an index of the resources
 * that associations and parts configure. The index is of a column, because row-level security keeps operators of `jsonb` from
 * using one. The column rewrites its table, which the next reads of the states fill again in any case.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table iac_projects add column has_unlisted_states boolean not null default false;
    alter table state_sources add column read_begun_at timestamptz;
    alter table drift_differences add column seen_at timestamptz not null default now();
    update drift_differences set seen_at = since;
    -- All holders of an entry have one native_id.
    alter table state_entry_attributes
      add column holder_id text generated always as (holders -> 0 ->> 'nativeId') stored;
    create index state_entry_attributes_holder_id_index on state_entry_attributes (organization_id, holder_id)
      where holder_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table state_entry_attributes drop column holder_id;
    alter table drift_differences drop column seen_at;
    alter table state_sources drop column read_begun_at;
    alter table iac_projects drop column has_unlisted_states;
  `);
}
