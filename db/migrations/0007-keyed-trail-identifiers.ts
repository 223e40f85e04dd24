import type { Knex } from 'knex';

/** The application hashes identifiers of CloudTrail events with a key per organization, and no longer with this function. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop function trail_key(text)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    create function trail_key(given text) returns text language sql immutable parallel safe as $$
      select encode(sha256(convert_to(given, 'UTF8')), 'hex')
    $$
  `);
}
