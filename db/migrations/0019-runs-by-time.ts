import type { Knex } from 'knex';

/** The order of `GET /runs`, whose filter `since` then reads the newest runs only. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index runs_created_index on runs (organization_id, created_at, id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index runs_created_index');
}
