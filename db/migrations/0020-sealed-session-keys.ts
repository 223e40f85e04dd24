import type { Knex } from 'knex';
import { dropDefinerFunctions, makeDefinerFunction } from '../migration-support/tenant-table.ts';

/** The key of a session is sealed with the encryption port; sessions that hold a bare one end. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('delete from sessions');
  await knex.raw('alter table sessions drop column key');
  await knex.raw('alter table sessions add column key_sealed text not null');
  await knex.raw('create index sessions_absolute_index on sessions (organization_id, absolute_expires_at)');

  // For an operator's commands and for what walks all organizations.
  await knex.raw(`
    create function organization_ids() returns table (id uuid, slug text)
    language sql stable as $$ select id, slug from organizations order by id $$`);
  await makeDefinerFunction(knex, 'organization_ids()');
}

export async function down(knex: Knex): Promise<void> {
  await dropDefinerFunctions(knex, ['organization_ids()']);
  await knex.raw('drop index sessions_absolute_index');
  await knex.raw('delete from sessions');
  await knex.raw('alter table sessions drop column key_sealed');
  await knex.raw('alter table sessions add column key bytea not null');
}
