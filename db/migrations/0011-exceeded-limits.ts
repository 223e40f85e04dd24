import type { Knex } from 'knex';

/** The limit that the responses of a source-control provider exceeded. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
alter table scm_connections
  -- A text for users. A sync that begins clears it, and one that succeeds copies it to last_error.
  add column exceeded_limit text;
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
alter table scm_connections drop column exceeded_limit;
`);
}
