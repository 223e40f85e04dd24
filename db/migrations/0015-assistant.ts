import type { Knex } from 'knex';
import { access } from './0015-assistant/access.ts';
import * as runKinds from './0015-assistant/run-kinds.ts';
import { tables } from './0015-assistant/tables.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(tables);
  await knex.raw(access);
  await knex.raw(runKinds.up);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(runKinds.down);
  await knex.raw(`
    set local role inventory_definer;
    drop function expired_turns(integer), turn_positions(uuid[], uuid[]);
    set local role inventory_owner;
    drop table ai_audit_entries, ai_turn_events, ai_turns, ai_conversations, ai_settings;
  `);
}
