import type { Knex } from 'knex';

/** What retention looks for. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index resource_revisions_observed_index on resource_revisions (organization_id, observed_at);
    create index resource_history_valid_to_index on resource_history (organization_id, valid_to)
      where valid_to < 'infinity'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index resource_history_valid_to_index, resource_revisions_observed_index');
}
