import type { Knex } from 'knex';
import * as locationTables from './0009-mapping/location-tables.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(locationTables.up);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(locationTables.down);
}
