import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // When AWS says that the resource was created; null when its API does not say it.
  await knex.raw('alter table resources add column created_at_source timestamptz');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table resources drop column created_at_source');
}
