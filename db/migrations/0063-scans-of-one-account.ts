import type { Knex } from 'knex';

/** A scan remembers the one account that its caller named; active scans are found without reading the others. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table scans add column aws_account_id uuid');
  await knex.raw(`
    create index scans_active_index on scans (organization_id, id) where status in ('queued', 'running')`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index scans_active_index');
  await knex.raw('alter table scans drop column aws_account_id');
}
